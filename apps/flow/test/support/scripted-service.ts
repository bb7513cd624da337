import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type {
  FlowBrand,
  FlowClaimAnswer,
  FlowEnterRequest,
  FlowErrorCode,
  FlowState,
} from '@countersign/contract';
import { flowErrors } from '@countersign/contract';
import { createScript, type Script, type ScriptOptions } from './script.ts';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../dist/flow');

/** What happens to one request instead of the usual. `lose-request`: it never arrives; `lose-answer`: it is done, and nobody hears of it. */
export type Fault = 'lose-request' | 'lose-answer' | { code: FlowErrorCode } | { delayMs: number };

/** A service that speaks the protocol of the flow with one invented session, and has the faults a test wants. */
export interface ScriptedService {
  origin: string;
  /** Path of the session's link. */
  link: string;
  script: Script;
  /** `METHOD /path` of every request below `/flow/v1`, ids left out, in order of arrival. */
  requests: string[];
  /** Called for every such request; `null`: as usual. */
  fault: (request: string) => Fault | null;
  /** Called for every file that the page loads; true: its connection breaks. */
  loseFile: (name: string) => boolean;
  /** Script text put into the page before its own. */
  inject: string;
  /** Further headers of the page. */
  headers: Record<string, string>;
  /** What the page reads about its look. */
  brand: FlowBrand;
  close(): Promise<void>;
}

const token = 'invented-token';
/** Path of a code that a phone opens. */
export const codePath = `/v/${'invented-code-'.padEnd(22, '0')}`;
/** Path of the page that shows screens for the portal. */
export const previewPath = '/preview';
/** What such a code leads to. */
const inventedClaim: FlowClaimAnswer = {
  name: 'Example Bank',
  computer: { browser: 'Firefox', system: 'Windows' },
  sameNetwork: false,
  numbers: [27, 58, 93],
  language: 'en',
};
/** As the service has it. */
const policy = (nonce: string, origin: string) =>
  `default-src 'none'; script-src 'nonce-${nonce}' ${origin}/flow/assets/; style-src 'nonce-${nonce}' ${origin}/flow/assets/; connect-src 'self'; ` +
  `img-src 'self' blob:; media-src blob:; base-uri 'none'; form-action 'self'; object-src 'none'`;

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

interface Request {
  name: string;
  query: URLSearchParams;
  id: string;
  bearer: string | null;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

interface Answer {
  status: number;
  body?: unknown;
  bytes?: Buffer;
  headers?: Record<string, string>;
}

async function readRequest(request: IncomingMessage): Promise<Request> {
  const url = new URL(request.url!, 'http://flow.invalid');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const below = url.pathname.slice('/flow/v1'.length);
  const id = /^\/(?:uploads|media)\/([^/]+)/.exec(below)?.[1] ?? '';
  const name = `${request.method} ${id === '' ? below : below.replace(id, ':id')}`;
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
  return { name, query: url.searchParams, id, bearer, headers: request.headers, body: Buffer.concat(chunks) };
}

const refusal = (code: FlowErrorCode): Answer => ({
  status: flowErrors[code],
  body: { error: { code, message: code, reference: 'R-1234' } },
});

/** Starts one on loopback. */
export async function startScriptedService(options: ScriptOptions = {}): Promise<ScriptedService> {
  const script = createScript(options);
  const waiting = new Set<() => void>();
  script.onChange = () => {
    for (const wake of waiting) wake();
  };
  const answer = async (request: Request): Promise<Answer> => {
    if (request.name === 'POST /enter') {
      const entering = JSON.parse(request.body.toString()) as FlowEnterRequest;
      if (entering.token !== token) return refusal('link-unknown');
      script.language = entering.language ?? script.language;
      return { status: 200, body: { bearer: script.enter(), state: script.state() } };
    }
    if (request.name === 'POST /handoff/claim') {
      const { language } = script;
      return { status: 200, body: { ...inventedClaim, language: language ?? 'en' } };
    }
    const bearer = request.bearer;
    if (bearer === null || !script.bearers.has(bearer)) return refusal('bearer-invalid');
    if (request.name === 'GET /state') return poll(request, bearer);
    return act(script, request, bearer);
  };
  const poll = async ({ query }: Request, bearer: string): Promise<Answer> => {
    const since = query.get('since');
    if (since !== null && script.state(bearer).revision <= Number(since)) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, 2_000);
        waiting.add(wake);
      });
      if (script.state(bearer).revision <= Number(since)) return { status: 204 };
    }
    return { status: 200, body: script.state(bearer) };
  };
  const service: ScriptedService = {
    origin: '',
    link: `/v/${token}`,
    script,
    requests: [],
    fault: () => null,
    loseFile: () => false,
    inject: '',
    headers: {},
    brand: {},
    close: () => Promise.resolve(),
  };
  const serveFlow = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const request = await readRequest(incoming);
    service.requests.push(request.name);
    const fault = service.fault(request.name);
    if (fault === 'lose-request') {
      incoming.socket.destroy();
      return;
    }
    if (fault !== null && typeof fault === 'object' && 'delayMs' in fault)
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    const { status, body, bytes, headers } =
      fault !== null && typeof fault === 'object' && 'code' in fault
        ? refusal(fault.code)
        : await answer(request);
    if (fault === 'lose-answer') {
      incoming.socket.destroy();
      return;
    }
    const type = bytes === undefined ? 'application/json' : 'image/jpeg';
    outgoing.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers });
    outgoing.end(bytes ?? (body === undefined ? undefined : JSON.stringify(body)));
  };
  const serveFile = (pathname: string, outgoing: ServerResponse) => {
    if (service.loseFile(path.basename(pathname))) {
      outgoing.destroy();
      return;
    }
    const file = path.join(folder, 'assets', path.basename(pathname));
    const type = types[path.extname(file)] ?? 'text/plain';
    outgoing.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    outgoing.end(gzipSync(readFileSync(file)));
  };
  const servePage = (outgoing: ServerResponse, file: 'index.html' | 'preview.html' = 'index.html') => {
    const nonce = createHash('sha256').update(String(Math.random())).digest('base64');
    const page = readFileSync(path.join(folder, file), 'utf8')
      .replaceAll('{{nonce}}', nonce)
      .replaceAll('{{name}}', script.company)
      .replaceAll('{{company}}', script.company)
      .replaceAll('{{theme}}', '')
      .replaceAll('{{brand}}', JSON.stringify(service.brand))
      .replaceAll('{{language}}', 'en')
      .replaceAll('{{direction}}', 'ltr')
      .replaceAll('{{loading}}', 'One moment …')
      .replaceAll('{{noScript}}', 'This page needs JavaScript.')
      .replace('<title>', () => `<script nonce="${nonce}">${service.inject}</script><title>`);
    outgoing.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(nonce, service.origin),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      ...service.headers,
    });
    outgoing.end(page);
  };
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://flow.invalid');
    if (pathname.startsWith('/flow/assets/')) return serveFile(pathname, response);
    if (pathname.startsWith('/v/')) return servePage(response);
    if (pathname === previewPath) return servePage(response, 'preview.html');
    if (pathname.startsWith('/flow/v1/')) return void serveFlow(request, response);
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  service.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  service.close = async () => {
    const closed = once(server, 'close');
    for (const wake of waiting) wake();
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return service;
}

/** Runs one request of the protocol on the script. */
function act(script: Script, { name, id, body, headers }: Request, bearer: string): Answer {
  const json = () => JSON.parse(body.toString()) as never;
  const state = (): Answer => ({ status: 200, body: script.state(bearer) });
  const outcome = (done: FlowErrorCode | null): Answer => (done === null ? state() : refusal(done));
  switch (name) {
    case 'POST /start':
      return outcome(script.start(json()));
    case 'PUT /document':
      return outcome(script.choose(json()));
    case 'POST /uploads':
      return { status: 200, body: script.open(json()) };
    case 'PATCH /uploads/:id': {
      const taken = script.append(id, { offset: Number(headers['upload-offset']), bytes: body });
      return typeof taken === 'string'
        ? { ...refusal(taken), headers: { 'upload-offset': String(script.offset(id)) } }
        : { status: 200, body: taken };
    }
    case 'HEAD /uploads/:id':
      return { status: 200, headers: { 'upload-offset': String(script.offset(id)) } };
    case 'GET /media/:id/verdict':
      return { status: 200, body: script.verdict(id) };
    case 'GET /media/:id/preview':
      return { status: 200, bytes: script.bytes(id) };
    case 'POST /media/:id/accept':
      return outcome(script.accept(id));
    case 'POST /challenge':
      return { status: 200, body: script.draw() };
    case 'PUT /fields':
      return outcome(script.fill(json()));
    case 'POST /submit':
      return outcome(script.submit(json()));
    case 'POST /handoff':
      return { status: 200, body: { url: `https://verify.example.com${codePath}`, seconds: 60 } };
    case 'DELETE /handoff':
      script.handoff = null;
      script.change();
      return state();
    case 'POST /take-over':
      script.takeOver(bearer);
      return state();
    case 'POST /leave':
      script.left.push((json() as { reason: string }).reason);
      return { status: 204 };
    default:
      return refusal('not-found');
  }
}

/** A state as the page gets it. */
export type { FlowState };
