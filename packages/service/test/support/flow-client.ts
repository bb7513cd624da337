import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  flowLanguages,
  type FlowContext,
  type FlowErrorBody,
  flowConsentVersion,
  type FlowState,
  type FlowUploadAnswer,
  type FlowVerdict,
} from '@countersign/contract';
import type { TestApi } from './api.ts';

/** Whatever sends requests to a service. */
export type Sender = Pick<TestApi, 'send'>;

/** An answer of the flow. */
export interface FlowAnswer<Body = FlowState & FlowErrorBody & FlowUploadAnswer & FlowVerdict> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  body: Body;
}

export interface FlowRequest {
  method?: string;
  /** Below `/flow/v1`. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  bearer?: string | null;
  /** As a trusted proxy names the end-user. */
  address?: string;
}

/** A page of the flow as the tests drive it: what a browser would send, and nothing else. */
export interface FlowPageClient {
  bearer: string;
  /** The state that entering gave. */
  entered: FlowState;
  send(request: FlowRequest): Promise<FlowAnswer>;
  state(): Promise<FlowState>;
  start(attempt?: number): Promise<FlowAnswer>;
  document(country: string, type: string): Promise<FlowAnswer>;
  /** Uploads a picture in parts, from where an earlier try broke off. @returns the id of the medium */
  upload(context: FlowContext, bytes: Buffer): Promise<string>;
  submit(attempt?: number, still?: boolean): Promise<FlowAnswer>;
}

export const facts = { auto: true, ms: 900, hints: { hold: 1 } };

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** What `POST /uploads` says about bytes. */
export const uploadOf = (context: string, bytes: Buffer, more: Record<string, unknown> = {}) => ({
  context,
  size: bytes.length,
  sha256: sha256(bytes),
  origin: 'camera',
  facts,
  challenge: null,
  ...more,
});

/** Sends one request to the flow's endpoints. */
export async function sendToFlow(api: Sender, request: FlowRequest): Promise<FlowAnswer> {
  const { method = 'GET', path: below, body, headers = {}, bearer = null, address } = request;
  const isBytes = Buffer.isBuffer(body);
  const answer = await api.send({
    method,
    path: `/flow/v1${below}`,
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...headers,
    },
    body: body === undefined ? undefined : isBytes ? body : Buffer.from(JSON.stringify(body)),
  });
  return { status: answer.status, headers: answer.headers, bytes: answer.bytes, body: answer.json as never };
}

export const enterBody = (token: string) => ({ token, language: 'et', embedded: false });

/** Enters a session by its link's token. @throws Error when it is refused */
export async function enterFlow(api: Sender, token: string, address?: string): Promise<FlowPageClient> {
  const where = address === undefined ? {} : { address };
  const entered = await sendToFlow(api, { method: 'POST', path: '/enter', body: enterBody(token), ...where });
  if (entered.status !== 200)
    throw new Error(`entering answered ${entered.status} ${entered.bytes.toString()}`);
  const { bearer, state } = entered.body as unknown as { bearer: string; state: FlowState };
  const send = (request: FlowRequest) => sendToFlow(api, { bearer, ...where, ...request });
  const consents = [{ type: 'biometric', version: flowConsentVersion, language: 'et' }];
  return {
    bearer,
    entered: state,
    send,
    state: async () => (await send({ path: '/state' })).body,
    start: (attempt = 1) => send({ method: 'POST', path: '/start', body: { attempt, consents } }),
    document: (country, type) => send({ method: 'PUT', path: '/document', body: { country, type } }),
    upload: (context, bytes) => uploadInParts(send, context, bytes),
    submit: (attempt = 1, still = false) =>
      send({ method: 'POST', path: '/submit', body: { attempt, still } }),
  };
}

async function uploadInParts(
  send: FlowPageClient['send'],
  context: FlowContext,
  bytes: Buffer,
): Promise<string> {
  let answer = await send({ method: 'POST', path: '/uploads', body: uploadOf(context, bytes) });
  while (answer.status === 200 && !answer.body.complete) {
    const { id, offset, partBytes } = answer.body;
    answer = await send({
      method: 'PATCH',
      path: `/uploads/${id}`,
      headers: { 'upload-offset': String(offset) },
      body: bytes.subarray(offset, offset + partBytes),
    });
  }
  if (answer.body.mediaId === null || answer.status !== 200)
    throw new Error(`the upload answered ${answer.status} ${answer.bytes.toString()}`);
  return answer.body.mediaId;
}

/** A page as it would be built, in a folder of its own. */
const shellText = (script: string) =>
  `<!doctype html><html lang="{{language}}" dir="{{direction}}"><head><title>{{name}}</title><style nonce="{{nonce}}">:root{--paper:#fff}{{theme}}</style>` +
  `<script type="application/json" id="brand" nonce="{{nonce}}">{{brand}}</script>` +
  `<script type="module" nonce="{{nonce}}" src="/flow/assets/${script}-0a1b2c3d.js"></script></head>` +
  `<body><span class="company">{{company}}</span><h1>{{loading}}</h1><main data-screen="F0">{{name}}</main></body></html>`;

export async function writeShell(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-flow-'));
  await fs.mkdir(path.join(folder, 'assets'));
  await fs.writeFile(path.join(folder, 'index.html'), shellText('main'));
  await fs.writeFile(path.join(folder, 'preview.html'), shellText('preview'));
  await fs.writeFile(path.join(folder, 'assets', 'main-0a1b2c3d.js'), 'export {};\n');
  const texts = flowLanguages.map((language) => [language, { loading: `… ${language}`, noScript: '' }]);
  await fs.writeFile(path.join(folder, 'shell-texts.json'), JSON.stringify(Object.fromEntries(texts)));
  return { folder, remove: () => fs.rm(folder, { recursive: true, force: true }) };
}
