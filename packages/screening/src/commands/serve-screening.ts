import { UsageError } from '@countersign/command-line';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Screener } from '../model/screener.ts';
import {
  ScreeningIncomplete,
  ScreeningInputError,
  type Result,
  type ScreeningOptions,
} from '../model/screening-types.ts';
import { screenHonestly } from './screen-honestly.ts';
import { explained, optionsOfRecord } from './screen-line.ts';
import { subjectOfRecord } from './subject-of-record.ts';

/** The address to listen on. */
export interface ListenAddress {
  host: string;
  port: number;
}

export interface ServedScreening {
  screener: Screener;
  /** Default options for requests that give none. */
  options: ScreeningOptions;
  /** Add trace and explanation to each hit. */
  explain: boolean;
  /** The response body of `GET /health`. */
  about: object;
}

const singleBytes = 64 * 1024;
const batchBytes = 8 * 1024 * 1024;
const mostQueries = 1000;
const requestMs = 30_000;
/** Maximum time for which the queries of a batch block other requests, unless a single query takes longer. */
const sliceMs = 5;

/** A request that cannot be processed; the status shows whether client or server is at fault. */
class RefusedRequest extends Error {
  override name = 'RefusedRequest';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Parses `[HOST:]PORT`; the host defaults to the loopback address. @throws UsageError */
export function listenAddress(text: string): ListenAddress {
  const { bracketed, plain, port } =
    /^(?:(?:\[(?<bracketed>[0-9a-f:]+)\]|(?<plain>[\w.-]+)):)?(?<port>\d{1,5})$/iu.exec(text)?.groups ?? {};
  const number = Number(port);
  if (port === undefined || number > 65_535)
    throw new UsageError(`--listen: must be [HOST:]PORT, not ${text}`);
  return { host: bracketed ?? plain ?? '127.0.0.1', port: number };
}

/**
 * Serves `POST /screen`, `POST /screen-many` and `GET /health` until the server is closed. There is no authentication: anyone who can
 * reach the port may send requests.
 * @returns the listening server with its address
 */
export async function startScreeningServer(
  served: ServedScreening,
  { host, port }: ListenAddress,
): Promise<{ server: Server; url: string }> {
  const local = isLoopback(host);
  const server = createServer((request, response) => {
    answer(served, request, { local }).then(
      (body) => send(response, 200, body),
      (error: unknown) => sendFault(response, error),
    );
  });
  server.requestTimeout = requestMs;
  server.headersTimeout = requestMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { address, family, port: taken } = server.address() as AddressInfo;
  const shown = family === 'IPv6' ? `[${address}]` : address;
  return { server, url: `http://${shown}:${String(taken)}` };
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1)$/iu.test(host);

async function answer(
  served: ServedScreening,
  request: IncomingMessage,
  { local }: { local: boolean },
): Promise<object> {
  const { method = '', url = '', headers } = request;
  // Prevents DNS rebinding: a web page must not reach a local port through its own host name.
  const hostName = (headers.host ?? '').replace(/:\d+$/u, '').replace(/^\[(.*)\]$/u, '$1');
  if (local && !isLoopback(hostName)) throw new RefusedRequest(421, `this is not ${hostName}`);
  const [path = ''] = url.split('?');
  const batch = path === '/screen-many';
  if (path === '/health') {
    if (method !== 'GET') throw new RefusedRequest(405, 'GET /health');
    return served.about;
  }
  if (path !== '/screen' && !batch)
    throw new RefusedRequest(404, 'expected one of: POST /screen, POST /screen-many, GET /health');
  if (method !== 'POST') throw new RefusedRequest(405, `POST ${path}`);
  if (!/^application\/json\b/iu.test(headers['content-type'] ?? ''))
    throw new RefusedRequest(415, 'content-type is application/json');
  const body = await readBody(request, batch ? batchBytes : singleBytes);
  return batch ? screenMany(served, body) : screenOne(served, body, served.options);
}

async function readBody(request: IncomingMessage, mostBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RefusedRequest(413, `a body is at most ${String(mostBytes)} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new RefusedRequest(400, 'the body is not JSON');
  }
}

/** @throws ScreeningInputError, ScreeningIncomplete */
function screenOne(
  { screener, explain }: ServedScreening,
  record: unknown,
  options: ScreeningOptions,
): object {
  const subject = subjectOfRecord(record);
  const { options: own } = record as { options?: unknown };
  const applied = own == null ? options : { ...options, ...optionsOfRecord(own) };
  const result = screenHonestly(screener, { subject, options: applied });
  if (!explain) return withoutTraces(result);
  return { ...result, hits: result.hits.map((hit) => ({ ...hit, ...explained(hit, subject, screener) })) };
}

function withoutTraces(result: Result): object {
  return { ...result, hits: result.hits.map((hit) => ({ ...hit, trace: undefined })) };
}

async function screenMany(served: ServedScreening, body: unknown): Promise<object> {
  const { queries, options } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  if (!Array.isArray(queries) || queries.length > mostQueries)
    throw new RefusedRequest(400, `the body has queries, an array of at most ${String(mostQueries)}`);
  const applied = options == null ? served.options : { ...served.options, ...optionsOfRecord(options) };
  const results: object[] = [];
  let since = performance.now();
  for (const query of queries) {
    results.push(oneOfMany(served, query, applied));
    if (performance.now() - since < sliceMs) continue;
    await nextTurn();
    since = performance.now();
  }
  return { results };
}

/** Screens one query of a batch; an invalid query does not affect the others. */
function oneOfMany(served: ServedScreening, query: unknown, options: ScreeningOptions): object {
  try {
    return screenOne(served, query, options);
  } catch (error) {
    if (error instanceof ScreeningInputError || error instanceof ScreeningIncomplete)
      return { error: error.message };
    throw error;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

function statusOf(error: unknown): number {
  if (error instanceof RefusedRequest) return error.status;
  if (error instanceof ScreeningInputError) return 400;
  return error instanceof ScreeningIncomplete ? 503 : 500;
}

function sendFault(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return;
  const status = statusOf(error);
  // Do not read the rest of a body that is too large.
  if (status === 413) response.setHeader('connection', 'close');
  send(response, status, { error: status === 500 ? 'the screening failed' : (error as Error).message });
}

/** Serves until SIGTERM or SIGINT; requests in progress are completed. */
export async function serveScreening(
  served: ServedScreening,
  address: ListenAddress,
  complain: (message: string) => void,
): Promise<void> {
  const { server, url } = await startScreeningServer(served, address);
  complain(`listening on ${url}`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
