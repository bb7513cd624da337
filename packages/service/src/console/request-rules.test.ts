import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { siteOf } from './request-rules.ts';

const request = (host?: string) => ({ headers: host === undefined ? {} : { host } }) as IncomingMessage;

describe('the host of a console', () => {
  it.each([
    ['127.0.0.1:8090', 'http://127.0.0.1:8090'],
    ['127.0.0.2:8090', 'http://127.0.0.2:8090'],
    ['LOCALHOST:9000', 'http://localhost:9000'],
    ['[::1]:8090', 'http://[::1]:8090'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1.example.com:8090', null],
    ['localhost.example.com', null],
    ['10.0.0.5:8090', null],
    ['[::2]:8090', null],
    ['127.0.0.1:8090:80', null],
    ['localhost:65536', null],
    ['[127.0.0.1]:8090', null],
    ['', null],
    [undefined, null],
  ])('on the machine itself: %s is of %s', (host, site) => {
    expect(siteOf(request(host), { origin: null })).toBe(site);
  });

  it.each([
    ['console.example.com', 'https://console.example.com'],
    ['127.0.0.1:8090', null],
    ['other.example.com', null],
    [undefined, null],
  ])('behind a proxy: %s is of %s', (host, site) => {
    expect(siteOf(request(host), { origin: 'https://console.example.com' })).toBe(site);
  });
});
