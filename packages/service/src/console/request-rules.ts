import type { IncomingMessage } from 'node:http';
import net from 'node:net';

/** How browsers reach the console. */
export interface ConsoleSite {
  /** Origin of a proxy that adds TLS; `null`: this machine itself, or a tunnel to it, over plain HTTP. */
  origin: string | null;
}

/** Whether an address is loopback only; none of these is resolved by a name server. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return net.isIPv4(host) ? host.startsWith('127.') : host === '::1';
}

/**
 * The origin a request was sent to; `null` if its host is not the console's, as in DNS rebinding. Any port of this machine is
 * accepted: a tunnel may start at another one.
 */
export function siteOf({ headers }: IncomingMessage, { origin }: ConsoleSite): string | null {
  const { host = '' } = headers;
  if (origin !== null) return host === new URL(origin).host ? origin : null;
  const [, name = ''] = /^(.+?)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  const site = `http://${host.toLowerCase()}`;
  return isLoopback(name.replace(/^\[(.*)\]$/, '$1')) && URL.canParse(site) ? site : null;
}

/** Whether the console's own page sent a request: browsers send the page's origin with every POST. */
export const isOwnPage = ({ headers }: IncomingMessage, site: string): boolean =>
  headers.origin === site && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
