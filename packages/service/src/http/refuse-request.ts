import type { IncomingMessage, ServerResponse } from 'node:http';
import { endWithRest } from './hang-up.ts';
import type { HttpLimits } from './http-limits.ts';

/** Two hosts could be meant: a proxy and this service may choose different ones. */
export const hasTwoHosts = (request: IncomingMessage): boolean =>
  (request.headersDistinct['host'] ?? []).length > 1;

/** Waits until the data that arrived with the headers has been parsed: before that, no request is complete. */
export const refuseSoon = (...refused: Parameters<typeof refuseRequest>): void =>
  queueMicrotask(() => refuseRequest(...refused));

/** Answers a request that belongs to no API, and closes the connection if the rest of the request is not read. */
function refuseRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, limits }: { status: number; text: string; limits: HttpLimits },
): void {
  const mustEnd = status === 400 || !request.complete;
  const bytes = Buffer.from(text);
  const headers = {
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'content-type': 'text/plain',
  };
  response.writeHead(status, { ...headers, ...(mustEnd ? { connection: 'close' } : {}) });
  if (mustEnd) endWithRest(request, response, { bytes, linger: limits.linger });
  else response.end(bytes);
}
