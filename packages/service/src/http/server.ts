import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Shell } from '../shell.ts';
import { Unavailable } from '../storage/unavailable.ts';
import type { PublicUseCases } from '../usecases/public-api.ts';
import { addressesOf } from '../usecases/session-link.ts';
import { clientAddress, networksOf } from './client-address.ts';
import { serveMetricsApart } from './metrics-server.ts';
import { publishOpenApi } from './openapi.ts';
import { publishProbes } from './probes.ts';
import { apiPath, awaitingContinue, type Exchange, exchangeOf } from './public/exchange.ts';
import { createPublicApi, type PublicApi } from './public/public-api.ts';
import { ClientGone } from './public/read-body.ts';
import { refusalOf } from './public/refusal.ts';
import { sendAnswer } from './public/send-answer.ts';
import { publishSessionPage } from './session-page.ts';

/** Milliseconds a client may take: to send its headers, its whole request, and between two requests. */
const patience = { headers: 15_000, request: 120_000, keepAlive: 65_000 };
/** Milliseconds that requests in flight get when the server closes. */
const drainMs = 25_000;
const headerBytes = 16 * 1024;

/**
 * The HTTP server: the public API under `/v1`, session links, the API's description, probes and metrics. `close` stops
 * accepting, lets requests in flight finish for 25 s, and then ends the rest.
 */
export function createHttpServer(shell: Shell, useCases: PublicUseCases): FastifyInstance {
  const prefix =
    shell.config.publicUrl === null ? '' : new URL(addressesOf(shell.config).api).pathname.replace(/\/$/, '');
  const isApi = (url: string) => apiPath(url.split('?', 1)[0] ?? '', prefix) !== null;
  const answer = createPublicApi(shell, useCases);
  const { trustedProxies } = shell.config;
  const proxies = trustedProxies.length === 0 ? null : networksOf(trustedProxies);
  const serve = async (server: Server, request: IncomingMessage, response: ServerResponse) => {
    const address = clientAddress(request, proxies);
    const exchange = exchangeOf(request, response, { url: request.url ?? '/', prefix, address });
    await serveExchange(shell, exchange, { answer, server });
  };
  const app = fastify({
    // Requests to the API pass the framework by: it would decode their paths, which are compared as they were sent, answer bad
    // ones itself, and cost as much as all our own work on them.
    serverFactory: (besideApi) => {
      const server = createServer((request, response) => {
        if (hasTwoHosts(request)) refuseRequest(response);
        else if (isApi(request.url ?? '')) void serve(server, request, response);
        else besideApi(request, response);
      });
      return server;
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (_error, _request, reply) => void barely(reply, 404),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: headerBytes },
  });
  publishProbes(app, shell);
  serveMetricsApart(app, shell);
  publishOpenApi(app);
  publishSessionPage(app, useCases);
  answerBarely(app, shell);
  closeStragglers(app);
  return app;
}

function createServer(listener: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const options = { maxHeaderSize: headerBytes, insecureHTTPParser: false };
  const server = http.createServer(options, listener);
  server.headersTimeout = patience.headers;
  server.requestTimeout = patience.request;
  server.keepAliveTimeout = patience.keepAlive;
  handleExpectations(server);
  return server;
}

async function serveExchange(
  shell: Shell,
  exchange: Exchange,
  { answer, server }: { answer: PublicApi; server: Server },
): Promise<void> {
  const { metrics, log } = shell;
  const ended = metrics.httpSeconds.startTimer();
  let status = 0;
  try {
    const answered = await answer(exchange).catch((error: unknown) => {
      if (error instanceof ClientGone) throw error;
      return refusalOf(exchange, error, log);
    });
    ({ status } = answered);
    // A connection kept open would hold up a server that is closing.
    if (!server.listening) exchange.response.shouldKeepAlive = false;
    await sendAnswer(exchange, answered);
  } catch (error) {
    // Nobody is there to be answered, or the answer broke off: the connection says so.
    if (!(error instanceof ClientGone))
      log.warn({ error, requestId: exchange.requestId }, 'an answer broke off');
    exchange.response.destroy();
  }
  const route = exchange.endpoint ?? 'none';
  metrics.httpRequests.inc({ route, status: String(status) });
  const ms = Math.round(ended({ route }) * 1_000);
  const { requestId, signer } = exchange;
  log.debug({ requestId, route, status, ms, integrationId: signer?.integration.integrationId }, 'answered');
}

const hasTwoHosts = (request: IncomingMessage): boolean => (request.headersDistinct['host'] ?? []).length > 1;

function refuseRequest(response: ServerResponse): void {
  response.writeHead(400, { 'content-length': 0, connection: 'close', 'cache-control': 'no-store' });
  response.end();
}

/** What is not HTTP gets a bare status: it belongs to no integration and to no route. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  else socket.destroy();
}

/** Without detail: what stands beside the public API tells nothing about the inside. */
const barely = (reply: FastifyReply, status: number): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain').send('');

function answerBarely(app: FastifyInstance, { log }: Shell): void {
  app.setNotFoundHandler((_request, reply) => barely(reply, 404));
  app.setErrorHandler((error, request, reply) => {
    log.error({ error, route: request.routeOptions.url }, 'a request beside the public API failed');
    return barely(reply, error instanceof Unavailable ? 503 : 500);
  });
}

/** A client that asks before it sends its body is answered after key and size have been looked at. */
function handleExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(request);
    server.emit('request', request, response);
  });
}

function closeStragglers(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), drainMs).unref();
    done();
  });
}
