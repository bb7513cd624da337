import type { Config } from '../runtime/config.ts';
import type { Pages } from './pages.ts';

const validDays = 180;
const dayMs = 24 * 3_600_000;

/**
 * `/.well-known/security.txt` (RFC 9116): where to report vulnerabilities of this installation; absent unless the operator configured
 * a contact. It expires 180 days after it is read, so a stale copy does not mislead forever.
 */
export function securityTextPage({
  securityContact,
  publicUrl,
}: Pick<Config, 'securityContact' | 'publicUrl'>): Pages {
  if (securityContact === null) return new Map();
  const route = '/.well-known/security.txt';
  const canonical = publicUrl?.startsWith('https://')
    ? [`Canonical: ${new URL(publicUrl).origin}${route}`]
    : [];
  const text = () => {
    const expires = new Date(Math.ceil(Date.now() / dayMs + validDays) * dayMs).toISOString();
    return [
      `Contact: ${securityContact}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      ...canonical,
      '',
    ].join('\n');
  };
  return new Map([[route, () => ({ status: 200, type: 'text/plain; charset=utf-8', body: text() })]]);
}
