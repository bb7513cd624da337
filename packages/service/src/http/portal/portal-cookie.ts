import type { ServiceContext } from '../../context.ts';
import { portalUrlOf } from '../../usecases/portal/portal-context.ts';
import type { Exchange } from '../public/exchange.ts';

/**
 * Maximum lifetime in seconds: of a sign-in, of an attempt at a single sign-on provider, and of the mark of a browser that has completed a
 * sign-in (half a year).
 */
const longestSeconds = { portal: 12 * 60 * 60, sso: 10 * 60, known: 180 * 24 * 60 * 60 };

/** A cookie with a token. */
export interface PortalCookie {
  /** The token in the request; `null` if there is none, or several. */
  read(exchange: Exchange): string | null;
  /** The tokens of a cookie with several, separated by full stops; none if it has another form. */
  readList(exchange: Exchange): string[];
  /** The `set-cookie` value for a new token; for none, it makes the browser delete the cookie. */
  write(token: string | null): string;
}

/**
 * The cookie of a sign-in, of a single sign-on in progress, or of a known browser. Browsers accept `__Host-` over HTTPS only; a development
 * server without it uses another name.
 */
export function portalCookie(
  config: ServiceContext['config'],
  kind: keyof typeof longestSeconds = 'portal',
): PortalCookie {
  const isPlain = config.environment === 'development' && portalUrlOf(config).startsWith('http:');
  const name = `${isPlain ? '' : '__Host-'}countersign_${kind}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isPlain ? '' : '; Secure'}`;
  /** The only value of a cookie with this name, in the required form. */
  const valueOf = ({ request }: Exchange, form: RegExp): string | null => {
    const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
    const values = pairs
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1));
    return values.length === 1 && form.test(values[0] ?? '') ? (values[0] ?? null) : null;
  };
  return {
    // Token of a sign-in, or the longer one of an operator's view.
    read: (exchange) => valueOf(exchange, /^(?:[\w-]{43}|[\w-]{75})$/),
    readList: (exchange) => valueOf(exchange, /^[\w-]{43}(?:\.[\w-]{43}){0,4}$/)?.split('.') ?? [],
    write: (token) =>
      token === null
        ? `${name}=; ${attributes}; Max-Age=0`
        : `${name}=${token}; ${attributes}; Max-Age=${longestSeconds[kind]}`,
  };
}
