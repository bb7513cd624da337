import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startConsoleServer } from '../../src/console/console-server.ts';
import { createSignIns } from '../../src/console/sign-in.ts';
import { silent } from '../support/engines.ts';

it('the console ends connections that send half a request, so that its operator comes in (S08)', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-console-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  await fs.mkdir(path.join(folder, 'assets'));
  await fs.writeFile(path.join(folder, 'shell.html'), '<p>{{nonce}}</p>');
  const server = await startConsoleServer(
    {
      site: { origin: null },
      signIns: createSignIns(() => 0),
      folder,
      about: {},
      runVerb: () => Promise.reject(new Error('no verb is sent')),
      log: silent,
    },
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(() => server.close());
  let ended = 0;
  for (let at = 0; at < 64; at += 1) {
    const socket = net.connect(server.port, '127.0.0.1');
    socket.on('error', () => {}).on('close', () => (ended += 1));
    socket.resume().write('GET / HTTP/1.1\r\nHost:');
  }
  // Headers have 15 s; Node's own limit is a minute, looked at every half one.
  await expect.poll(() => ended, { timeout: 45_000 }).toBe(64);
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
});
