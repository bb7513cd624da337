import { describe, expect, it } from 'vitest';
import { connectionOf } from './mail-sender.ts';

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
