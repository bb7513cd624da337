import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { Unavailable } from '../runtime/unavailable.ts';

/** Response of a page outside the public API. */
export interface PageAnswer {
  status: number;
  /** Content type. */
  type: string;
  body: string | Buffer;
  /** In addition to the content type; `cache-control: no-store` by default. */
  headers?: Readonly<Record<string, string>>;
}

/** @param parameter the last segment of the path, as sent, if the page has one; otherwise empty */
export type Page = (parameter: string, request: IncomingMessage) => PageAnswer | Promise<PageAnswer>;

/**
 * Pages by path. A path that ends in `/`, except the root, takes one more segment, which is the page's parameter; one that ends in
 * `/*` matches everything below its first segment that no other page has.
 */
export type Pages = ReadonlyMap<string, Page>;

/**
 * Serves a GET outside the public API: probes, metrics, the API's description, session links; a HEAD like a GET, without the body.
 * Errors have no body, and no reason.
 * @param headers sent with every response
 * @param apart text of the 404 for anything that is not a page
 */
export async function servePage(
  pages: Pages,
  {
    request,
    response,
    headers,
    apart,
  }: {
    request: IncomingMessage;
    response: ServerResponse;
    headers: Readonly<Record<string, string>>;
    apart: string;
  },
  log: Logger,
): Promise<void> {
  const found = findPage(pages, request);
  try {
    const answer =
      found === null ? { ...bare(404), body: apart } : await found.page(found.parameter, request);
    send(response, answer, headers);
  } catch (error) {
    log.error({ error, route: found?.route }, 'page failed');
    const refused =
      error instanceof Unavailable
        ? { ...bare(503), headers: { 'retry-after': String(error.retryAfter) } }
        : bare(500);
    send(response, refused, headers);
  }
}

/** Whether pages support this method; no page takes a body. */
export const isReading = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

const bare = (status: number): PageAnswer => ({ status, type: 'text/plain', body: '' });

function findPage(pages: Pages, { method, url = '' }: IncomingMessage) {
  if (!isReading(method)) return null;
  const path = url.split('?', 1)[0] ?? '';
  const exact = path === '/' || !path.endsWith('/') ? pages.get(path) : undefined;
  if (exact !== undefined) return { page: exact, route: path, parameter: '' };
  const route = path.slice(0, path.lastIndexOf('/') + 1);
  const parameter = path.slice(route.length);
  const page = route === '/' ? undefined : pages.get(route);
  if (page !== undefined && parameter !== '') return { page, route, parameter };
  const wide = `/${path.split('/')[1] ?? ''}/*`;
  const all = pages.get(wide);
  return all === undefined ? null : { page: all, route: wide, parameter: '' };
}

function send(
  response: ServerResponse,
  { status, type, body, headers }: PageAnswer,
  everywhere: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...everywhere,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  // For a HEAD, Node sends only the headers.
  response.end(body);
}
