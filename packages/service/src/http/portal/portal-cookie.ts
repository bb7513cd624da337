import type { ServiceContext } from '../../context.ts';
import { portalUrlOf } from '../../usecases/portal/portal-context.ts';
import type { Exchange } from '../public/exchange.ts';

/** Seconds: no sign-in is longer in force, and no attempt at a provider of single sign-on. */
const longestSeconds = { portal: 12 * 60 * 60, sso: 10 * 60 };

/** A cookie with a token. */
export interface PortalCookie {
  /** The token of the request; `null` without one, or with several. */
  read(exchange: Exchange): string | null;
  /** `set-cookie` of a new token, or of none: the browser forgets it. */
  write(token: string | null): string;
}

/**
 * The cookie of a sign-in, or of the browser that is at a provider of single sign-on. Browsers take `__Host-` over HTTPS only; a
 * development start without it has another name.
 */
export function portalCookie(
  config: ServiceContext['config'],
  kind: keyof typeof longestSeconds = 'portal',
): PortalCookie {
  const isPlain = config.environment === 'development' && portalUrlOf(config).startsWith('http:');
  const name = `${isPlain ? '' : '__Host-'}countersign_${kind}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isPlain ? '' : '; Secure'}`;
  return {
    read({ request }) {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
      const values = pairs
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      return values.length === 1 && /^[\w-]{43}$/.test(values[0] ?? '') ? (values[0] ?? null) : null;
    },
    write: (token) =>
      token === null
        ? `${name}=; ${attributes}; Max-Age=0`
        : `${name}=${token}; ${attributes}; Max-Age=${longestSeconds[kind]}`,
  };
}
