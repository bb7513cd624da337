import net, { type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectionOf, sendMail } from './mail-sender.ts';

const mail = { to: 'ada@example.com', subject: 'Test', text: 'Test' };

/** A scripted mail server. @returns its address, and the number of its connections */
async function serverThat(play: (socket: net.Socket) => void) {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    play(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, open };
}

describe('a mail server that never finishes', () => {
  it.each([
    ['sends lines of its answer to EHLO now and then', '220 mail.example.com\r\n', '250-MORE\r\n'],
    ['sends lines of its greeting now and then', '', '220-mail.example.com\r\n'],
    ['sends nothing', '', ''],
  ])('is disconnected after the time for an e-mail: one that %s (S08)', async (_, greeting, drip) => {
    const { url, open } = await serverThat((socket) => {
      socket.write(greeting);
      const timer = setInterval(() => socket.write(drip), 100);
      socket.on('close', () => clearInterval(timer));
    });
    const outcome = await sendMail({ url, from: 'identity@example.com' }, mail, 1_500);
    expect(outcome).toEqual({ outcome: 'failed', reason: 'ETIMEDOUT' });
    await expect.poll(() => open.size, { timeout: 60_000 }).toBe(0);
  });

  it('is reported as refused where none listens', async () => {
    const outcome = await sendMail({ url: 'smtp://127.0.0.1:1', from: 'identity@example.com' }, mail);
    expect(outcome).toEqual({ outcome: 'failed', reason: 'ECONNREFUSED' });
  });
});

describe('the connection to the server of e-mail', () => {
  it.each([
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, secure: true }],
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, requireTLS: true }],
    ['smtp://10.0.0.5:25', { host: '10.0.0.5', port: 25, secure: false, requireTLS: true }],
    ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, secure: false, ignoreTLS: true }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025, secure: false, ignoreTLS: true }],
    ['smtp://localhost', { host: 'localhost', port: 587, secure: false, ignoreTLS: true }],
    [
      'smtps://ada%40example.com:p%3Ass@mail.example.com:2465',
      {
        host: 'mail.example.com',
        port: 2465,
        secure: true,
        auth: { user: 'ada@example.com', pass: 'p:ss' },
      },
    ],
  ])('of %s is encrypted wherever it leaves the machine', (url, expected) => {
    expect(connectionOf(url)).toEqual(expected);
  });
});
