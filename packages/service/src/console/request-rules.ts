import type { IncomingMessage } from 'node:http';
import net from 'node:net';

/** Where browsers reach the console. */
export interface ConsoleSite {
  /** Of a proxy that puts TLS in front; `null`: this machine itself, or a tunnel to it, by plain HTTP. */
  origin: string | null;
}

/** Whether an address reaches this machine only; no name server answers for any of them. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return net.isIPv4(host) ? host.startsWith('127.') : host === '::1';
}

/**
 * The origin that a request was sent to; `null` where its host is not the console's, as when the name of another page was made to
 * lead here. Any port of this machine counts: a tunnel may begin at another one.
 */
export function siteOf({ headers }: IncomingMessage, { origin }: ConsoleSite): string | null {
  const { host = '' } = headers;
  if (origin !== null) return host === new URL(origin).host ? origin : null;
  const [, name = ''] = /^(.+?)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  const site = `http://${host.toLowerCase()}`;
  return isLoopback(name.replace(/^\[(.*)\]$/, '$1')) && URL.canParse(site) ? site : null;
}

/** Whether the console's own page sent a request: browsers name the page's origin with every POST. */
export const isOwnPage = ({ headers }: IncomingMessage, site: string): boolean =>
  headers.origin === site && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
