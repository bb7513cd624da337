import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as plainRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { download, type DownloadSpec, type Transport } from '../../src/lists/download.ts';

let folder: string;
let server: Server | undefined;
const asked: string[] = [];
const waits: number[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'screening-download-'));
  asked.length = 0;
  waits.length = 0;
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A publisher at `lists.example`; every https request goes to a local server. */
async function publisher(answer: RequestListener): Promise<Transport> {
  const started = createServer((request, response) => {
    asked.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    answer(request, response);
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  const { port } = started.address() as AddressInfo;
  const request = ((url: URL, { headers, timeout }: { headers: Record<string, string>; timeout: number }) =>
    plainRequest({
      host: '127.0.0.1',
      port,
      path: url.pathname,
      headers: { ...headers, host: url.host },
      timeout,
    })) as never;
  return { request, isAllowedAddress: () => true, wait: (time) => Promise.resolve(waits.push(time)) };
}

function spec(change: Partial<DownloadSpec> = {}): DownloadSpec {
  return {
    url: 'https://lists.example/list.csv',
    file: path.join(folder, 'list.csv'),
    hosts: ['lists.example'],
    validators: { etag: null, lastModified: null },
    ...change,
  };
}

describe('downloading a list', () => {
  it('puts the file in place and says what is known of it', async () => {
    const transport = await publisher((_, response) => {
      response
        .writeHead(200, { etag: '"v1"', 'last-modified': 'Thu, 01 Oct 2026 00:00:00 GMT' })
        .end('a,b\n');
    });
    expect(await download(spec(), transport)).toEqual({
      unchanged: false,
      bytes: 4,
      sha256: createHash('sha256').update('a,b\n').digest('hex'),
      etag: '"v1"',
      lastModified: 'Thu, 01 Oct 2026 00:00:00 GMT',
    });
    expect(await readFile(path.join(folder, 'list.csv'), 'utf8')).toBe('a,b\n');
    expect(await readdir(folder)).toEqual(['list.csv']);
  });

  it('asks for changes only', async () => {
    const transport = await publisher((request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200).end();
    });
    const validators = { etag: '"v1"', lastModified: null };
    expect(await download(spec({ validators }), transport)).toEqual({ unchanged: true });
  });

  it.each<[string, RequestListener, string, number]>([
    ['a web page', (_, response) => response.end('<!DOCTYPE html><html>busy</html>'), 'a web page came', 4],
    [
      'a page by its type',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('busy'),
      'a web page came',
      4,
    ],
    ['nothing', (_, response) => response.end(), 'nothing came', 4],
    ['an error of the server', (_, response) => response.writeHead(503).end(), 'status 503', 4],
    ['a list that is gone', (_, response) => response.writeHead(404).end(), 'status 404', 1],
    [
      'half a list',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('a,b\n', () => response.destroy());
      },
      'cannot be downloaded',
      4,
    ],
    ['a checksum that differs', (_, response) => response.end('a,c\n'), 'the checksum', 4],
    ['too much', (_, response) => response.end('x'.repeat(2000)), 'more than 1000 bytes', 1],
    [
      'a host that is not configured',
      (_, response) => redirect(response, 'https://other.example/'),
      'host other.example is not',
      1,
    ],
    [
      'an address without https',
      (_, response) => redirect(response, 'http://lists.example/'),
      'is not https',
      1,
    ],
    ['too many redirects', (_, response) => redirect(response, '/again'), 'more than 3 times', 4],
    ['silence', () => undefined, 'no answer for 50 ms', 4],
  ])('refuses %s and keeps what was there', async (_, answer, reason, requests) => {
    const transport = await publisher(answer);
    await writeFile(path.join(folder, 'list.csv'), 'old');
    const refused = download(spec({ sha256: '00'.repeat(32), maximal: 1000, timeout: 50 }), transport);
    await expect(refused).rejects.toThrow(reason);
    expect(asked).toHaveLength(requests);
    expect(await readdir(folder)).toEqual(['list.csv']);
    expect(await readFile(path.join(folder, 'list.csv'), 'utf8')).toBe('old');
  });

  it('waits longer before each new attempt', async () => {
    let requests = 0;
    const transport = await publisher((_, response) => {
      requests += 1;
      response.writeHead(requests < 4 ? 500 : 200).end('a,b\n');
    });
    expect(await download(spec(), transport)).toMatchObject({ unchanged: false, bytes: 4 });
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  it('follows redirects to configured hosts', async () => {
    const transport = await publisher((request, response) => {
      if (request.url === '/list.csv') redirect(response, 'https://files.example/real.csv');
      else response.end('a,b\n');
    });
    await download(spec({ hosts: ['lists.example', 'files.example'] }), transport);
    expect(asked).toEqual(['lists.example/list.csv', 'files.example/real.csv']);
  });

  it.each([
    ['http://lists.example/', 'is not https'],
    ['https://lists.example:8443/', 'host lists.example:8443 is not configured'],
    ['https://user:secret@lists.example/', 'a password in its address'],
    ['https://127.0.0.1/', '127.0.0.1 is no public address'],
    ['https://[::1]/', '[::1] is no public address'],
    ['nonsense', 'nonsense is no address'],
  ])('never asks %s', async (url, reason) => {
    await expect(download(spec({ url, hosts: ['lists.example', '127.0.0.1', '[::1]'] }))).rejects.toThrow(
      reason,
    );
  });
});

function redirect(response: Parameters<RequestListener>[1], location: string): void {
  response.writeHead(302, { location }).end();
}
