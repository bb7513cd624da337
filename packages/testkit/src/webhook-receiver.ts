import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { patienceMs } from './patience.ts';

/** A request as it arrived. */
export interface ReceivedWebhook {
  /** Milliseconds since 1970. */
  at: number;
  path: string;
  headers: http.IncomingHttpHeaders;
  /** The exact bytes. */
  body: Buffer;
  /** `webhook-id`. */
  id: string;
  /** `webhook-attempt`. */
  attempt: number;
  /** Both signatures match one of the receiver's secrets; `null` if it has none. */
  verified: boolean | null;
}

/** How the receiver responds: normally, or in one of the ways in which a server can be broken. */
export type Behaviour =
  | { status: number; headers?: Record<string, string>; body?: string }
  /** Accepts the request and never responds. */
  | 'hang'
  /** Sends its response head one byte at a time, endlessly. */
  | 'drip-head'
  /** 200, then a body of one byte every 100 ms, endlessly. */
  | 'drip-body'
  /** 200, then a body that is cut off. */
  | 'break-body'
  /** 200, then an endless body, as fast as possible. */
  | 'endless-body'
  /** Resets the connection before the first byte. */
  | 'reset'
  /** Breaks the connection within the response head. */
  | 'reset-in-head'
  /** Sends endless response headers. */
  | 'huge-head'
  /** Responds with something other than HTTP. */
  | 'not-http';

export interface WebhookReceiver {
  /** Base URL, without a slash at the end. */
  url: string;
  port: number;
  /** Everything received, in order. */
  received: ReceivedWebhook[];
  /** Bytes of response bodies that clients have accepted, for the endless ones. */
  bytesSent(): number;
  /** Number of connections accepted so far. */
  connections(): number;
  /** Sets how it responds from now on. */
  behave(behaviour: Behaviour | ((webhook: ReceivedWebhook) => Behaviour | Promise<Behaviour>)): void;
  /** Sets the current secrets, master first; an empty list disables verification. */
  trust(secrets: string[]): void;
  /** Sets the current secrets of one integration, by its API key; others keep those of `trust`. */
  trustClient(apiKey: string, secrets: string[]): void;
  /** Waits until at least `count` requests (that satisfy `which`) have arrived. @throws Error after `ms` */
  waitFor(
    count: number,
    which?: (webhook: ReceivedWebhook) => boolean,
    ms?: number,
  ): Promise<ReceivedWebhook[]>;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  secrets?: string[];
  /** PEM; enables HTTPS. */
  tls?: { key: string; cert: string };
}

/** Starts a recording receiver on a free port of 127.0.0.1 that responds with 200. */
export async function startWebhookReceiver({
  secrets = [],
  tls,
}: ReceiverOptions = {}): Promise<WebhookReceiver> {
  const state: State = {
    secrets,
    clients: new Map(),
    received: [],
    waiting: new Set(),
    sockets: new Set(),
    bytes: 0,
    connections: 0,
    behave: () => ({ status: 200 }),
  };
  const listener: http.RequestListener = (request, response) => receive(state, request, response);
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.on('connection', (socket: Socket) => {
    state.connections += 1;
    state.sockets.add(socket.on('error', () => {}));
    socket.on('close', () => state.sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    received: state.received,
    bytesSent: () => state.bytes,
    connections: () => state.connections,
    behave(behaviour) {
      state.behave = typeof behaviour === 'function' ? behaviour : () => behaviour;
    },
    trust(trusted) {
      state.secrets = trusted;
    },
    trustClient(apiKey, trusted) {
      state.clients.set(apiKey, trusted);
    },
    waitFor: (count, which = () => true, ms = patienceMs) => waitFor(state, { count, ms, which }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of state.sockets) socket.destroy();
      }),
  };
}

interface State {
  secrets: string[];
  clients: Map<string, string[]>;
  received: ReceivedWebhook[];
  waiting: Set<() => void>;
  sockets: Set<Socket>;
  bytes: number;
  connections: number;
  behave(webhook: ReceivedWebhook): Behaviour | Promise<Behaviour>;
}

function receive(state: State, request: http.IncomingMessage, response: http.ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const webhook = describeRequest(request, Buffer.concat(chunks), secretsFor(request, state));
    state.received.push(webhook);
    for (const check of state.waiting) check();
    void Promise.resolve(state.behave(webhook)).then((behaviour) => answer(response, behaviour, state));
  });
}

const secretsFor = ({ headers }: http.IncomingMessage, { clients, secrets }: State): string[] =>
  clients.get(String(headers['x-auth-client'])) ?? secrets;

interface Expectation {
  count: number;
  ms: number;
  which: (webhook: ReceivedWebhook) => boolean;
}

function waitFor(
  { received, waiting }: State,
  { count, ms, which }: Expectation,
): Promise<ReceivedWebhook[]> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(check);
    };
    const check = () => {
      const found = received.filter(which);
      if (found.length < count) return;
      end();
      resolve(found);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`received ${received.filter(which).length} of ${count} webhooks in ${ms} ms`));
    }, ms);
    waiting.add(check);
    check();
  });
}

function describeRequest(request: http.IncomingMessage, body: Buffer, secrets: string[]): ReceivedWebhook {
  const { headers, url = '/' } = request;
  return {
    at: Date.now(),
    path: url,
    headers,
    body,
    id: String(headers['webhook-id']),
    attempt: Number(headers['webhook-attempt']),
    verified: secrets.length === 0 ? null : verify(headers, body, secrets),
  };
}

/** Verifies like a client: the master's signature of the body, and one entry of the Standard Webhooks header per key. */
function verify(headers: http.IncomingHttpHeaders, body: Buffer, secrets: string[]): boolean {
  const [master = ''] = secrets;
  const digest = createHmac('sha256', master).update(body).digest('hex');
  const signed = Buffer.concat([
    Buffer.from(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`),
    body,
  ]);
  const entries = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  return (
    Buffer.from(digest).equals(Buffer.from(String(headers['x-hmac-signature']))) &&
    headers['vrf-hmac-signature'] === headers['x-hmac-signature'] &&
    headers['webhook-signature'] === entries.join(' ')
  );
}

function answer(response: http.ServerResponse, behaviour: Behaviour, state: State): void {
  const { socket } = response;
  if (typeof behaviour === 'object') {
    response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? '');
    return;
  }
  if (!socket || behaviour === 'hang') return;
  raw[behaviour](socket, state);
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n';

const raw: Record<Exclude<Behaviour, object | 'hang'>, (socket: Socket, state: State) => void> = {
  'drip-head': (socket) => drip(socket, `${head}x-long: ${'y'.repeat(10_000)}`),
  'drip-body': (socket) => {
    socket.write(`${head}content-length: 1000000\r\n\r\n`);
    drip(socket, 'z'.repeat(100_000));
  },
  'break-body': (socket) => void socket.end(`${head}content-length: 1000\r\n\r\nonly this`),
  'endless-body': (socket, state) => {
    socket.write(`${head}content-length: 100000000000\r\n\r\n`);
    flood(socket, Buffer.alloc(16_384, 'e'), state);
  },
  reset: (socket) => void socket.resetAndDestroy(),
  'reset-in-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-ty');
    setTimeout(() => socket.resetAndDestroy(), 50);
  },
  'huge-head': (socket, state) => {
    socket.write(head);
    flood(socket, Buffer.from(`x-filler: ${'h'.repeat(1000)}\r\n`.repeat(16)), state);
  },
  'not-http': (socket) => void socket.end('220 mail.example ESMTP\r\n'),
};

function drip(socket: Socket, text: string): void {
  let index = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text[index++ % text.length] ?? '');
  }, 100);
}

function flood(socket: Socket, chunk: Buffer, state: State): void {
  const write = () => {
    while (!socket.destroyed) {
      state.bytes += chunk.length;
      if (socket.write(chunk)) continue;
      socket.once('drain', write);
      return;
    }
  };
  write();
}
