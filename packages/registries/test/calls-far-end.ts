import net from 'node:net';
import type { CallContext, RegistryResult } from '@countersign/core';
import { createRegistryHttp, type RegistryHttpDeps } from '../src/calls/create-registry-http.ts';
import type { CallRecord, HttpAnswer, HttpQuestion, RegistryHttp } from '../src/calls/registry-http.ts';
import type { ConnectorOptions, Resilience } from '../src/registry-settings.ts';

/** One request as received. */
export interface ArrivedRequest {
  line: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
}

/** How the remote end handles a request; it may do anything to the socket. */
export type Behaviour = (socket: net.Socket, request: ArrivedRequest) => void;

export interface FarEnd {
  url: string;
  requests: ArrivedRequest[];
  close(): Promise<void>;
}

/** A registry that handles the n-th request with the n-th behaviour; the last one repeats. */
export async function startFarEnd(...behaviours: Behaviour[]): Promise<FarEnd> {
  const requests: ArrivedRequest[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let buffered = '';
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      const arrived = parse(buffered);
      if (!arrived) return;
      buffered = '';
      requests.push(arrived);
      behaviours[Math.min(requests.length, behaviours.length) - 1]?.(socket, arrived);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function parse(text: string): ArrivedRequest | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  return body.length < Number(headers['content-length'] ?? 0) ? null : { line, headers, body };
}

/** Limits for an unresponsive remote end. */
export const impatient = { dataMs: 2_000, biometricMs: 2_000 };

/** A complete response. */
export const reply =
  (status: number, body = '{}', headers: Record<string, string> = {}): Behaviour =>
  (socket) =>
    socket.write(head(status, { 'content-length': String(Buffer.byteLength(body)), ...headers }) + body);

/** A response head alone. */
export const head = (status: number, headers: Record<string, string>): string =>
  [
    `HTTP/1.1 ${status} Anything`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

export const hang: Behaviour = () => {};
export const reset: Behaviour = (socket) => socket.resetAndDestroy();

/** No retries and no breaker unless a test enables them; generous limits for a busy machine. */
export const limits: Resilience = {
  connectMs: 3_000,
  dataMs: 5_000,
  biometricMs: 5_000,
  overallMs: 20_000,
  retries: 0,
  retryMinMs: 1,
  retryMaxMs: 2,
  retryAfterMaxMs: 10_000,
  breaker: null,
  responseBytes: 1_000,
  concurrency: 16,
};

export interface Connected {
  http: RegistryHttp;
  records: CallRecord[];
  /** Waits before retries, in milliseconds, recorded without actually waiting. */
  waits: number[];
  bugs: unknown[];
}

/** The connection to a remote end, with time, randomness and secrets controlled by the test. */
export function connectTo(
  url: string,
  {
    resilience = {},
    auth = { type: 'none' },
    deps = {},
  }: {
    resilience?: Partial<Resilience>;
    auth?: ConnectorOptions['auth'];
    deps?: Partial<RegistryHttpDeps>;
  } = {},
): Connected {
  const records: CallRecord[] = [];
  const waits: number[] = [];
  const bugs: unknown[] = [];
  const http = createRegistryHttp(
    { baseUrl: url, auth, resilience: { ...limits, ...resilience } },
    {
      connector: 'tested',
      readSecret: (reference) => reference.replace('env:', ''),
      onCall: (record) => records.push(record),
      onBug: (bug) => bugs.push(bug),
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
      ...deps,
    },
  );
  return { http, records, waits, bugs };
}

export const context = (
  overMs = 20_000,
  signal: CallContext['signal'] = new AbortController().signal,
): CallContext => ({
  signal,
  deadline: new Date(Date.now() + overMs).toISOString(),
  correlationId: '5f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44',
});

export const question: HttpQuestion = {
  route: 'xx.check',
  method: 'POST',
  path: '/check',
  body: '{"asked":true}',
  kind: 'data',
  repeat: 'data',
};

/** The simplest parser: anything received is the answer. */
export const readStatus = ({ at, status }: HttpAnswer): RegistryResult<number> => ({
  kind: 'answered',
  at,
  answer: status,
});
