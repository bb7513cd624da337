import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http, { type IncomingMessage, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createDrain, type Drain, type DrainLimits } from './drain.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function start(limits: DrainLimits) {
  const server = http.createServer((request, response) => {
    request.resume();
    response.statusCode = request.url === '/readyz' && drain.isEnding() ? 503 : 200;
    request.on('end', () => response.end('answered'));
  });
  const drain: Drain = createDrain(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.closeAllConnections());
  return { server, drain, port: portOf(server) };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A connection that has already served one request. */
async function keptConnection(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  cleanups.push(() => socket.destroy());
  expect(await requestOn(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: keep-alive\r\n/);
  return socket;
}

/** @returns the response; empty if the connection ends without one */
async function requestOn(socket: net.Socket): Promise<string> {
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  return new Promise((resolve) => {
    socket.once('data', (piece: Buffer) => resolve(piece.toString()));
    socket.once('close', () => resolve(''));
    socket.once('error', () => resolve(''));
  });
}

describe('the end of a server', () => {
  it('continues to take connections while requests come, with a readiness that fails (F33)', async () => {
    const { drain, port } = await start({
      quietMs: 600,
      listenMs: 20_000,
      keptMs: 20_000,
      inFlightMs: 20_000,
    });
    const status = async (path: string) => {
      const { status: code, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      return [code, headers.get('connection')];
    };
    expect(await status('/readyz')).toEqual([200, 'keep-alive']);
    await keptConnection(port);
    const ended = drain.end();
    for (let n = 0; n < 5; n += 1) {
      await sleep(100);
      expect(await status('/')).toEqual([200, 'close']);
      expect(await status('/readyz')).toEqual([503, 'close']);
    }
    // Health checks alone do not delay it.
    const looks = setInterval(() => void status('/readyz').catch(() => {}), 100);
    await ended;
    clearInterval(looks);
    await expect(status('/')).rejects.toThrow('fetch failed');
  });

  it('answers what comes on kept connections, each for the last time, and takes no new ones (F33)', async () => {
    const { drain, port } = await start({ quietMs: 500, listenMs: 0, keptMs: 10_000, inFlightMs: 20_000 });
    const kept = await Promise.all(Array.from({ length: 5 }, () => keptConnection(port)));
    const ended = drain.end();
    await sleep(50);
    await expect(once(net.connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
    for (const socket of kept) {
      await sleep(50);
      expect(await requestOn(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\nConnection: close\r\n/);
    }
    await ended;
  });

  it('answers on connections that wait to be taken when it begins (F33)', async () => {
    const { drain, port } = await start({ quietMs: 300, listenMs: 0, keptMs: 10_000, inFlightMs: 20_000 });
    const program = `const net = require('node:net');
      let left = 30; let answered = 0;
      for (let n = 0; n < 30; n += 1) {
        const socket = net.connect(${port}, '127.0.0.1', () => socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n'));
        socket.once('data', () => (answered += 1));
        socket.on('error', () => {});
        socket.on('close', () => { left -= 1; if (left === 0) console.log(answered); });
      }`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    // The kernel accepts the connections while this thread sleeps.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    const [printed] = await Promise.all([text(child.stdout), drain.end()]);
    expect(printed).toBe('30\n');
  });

  it('closes idle connections once no request has come for a while', async () => {
    const { drain, port } = await start({ quietMs: 300, listenMs: 0, keptMs: 60_000, inFlightMs: 60_000 });
    const socket = await keptConnection(port);
    const closed = once(socket, 'close');
    const began = performance.now();
    await drain.end();
    await closed;
    expect(performance.now() - began).toBeGreaterThan(200);
  });

  it('finally closes them, however many requests arrive', async () => {
    const { server, drain, port } = await start({
      quietMs: 60_000,
      listenMs: 0,
      keptMs: 300,
      inFlightMs: 60_000,
    });
    const socket = await keptConnection(port);
    const closed = once(socket, 'close');
    await drain.end();
    await closed;
    expect(server.listening).toBe(false);
  });

  it('ends requests that are not finished in time', async () => {
    const { drain, port } = await start({ quietMs: 0, listenMs: 0, keptMs: 0, inFlightMs: 300 });
    const request = http.request({ port, method: 'POST', headers: { 'content-length': 10 } });
    const answer = once(request, 'response') as Promise<[IncomingMessage]>;
    request.write('{}');
    await sleep(100);
    const [failed] = await Promise.all([answer.catch((error: NodeJS.ErrnoException) => error), drain.end()]);
    expect(failed).toMatchObject({ code: 'ECONNRESET' });
  });

  it('is over at once where there is no connection, and the second time', async () => {
    const { drain } = await start({ quietMs: 60_000, listenMs: 60_000, keptMs: 60_000, inFlightMs: 60_000 });
    await drain.end();
    await drain.end();
  });
});
