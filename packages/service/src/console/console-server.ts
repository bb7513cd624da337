import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseStrictJson, Problem } from '@countersign/contract';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isReading, servePage } from '../http/pages.ts';
import { consoleHeaders, consolePages } from './console-shell.ts';
import { type ConsoleSite, isOwnPage, siteOf } from './request-rules.ts';
import type { ConsoleCredentials, SignIns } from './sign-in.ts';

/** A request of the page: a verb of the command line, its arguments, and options by name. */
const VerbRequest = Type.Object(
  {
    verb: Type.String({ maxLength: 64 }),
    arguments: Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 8 }),
    options: Type.Record(
      Type.String({ maxLength: 64 }),
      Type.Union([
        Type.Literal(true),
        Type.String({ maxLength: 20_000 }),
        Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 200 }),
      ]),
    ),
  },
  { additionalProperties: false },
);
export type VerbRequest = Type.Static<typeof VerbRequest>;

/** The response to the page: the output of a verb, or why there is none. */
export interface ConsoleAnswer {
  status: number;
  /** Exit code of the verb; `null` if none ran. */
  exitCode: number | null;
  output: unknown;
  note: string | null;
}

/** Dependencies of a console. */
export interface ConsoleParts {
  site: ConsoleSite;
  signIns: SignIns;
  /** Contains the built page; see `builtConsole`. */
  folder: string;
  /** Sent to signed-in pages. */
  about: object;
  runVerb: (request: VerbRequest) => Promise<ConsoleAnswer>;
  log: Logger;
}

/** A listening console. */
export interface ConsoleServer {
  port: number;
  /** Stops immediately. */
  close(): Promise<void>;
}

const bodyBytes = 48 * 1024;
const mostConnections = 64;
/** Milliseconds for headers, for a whole request, and between checks: incomplete requests could otherwise hold all connections. */
const requestLimits = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 };

const refusal = (status: number, note: string): ConsoleAnswer => ({
  status,
  exitCode: null,
  output: null,
  note,
});
const signedOut = refusal(
  401,
  'sign-in: must be in force; have the console print another link with "kill -USR2 PID", as it printed at its start',
);

/** Serves the console. @throws Error if the port is taken */
export async function startConsoleServer(
  parts: ConsoleParts,
  { host, port }: { host: string; port: number },
): Promise<ConsoleServer> {
  const pages = consolePages(parts.folder);
  const server = http.createServer(requestLimits, (request, response) => {
    const site = siteOf(request, parts.site);
    if (site === null) send(response, refusal(421, 'Host: must be the address that the console printed'));
    else if (isReading(request.method))
      void servePage(
        pages,
        { request, response, headers: consoleHeaders, apart: 'There is nothing at this address.\n' },
        parts.log,
      );
    else void serveCall(parts, { request, response, site });
  });
  server.maxConnections = mostConnections;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  /** Origin the request was sent to. */
  site: string;
}

async function serveCall(parts: ConsoleParts, call: Call): Promise<void> {
  try {
    send(call.response, await answerCall(parts, call));
  } catch (error) {
    parts.log.error({ error, event: 'console' }, 'console call failed');
    send(call.response, refusal(500, error instanceof Error ? error.message : String(error)));
  }
}

/** Checks the origin of the page, then the sign-in, then runs the request. */
async function answerCall(parts: ConsoleParts, call: Call): Promise<ConsoleAnswer> {
  const { request, site } = call;
  if (request.method !== 'POST') return refusal(405, 'method: must be GET, HEAD or POST');
  if (!isOwnPage(request, site)) return refusal(403, 'Origin: must be that of the console itself');
  if (!/^application\/json(; *charset=utf-8)?$/i.test(request.headers['content-type'] ?? ''))
    return refusal(415, 'Content-Type: must be application/json');
  const body = await readBody(request);
  if (body === null) return refusal(413, `body: must be ${bodyBytes} bytes at most`);
  const value = jsonOf(body);
  if (value === undefined) return refusal(400, 'body: must be JSON');
  if (request.url === '/api/sign-in') return signIn(parts, call, value);
  const given = credentialsOf(request, site);
  if (!parts.signIns.use(given)) return signedOut;
  if (request.url === '/api/about') return { status: 200, exitCode: null, output: parts.about, note: null };
  if (request.url === '/api/sign-out') {
    parts.signIns.end(given);
    return signedOut;
  }
  if (request.url !== '/api/verbs') return refusal(404, 'path: must be one of the console');
  if (!Value.Check(VerbRequest, value))
    return refusal(400, 'body: must have verb, arguments and options, and nothing else');
  return parts.runVerb(value);
}

const Token = Type.Object({ token: Type.String({ maxLength: 100 }) }, { additionalProperties: false });

function signIn({ signIns }: ConsoleParts, { response, site }: Call, value: unknown): ConsoleAnswer {
  const given = Value.Check(Token, value) ? signIns.exchange(value.token) : null;
  if (given === null)
    return refusal(
      401,
      'link: must be the one that the console printed, within 5 minutes and once; "kill -USR2 PID" prints another one, as the console printed at its start',
    );
  const secure = site.startsWith('https:') ? '; Secure' : '';
  response.setHeader(
    'set-cookie',
    `${cookieName(site)}=${given.cookie}; Path=/; HttpOnly; SameSite=Strict${secure}`,
  );
  return { status: 200, exitCode: null, output: { key: given.key }, note: null };
}

/** Browsers share cookies between ports: each console has its own name. */
const cookieName = (site: string): string =>
  site.startsWith('https:') ? '__Host-countersign_console' : `countersign_console_${new URL(site).port}`;

function credentialsOf({ headers }: IncomingMessage, site: string): Partial<ConsoleCredentials> {
  const name = `${cookieName(site)}=`;
  const found = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(name));
  const key = headers['x-console-key'];
  return {
    ...(found === undefined ? {} : { cookie: found.slice(name.length) }),
    ...(typeof key === 'string' ? { key } : {}),
  };
}

/** @returns `null` if it is too long; the rest is not read */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @returns `undefined` if it is not JSON */
function jsonOf(bytes: Buffer): unknown {
  try {
    return parseStrictJson(bytes);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function send(response: ServerResponse, { status, ...answer }: ConsoleAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify(answer);
  response.writeHead(status, {
    ...consoleHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    // An unread rest of a body would be parsed as the next request.
    ...(status === 413 ? { connection: 'close' } : {}),
  });
  response.end(body);
}
