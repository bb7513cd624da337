/** Node's server with the limits of this service, and its answers to invalid requests. */
import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endSocket, isEnding } from './hang-up.ts';
import type { HttpLimits } from './http-limits.ts';
import { awaitingContinue } from './public/exchange.ts';

const headerBytes = 16 * 1024;

/** Resolves once the server accepts connections. @throws the system's error if it cannot */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

/** A server that is not listening yet. */
export function createServer(
  limits: HttpLimits,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const options = {
    maxHeaderSize: headerBytes,
    insecureHTTPParser: false,
    connectionsCheckingInterval: limits.checkMs,
  };
  const server = http.createServer(options, (request, response) => {
    const { socket } = request;
    const before = answering.get(socket);
    if (before !== undefined && !before.writableFinished) pipelining.add(socket);
    answering.set(socket, response);
    listener(request, response);
  });
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = limits.requestMs;
  server.keepAliveTimeout = limits.keepAliveMs;
  server.timeout = limits.inactivityMs;
  handleExpectations(server);
  return server;
}

/** The answer to the last request of each connection. */
const answering = new WeakMap<Socket, ServerResponse>();
/** Connections that sent a request before the last one was answered. */
const pipelining = new WeakSet<Socket>();

/** A connection that is not HTTP, or too slow, gets a bare status, because it belongs to no integration and no route. */
export function refuseConnection(
  error: Error & { code?: string },
  socket: Socket,
  { linger }: HttpLimits,
): void {
  if (isEnding(socket)) return;
  // Part of an answer has been sent: another status would be read as its continuation.
  if (!socket.writable || answerBegun(socket)) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  endSocket(socket, { ...linger, totalMs: linger.idleMs });
}

function answerBegun(socket: Socket): boolean {
  const response = answering.get(socket);
  if (pipelining.has(socket)) return true;
  return response !== undefined && response.headersSent && !response.writableFinished;
}

/** A client that sends `expect: 100-continue` is answered after key and size have been checked. */
function handleExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(request);
    server.emit('request', request, response);
  });
}
