import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsByDay } from '../support/engines.ts';
import { type HostileBody, hostileJson, hostileMedia } from '../support/hostile-bodies.ts';

/** A request may not hold the loop longer, in milliseconds of a processor that nobody else slows down. */
const most = 20;

interface Server {
  process: ChildProcess;
  port: number;
  /** Of a bare Node server in the same process, which reads bodies and drops them. */
  barePort: number;
  apiKey: string;
  secret: string;
  sessionId: string;
}

async function ask(server: Pick<Server, 'process'>, question: string): Promise<unknown> {
  server.process.send(question);
  const [answer] = (await once(server.process, 'message')) as [unknown];
  return answer;
}

/** The request as it goes over the wire. */
function requestOf(
  { bytes, pieces }: HostileBody,
  server: Server,
  { method, path, signed }: Route,
): Buffer[] {
  const signature = createHmac('sha256', signed ? server.secret : 'another')
    .update(bytes)
    .digest('hex');
  const length = pieces === null ? `Content-Length: ${bytes.length}` : 'Transfer-Encoding: chunked';
  const head = Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-AUTH-CLIENT: ${server.apiKey}\r\n` +
      `X-HMAC-SIGNATURE: ${signature}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
  );
  if (pieces === null) return [head, bytes];
  const chunks: Buffer[] = [head];
  for (let at = 0; at < bytes.length; at += pieces) {
    const chunk = bytes.subarray(at, at + pieces);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return [Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])];
}

interface Route {
  method: string;
  path: string;
  signed: boolean;
}

/** @returns status of the answer */
function send(port: number, request: readonly Buffer[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () => {
      for (const part of request) socket.write(part);
    });
    socket.setTimeout(60_000, () => socket.destroy(new Error('no answer within 60 s')));
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    // The server may close before it has read all: the answer counts.
    socket.on('error', (error) => (text === '' ? reject(error) : undefined));
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(text)?.[1] ?? 0)));
  });
}

describe('no request holds the event loop (S05)', () => {
  let server: Server;
  beforeAll(async () => {
    const child = fork('tools/run-ts.mjs', ['packages/service/test/support/watched-server.ts']);
    const [told] = (await once(child, 'message')) as [Omit<Server, 'process'>];
    server = { ...told, process: child };
    // Everything is compiled once before it is measured.
    for (const body of [...hostileJson.slice(0, 4), ...hostileMedia.slice(0, 4)])
      for (const route of routesOf(body)) await send(server.port, requestOf(body, server, route));
  });
  afterAll(() => void server.process.send('end'));

  /** A body under a wrong signature is read for its digest only, so what is parsed needs the right one. */
  const routesOf = (body: HostileBody): Route[] => {
    const session = `/v1/sessions/${server.sessionId}`;
    if (hostileMedia.includes(body))
      return [true, false].map((signed) => ({ method: 'POST', path: `${session}/media`, signed }));
    return [
      { method: 'POST', path: '/v1/sessions', signed: false },
      { method: 'POST', path: `${session}/collected-data`, signed: true },
      ...(body.pieces === null ? [] : [{ method: 'POST', path: `${session}/collected-data`, signed: false }]),
    ];
  };

  /** The longest turn of the loop while one request was answered. */
  async function watched(
    request: readonly Buffer[],
    port: number,
  ): Promise<{ status: number; longest: number }> {
    await ask(server, 'watch');
    const status = await send(port, request);
    return { status, longest: (await ask(server, 'longest')) as number };
  }

  /**
   * The shortest of five: a collection of garbage may fall into any one of them, but not into each.
   * @param bare the same beside each on the bare server, so that both see the machine as busy as it is; otherwise 0
   */
  async function shortest(
    request: readonly Buffer[],
    bare: boolean,
  ): Promise<{ ours: number; floor: number }> {
    let ours = Infinity;
    let floor = bare ? Infinity : 0;
    for (let again = 0; again < 5 && ours > most; again += 1) {
      if (bare) floor = Math.min(floor, (await watched(request, server.barePort)).longest);
      ours = Math.min(ours, (await watched(request, server.port)).longest);
    }
    return { ours, floor };
  }

  it('there are at least 60 hostile bodies', () => {
    expect(hostileJson.length + hostileMedia.length).toBeGreaterThanOrEqual(60);
  });

  // A byte a chunk takes Node's own parser tens of seconds.
  const byDay = rowsByDay([...hostileJson, ...hostileMedia], ({ name }) => !name.endsWith('of one byte'));
  it.each(byDay.map((body) => [body.name, body] as const))('%s', async (_name, body) => {
    for (const route of routesOf(body)) {
      const request = requestOf(body, server, route);
      const { status, longest } = await watched(request, server.port);
      expect([200, 201, 400, 401, 413]).toContain(status);
      if (longest <= most) continue;
      // Node's parser takes a call for each chunk, thousands of them in what one read of a socket brings.
      const { ours, floor } = await shortest(request, body.pieces !== null);
      expect(ours, `${route.path}, signed: ${route.signed}`).toBeLessThanOrEqual(Math.max(most, 3 * floor));
    }
  });
});
