import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a service on which one file never arrives. */
export interface HeldFile {
  /** Scheme and authority, as a browser opens it. */
  origin: string;
  /** How often the file was wanted. */
  wanted(): number;
  close(): Promise<void>;
}

/** Passes requests on to a service and keeps those unanswered whose path matches. @param origin scheme and authority of the service */
export async function holdFile(origin: string, path: RegExp): Promise<HeldFile> {
  let wanted = 0;
  const server = http.createServer((request, response) => {
    if (path.test(request.url ?? '')) {
      wanted += 1;
      return;
    }
    const { method = 'GET', headers, url = '/' } = request;
    const onward = http.request(origin + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    wanted: () => wanted,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
