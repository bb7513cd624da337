import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults that can happen to a request. */
export const gateFaults = [
  /** The connection breaks before the request has arrived. */
  'lost-request',
  /** The request is processed, but the connection breaks instead of the response. */
  'lost-answer',
  /** The connection breaks in the middle of the body. */
  'cut-body',
  /** 503 with `Retry-After`; the request is not processed. */
  'unavailable',
  /** A proxy's 502 in HTML; the request is not processed. */
  'bad-gateway',
  /** The request is processed twice; the second response is returned. */
  'twice',
  /** The response is late. */
  'slow',
] as const;
export type GateFault = (typeof gateFaults)[number];

/** Path to which pages of a journey report unhandled errors. */
export const reportPath = '/journey-report';

/** An HTTP proxy on loopback between the pages and the service that injects faults into requests of the flow. */
export interface FaultGate {
  origin: string;
  /** Sets the port of the service behind it. */
  leadTo(port: number): void;
  /** Chooses a fault for each request below `/flow/v1`; `null`: none. */
  chooseFaults(choose: () => GateFault | null): void;
  /** Number of injections of each fault. */
  injected: Map<GateFault, number>;
  /** Unhandled errors and rejections that pages reported. */
  reports: string[];
  close(): Promise<void>;
}

/** Opens a gate on a free port. */
export async function openFaultGate(): Promise<FaultGate> {
  const gate = {
    port: 0,
    choose: (): GateFault | null => null,
    injected: new Map<GateFault, number>(),
    reports: [] as string[],
  };
  const server = http.createServer((request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === reportPath) {
      void takeReport(gate.reports, request, response);
      return;
    }
    const fault = path.startsWith('/flow/v1') ? gate.choose() : null;
    if (fault !== null) gate.injected.set(fault, (gate.injected.get(fault) ?? 0) + 1);
    void pass(gate.port, { request, response, fault });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (port) => (gate.port = port),
    chooseFaults: (choose) => (gate.choose = choose),
    injected: gate.injected,
    reports: gate.reports,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function takeReport(
  reports: string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  reports.push((await bytesOf(request)).toString().slice(0, 2_000));
  response.writeHead(204).end();
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  fault: GateFault | null;
}

async function pass(port: number, { request, response, fault }: Passing): Promise<void> {
  if (fault === 'cut-body') request.once('data', () => response.destroy());
  if (fault === 'lost-request') response.destroy();
  const body = await bytesOf(request).catch(() => null);
  if (body === null || fault === 'cut-body') response.destroy();
  if (response.destroyed || body === null) return;
  if (fault === 'unavailable') {
    response.writeHead(503, { 'retry-after': '1' }).end();
    return;
  }
  try {
    if (fault === 'bad-gateway') throw new Error('as if the service were away');
    if (fault === 'twice') await forward(port, request, body);
    const answer = await forward(port, request, body);
    if (fault === 'lost-answer') {
      response.destroy();
      return;
    }
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_200));
    response.writeHead(answer.status, answer.headers).end(answer.body);
  } catch {
    // Behaves like a proxy whose upstream is down.
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<h1>502 Bad Gateway</h1>');
  }
}

async function forward(port: number, { method, url, headers }: IncomingMessage, body: Buffer) {
  const sent = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const { connection, 'transfer-encoding': coding, ...kept } = answer.headers;
  void connection;
  void coding;
  return { status: answer.statusCode ?? 502, headers: kept, body: await bytesOf(answer) };
}
