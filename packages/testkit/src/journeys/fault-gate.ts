import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What may happen to one request on its way. */
export const gateFaults = [
  /** The connection breaks before the request has arrived. */
  'lost-request',
  /** The request is carried out, and the connection breaks instead of its answer. */
  'lost-answer',
  /** The connection breaks in the middle of the body. */
  'cut-body',
  /** 503 with `Retry-After`, and nothing is done. */
  'unavailable',
  /** A proxy's 502 in HTML, and nothing is done. */
  'bad-gateway',
  /** The request is carried out twice; the second answer is sent. */
  'twice',
  /** The answer comes late. */
  'slow',
] as const;
export type GateFault = (typeof gateFaults)[number];

/** Where pages of a journey report what nobody handled. */
export const reportPath = '/journey-report';

/** An HTTP proxy on the loopback interface between the pages and the service, at which requests of the flow meet faults. */
export interface FaultGate {
  origin: string;
  /** The service behind it. */
  leadTo(port: number): void;
  /** Decides for each request below `/flow/v1` what happens to it; `null`: nothing. */
  chooseFaults(choose: () => GateFault | null): void;
  /** How often each fault was met. */
  injected: Map<GateFault, number>;
  /** What pages reported: errors and rejections that nothing handled. */
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
    // As a proxy whose far end is gone.
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
