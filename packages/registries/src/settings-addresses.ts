import { isIP } from 'node:net';
import { mayConnect } from './calls/judge-address.ts';
import { type Auth, type ConnectorSettings, RegistrySettingsError } from './registry-settings.ts';

/** Every address that a connector's settings lead to, and the member that names it: `consent.provider.url`. */
export function addressesOf(settings: ConnectorSettings): [member: string, url: string][] {
  const { baseUrl, auth } = settings.options;
  const own: [string, string] = ['baseUrl', baseUrl];
  if (settings.connector !== 'datavalid') return [own, ...tokenUrlOf('auth', auth)];
  const { consent, tokenUrl } = settings.options;
  const ofConsent: [string, string][] = consent
    ? [
        ['consent.provider.url', consent.provider.url],
        ...tokenUrlOf('consent.provider.auth', consent.provider.auth),
      ]
    : [];
  return [own, ['tokenUrl', tokenUrl], ...ofConsent];
}

const tokenUrlOf = (member: string, auth: Auth): [string, string][] =>
  auth.type === 'oauth2' ? [[`${member}.tokenUrl`, auth.tokenUrl]] : [];

/**
 * Refuses what is no URL, and an address that no call would ever be made to. A name is judged when it is looked up.
 * @param at where the options stand, `registries.br.options`
 * @throws RegistrySettingsError naming the member
 */
export function checkAddresses(settings: ConnectorSettings, at: string): void {
  for (const [member, url] of addressesOf(settings)) {
    if (!URL.canParse(url)) throw new RegistrySettingsError(`${at}.${member} is not a URL`);
    const { hostname, protocol } = new URL(url);
    const address = hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0 && !mayConnect(address, protocol))
      throw new RegistrySettingsError(`${at}.${member} is an address that must not be called this way`);
  }
}
