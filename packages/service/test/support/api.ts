import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { readConfig } from '../../src/runtime/config.ts';
import { type HttpLimits, httpLimits } from '../../src/http/http-limits.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { createMetrics } from '../../src/runtime/metrics.ts';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';
import type { ServiceContext } from '../../src/context.ts';
import { hmacHex } from '../../src/signing/hmac.ts';
import { createKeyRing } from '../../src/signing/key-ring.ts';
import { createPasswordHasher, type PasswordHasher } from '../../src/signing/password-hasher.ts';
import { loadVault } from '../../src/signing/vault.ts';
import { openFileBlobs } from '../../src/storage/blobs/file-blobs.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import {
  type CreatedIntegration,
  createIntegration,
} from '../../src/usecases/integration/create-integration.ts';
import { publicUseCases } from '../../src/usecases/public-api.ts';
import { createWake } from '../../src/runtime/wake.ts';
import { silent, testKeys } from './engines.ts';
import { shapeFlaws } from './published-shape.ts';

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  /** The bytes as JSON. */
  json: AnswerBody;
}

interface Medium {
  id: string;
  size: number;
  mimetype: string;
  sessionId: string;
}

interface ListedAttempt {
  id: string;
  status: string;
  createdTime: string;
}

/** Members of the API's bodies; each body has some of them, and a test that looks at another one fails. */
export interface AnswerBody {
  status: string;
  code: string;
  message: string;
  verification: {
    id: string;
    attemptId: string;
    url: string;
    host: string;
    sessionToken: string;
    vendorData: string | null;
    endUserId: string | null;
    status: string;
    code: number;
    reasonCode: number | null;
    submissionTime: string | null;
  };
  image: Medium;
  images: Medium[];
  verifications: [ListedAttempt, ...ListedAttempt[]];
  data: { sessionId: string; attemptId: string };
  person: { id: string };
  categories: unknown[];
}

type HeaderValue = string | string[];

export interface Call {
  method?: string;
  /** Below `/v1`. */
  path: string;
  /** JSON value, or the text or bytes to send. */
  body?: unknown;
  /** Signed instead of the body; `null` sends no signature. On GET and DELETE the identifier of the path is signed. */
  sign?: string | Buffer | null;
  /** Secret to sign with, instead of the client's own. */
  secret?: string;
  /** Local address to connect from, over a connection of its own. */
  from?: string;
  /** Headers besides the usual ones; `null` takes one of those away, an array sends it several times. */
  headers?: Record<string, HeaderValue | null>;
}

export interface Client extends CreatedIntegration {
  call(call: Call): Promise<Answer>;
  /** Creates a session. @returns its id */
  createSession(verification?: Record<string, unknown>): Promise<string>;
  upload(sessionId: string, image: Record<string, unknown>): Promise<Answer>;
  submit(sessionId: string): Promise<Answer>;
  decision(sessionId: string): Promise<Answer>;
}

export interface TestApi {
  ctx: ServiceContext;
  port: number;
  /** `http://127.0.0.1:…` */
  url: string;
  integrate(options?: { mode?: 'test' | 'live'; apiKey?: string; settings?: GivenSettings }): Promise<Client>;
  /** A client of an integration that another server of the same database has created. */
  clientOf(created: CreatedIntegration): Client;
  /** Sends bytes over a connection of their own and gives everything that comes back. */
  raw(bytes: string | Buffer): Promise<string>;
  send(call: RawCall): Promise<Answer>;
  close(): Promise<void>;
}

/** What tests put in place of the usual: limits that do not take minutes to reach, a log that is looked at. */
interface ApiOptions {
  limits?: HttpLimits;
  log?: Logger;
  /** Folder of the end-user flow's page; none by default. */
  flowFolder?: string | null;
  /** Folder of the documents; none by default. */
  docsFolder?: string | null;
  /** Folder of the portal's page; none by default. */
  portalFolder?: string | null;
  /** What hashes the passwords of the portal: that of the product, or by default a cheap one. */
  passwords?: 'usual' | 'cheap';
  /** Data directory shared with another server; by default one of its own, which goes with it. */
  dataDir?: string | null;
}

// With isolation off several test files share a process, and so this.
const shared = globalThis as { countersignTestPasswords?: PasswordHasher };

/** The hasher of this test process: a sign-in is a step of most tests of the portal, and what a password resists is not what they show. */
const cheapPasswords = (): PasswordHasher => {
  const hasher = (shared.countersignTestPasswords ??= createPasswordHasher({ memorySize: 8, iterations: 1 }));
  return { ...hasher, close: () => Promise.resolve() };
};

interface RawCall {
  method: string;
  /** Local address to connect from; then over a connection of its own. */
  from?: string;
  /** As it stands in the request line. */
  path: string;
  headers: Record<string, HeaderValue>;
  body?: Buffer | undefined;
}

/** Without the second in which kept connections are still answered: nothing comes when a test ends. */
const quickLimits: HttpLimits = { ...httpLimits, drain: { ...httpLimits.drain, quietMs: 0 } };

/** Starts the HTTP server over a test database, on a free loopback port, with a blob directory of its own. */
export async function startApi(
  database: Database,
  env: Record<string, string> = {},
  {
    limits = quickLimits,
    log = silent,
    flowFolder = null,
    docsFolder = null,
    portalFolder = null,
    passwords = 'cheap',
    dataDir = null,
  }: ApiOptions = {},
): Promise<TestApi> {
  const directory = dataDir ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-api-')));
  const config = readConfig({
    DATA_DIR: directory,
    PUBLIC_URL: 'https://id.example.com',
    FLOW_URL: 'https://verify.example.com',
    ...env,
  });
  const vault = await loadVault(database, testKeys);
  database.setReporter((line, words) => log.info(line, words));
  const ctx: ServiceContext = {
    config,
    database,
    vault,
    keyRing: createKeyRing({ database, vault, log: silent }),
    blobs: await openFileBlobs(path.join(directory, 'blobs')),
    log,
    metrics: createMetrics(),
    wake: createWake(),
  };
  const folders = { flowFolder, docsFolder, portalFolder };
  const replaced = { limits, ...folders, ...(passwords === 'usual' ? {} : { passwords: cheapPasswords() }) };
  const server = createHttpServer(ctx, publicUseCases(ctx), replaced);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true });
  const send = async (call: RawCall) => {
    const answer = await sendRequest({ ...call, port, agent });
    const flaws = shapeFlaws(call.method, call.path, answer);
    if (flaws.length > 0) throw new Error(`${call.method} ${call.path}: ${flaws.join('; ')}`);
    return answer;
  };
  return {
    ctx,
    port,
    url: `http://127.0.0.1:${port}`,
    send,
    raw: (bytes) => sendRaw(port, bytes),
    async integrate({ mode = 'test', apiKey, settings = {} } = {}) {
      const created = await createIntegration(ctx)({
        name: `Test ${randomUUID()}`,
        mode,
        // Documents in tests are of the state of specimens, which live integrations do not accept by themselves.
        settings: { ...(mode === 'live' && { specimenDocuments: true }), ...settings },
        actor: 'test',
        ...(apiKey === undefined ? {} : { apiKey }),
      });
      return clientOf(created, send);
    },
    clientOf: (created) => clientOf(created, send),
    async close() {
      agent.destroy();
      await server.close();
      await ctx.keyRing.close();
      if (dataDir === null) await fs.rm(directory, { recursive: true, force: true });
    },
  };
}

function clientOf(created: CreatedIntegration, send: (call: RawCall) => Promise<Answer>): Client {
  const call = (request: Call) => send(toRequest(created, request));
  return {
    ...created,
    call,
    async createSession(verification = {}) {
      const answer = await call({ method: 'POST', path: '/sessions', body: { verification } });
      if (answer.status !== 201)
        throw new Error(`session creation answered ${answer.status} ${answer.bytes.toString()}`);
      return answer.json.verification.id;
    },
    upload: (sessionId, image) =>
      call({ method: 'POST', path: `/sessions/${sessionId}/media`, body: { image } }),
    submit: (sessionId) =>
      call({
        method: 'PATCH',
        path: `/sessions/${sessionId}`,
        body: { verification: { status: 'submitted' } },
      }),
    decision: (sessionId) => call({ path: `/sessions/${sessionId}/decision` }),
  };
}

function toRequest(
  created: CreatedIntegration,
  { method = 'GET', path: below, body, sign, secret, headers = {}, from }: Call,
): RawCall {
  const bytes = body === undefined ? undefined : bytesOf(body);
  const signed = sign === undefined ? (bytes ?? identifierIn(below)) : sign;
  const all: Record<string, HeaderValue | null> = {
    'x-auth-client': created.apiKey,
    ...(signed === null ? {} : { 'x-hmac-signature': hmacHex(secret ?? created.secret, signed) }),
    ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const kept = Object.entries(all).filter((entry): entry is [string, HeaderValue] => entry[1] !== null);
  return {
    method,
    path: `/v1${below}`,
    headers: Object.fromEntries(kept),
    body: bytes,
    ...(from === undefined ? {} : { from }),
  };
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

const identifierIn = (below: string): string => below.split('?', 1)[0]?.split('/')[2] ?? '';

function sendRequest({
  method,
  path: target,
  headers,
  body,
  port,
  agent,
  from,
}: RawCall & { port: number; agent: http.Agent }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: target,
        setHost: true,
        ...(from === undefined ? { agent } : { localAddress: from, agent: false }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            json: jsonOf(bytes),
          });
        });
      },
    );
    request.on('error', reject);
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    if (body !== undefined && !('transfer-encoding' in headers) && !('content-length' in headers)) {
      request.setHeader('content-length', body.length);
    }
    request.end(body);
  });
}

/** Media and empty bodies have no members. */
function jsonOf(bytes: Buffer): AnswerBody {
  try {
    return JSON.parse(bytes.toString('utf8')) as AnswerBody;
  } catch {
    return undefined as unknown as AnswerBody;
  }
}

function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(5_000, () => socket.destroy(new Error('the server kept a connection open')));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** A PNG of one pixel, 70 bytes. */
export const onePixelPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The error body of contract A-22. */
export const failure = (code: string, message: string) => ({ status: 'fail', code, message });
