import { judgeUrl, operatorUrls } from '@countersign/outbound';
import { type Auth, type ConnectorSettings, RegistrySettingsError } from './registry-settings.ts';

/** All addresses in a connector's settings, with the member that contains each: `consent.provider.url`. */
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
 * Rejects invalid URLs, and addresses that must never be called. Names are checked when they are resolved.
 * @param at path of the options, `registries.br.options`
 * @throws RegistrySettingsError naming the member
 */
export function checkAddresses(settings: ConnectorSettings, at: string): void {
  for (const [member, url] of addressesOf(settings)) {
    const judged = judgeUrl(url, operatorUrls);
    if ('target' in judged) continue;
    if (judged.refused === 'not_a_url') throw new RegistrySettingsError(`${at}.${member}: must be a URL`);
    throw new RegistrySettingsError(
      `${at}.${member}: must be https, or http to a private address, and no metadata service`,
    );
  }
}
