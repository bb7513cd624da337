import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response to a path of a site. */
export interface Document {
  body: string | Buffer;
  /** Default `text/html; charset=utf-8`. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A web site on its own port, and therefore its own origin. */
export interface Site {
  /** `http://localhost:PORT` */
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves documents by path on loopback; queries are ignored, unknown paths are 404.
 * @param documentOf called for every request, so a test can change what is served; null: 404
 */
export async function startSite(documentOf: (path: string) => Document | null): Promise<Site> {
  const server = http.createServer((request, response) => {
    const found = documentOf((request.url ?? '/').split('?', 1)[0] ?? '/');
    response.writeHead(found === null ? 404 : 200, {
      'content-type': found?.type ?? 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...found?.headers,
    });
    response.end(found?.body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
