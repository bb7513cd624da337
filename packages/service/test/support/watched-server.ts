// A server in a process of its own that watches its event loop; asked over the process's channel.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApi } from './api.ts';
import { openTestDatabase } from './engines.ts';

/** Milliseconds of the longest turn of the loop since it was last asked, by the clock and by the processor, the lesser. */
let longest = 0;
let watching = false;
let last = { at: 0, cpu: 0 };

const now = () => {
  const { user, system } = process.cpuUsage();
  return { at: performance.now(), cpu: (user + system) / 1000 };
};

/** Others may have the processor for a while; then the processor's time says less. Other threads may work; then the clock does. */
function turn(): void {
  const next = now();
  longest = Math.max(longest, Math.min(next.at - last.at, next.cpu - last.cpu));
  last = next;
  if (watching) setImmediate(turn);
}

const api = await startApi(await openTestDatabase('pglite'));
const client = await api.integrate();
const sessionId = await client.createSession();

const bare = http.createServer((request, response) => {
  request.resume().on('end', () => response.end());
});
await new Promise<void>((listening) => bare.listen(0, '127.0.0.1', listening));
const { port: barePort } = bare.address() as AddressInfo;

process.on('message', (question) => {
  if (question === 'watch') {
    longest = 0;
    watching = true;
    last = now();
    setImmediate(turn);
    process.send?.('watching');
  } else if (question === 'longest') {
    watching = false;
    process.send?.(longest);
  } else process.exit(0);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: api.port, barePort, apiKey: client.apiKey, secret: client.secret, sessionId });
