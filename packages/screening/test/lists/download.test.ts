import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { publicAddresses, publicAndLoopback, publisherUrls, type ResolveName } from '@countersign/outbound';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testCertificate } from '../../../outbound/test/certificate.ts';
import { download, type DownloadSpec, type Transport } from '../../src/lists/download.ts';

let folder: string;
let server: Server | undefined;
let port = 0;
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

/** A publisher at `lists.example` and `files.example`, which are this machine. */
async function publisher(
  answer: RequestListener,
  resolve: ResolveName = async () => ['127.0.0.1'],
): Promise<Transport> {
  const started = createServer(testCertificate, (request, response) => {
    asked.push(`${request.headers.host?.replace(`:${port}`, '') ?? ''}${request.url ?? ''}`);
    answer(request, response);
  });
  server = started;
  await new Promise<void>((listening) => {
    started.listen(0, '127.0.0.1', listening);
  });
  port = (started.address() as AddressInfo).port;
  return {
    resolve,
    urls: { ...publisherUrls, addresses: publicAndLoopback },
    authorities: [testCertificate.cert],
    wait: (time) => Promise.resolve(waits.push(time)),
  };
}

function spec(change: Partial<DownloadSpec> = {}): DownloadSpec {
  return {
    url: `https://lists.example:${port}/list.csv`,
    file: path.join(folder, 'list.csv'),
    hosts: [`lists.example:${port}`],
    validators: { etag: null, lastModified: null },
    ...change,
  };
}

describe('a publisher whose answer never ends', () => {
  it.each([
    ['sends on', 302, { location: '/other.csv' }, 'a,b\n'],
    ['fails', 404, {}, 'refused'],
    ['sends a web page', 200, { 'content-type': 'text/html' }, 'refused'],
  ])('is left once the answer is judged: one that %s (S08)', async (_, status, headers, expected) => {
    let dripping = 0;
    const transport = await publisher((request, response) => {
      if (request.url === '/other.csv') {
        response.end('a,b\n');
        return;
      }
      dripping += 1;
      response.writeHead(status, headers);
      const timer = setInterval(() => response.write('x'.repeat(1000)), 20);
      response.on('close', () => {
        clearInterval(timer);
        dripping -= 1;
      });
    });
    const outcome = await download(spec({ retries: 0 }), transport).then(
      () => readFile(path.join(folder, 'list.csv'), 'utf8'),
      () => 'refused',
    );
    expect(outcome).toBe(expected);
    await expect.poll(() => dripping, { timeout: 5_000 }).toBe(0);
  });
});

describe('downloading a list', () => {
  it('stores the file and returns its metadata', async () => {
    const transport = await publisher((_, response) => {
      response
        .writeHead(200, { etag: '"v1"', 'last-modified': 'Thu, 01 Oct 2026 00:00:00 GMT', age: '3600' })
        .end('a,b\n');
    });
    expect(await download(spec(), transport)).toEqual({
      unchanged: false,
      bytes: 4,
      sha256: createHash('sha256').update('a,b\n').digest('hex'),
      age: 3_600,
      etag: '"v1"',
      lastModified: 'Thu, 01 Oct 2026 00:00:00 GMT',
    });
    expect(await readFile(path.join(folder, 'list.csv'), 'utf8')).toBe('a,b\n');
    expect(await readdir(folder)).toEqual(['list.csv']);
  });

  it('requests the file only if it has changed', async () => {
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
      'other.example: must be one of "hosts" in sources.json',
      1,
    ],
    [
      'an address without https',
      (_, response) => redirect(response, `http://lists.example:${port}/`),
      'must begin with https',
      1,
    ],
    ['too many redirects', (_, response) => redirect(response, '/again'), 'more than 3 times', 4],
  ])('refuses %s and keeps what was there', async (_, answer, reason, requests) => {
    const transport = await publisher(answer);
    await writeFile(path.join(folder, 'list.csv'), 'old');
    const refused = download(spec({ sha256: '00'.repeat(32), maximal: 1000 }), transport);
    await expect(refused).rejects.toThrow(reason);
    expect(asked).toHaveLength(requests);
    expect(await readdir(folder)).toEqual(['list.csv']);
    expect(await readFile(path.join(folder, 'list.csv'), 'utf8')).toBe('old');
  });

  it('leaves no temporary file behind however slowly the file system opens one', async () => {
    // A named pipe opens for writing once somebody reads it, so this one opens when the test lets it.
    const slowFile = path.join(folder, 'slow');
    const temporary = path.join(folder, `list.csv.${String(process.pid)}.part`);
    execFileSync('mkfifo', [slowFile]);
    await link(slowFile, temporary);
    const transport = await publisher((_, response) => response.end('x'.repeat(2000)));
    const refused = download(spec({ maximal: 1000 }), transport);
    let settled = false;
    const settling = refused.catch(() => undefined).then(() => (settled = true));
    await Promise.race([settling, pause(500)]);
    const beforeOpen = settled;
    await (await open(slowFile, 'r')).close();
    await expect(refused).rejects.toThrow('more than 1000 bytes');
    expect(beforeOpen).toBe(false);
    expect(await readdir(folder)).toEqual(['slow']);
  });

  it('refuses a publisher that does not answer, and keeps the existing file', async () => {
    const transport = await publisher(() => undefined);
    await writeFile(path.join(folder, 'list.csv'), 'old');
    await expect(download(spec({ timeout: 1_500, retries: 1 }), transport)).rejects.toThrow(
      'no answer for 1500 ms',
    );
    expect(asked).toHaveLength(2);
    expect(await readFile(path.join(folder, 'list.csv'), 'utf8')).toBe('old');
  });

  it('ends a publisher that sends a byte now and then, at the limit for the whole download (S08)', async () => {
    const transport = await publisher((_, response) => {
      const drip = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(drip));
    });
    await writeFile(path.join(folder, 'list.csv'), 'old');
    const started = performance.now();
    await expect(download(spec({ totalTimeout: 2_000, timeout: 10_000 }), transport)).rejects.toThrow(
      `https://lists.example:${port}/list.csv: the download must end within 2000 ms`,
    );
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(asked).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['list.csv']);
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
      if (request.url === '/list.csv') redirect(response, `https://files.example:${port}/real.csv`);
      else response.end('a,b\n');
    });
    await download(spec({ hosts: [`lists.example:${port}`, `files.example:${port}`] }), transport);
    expect(asked).toEqual(['lists.example/list.csv', 'files.example/real.csv']);
  });

  it.each([
    ['http://lists.example/', 'must begin with https'],
    ['https://lists.example:8443/', 'lists.example:8443: must be one of "hosts" in sources.json'],
    ['https://user:secret@lists.example/', 'lists.example: URL must not contain credentials'],
    ['https://127.0.0.1/', '127.0.0.1: must be a public address'],
    ['https://[::1]/', '[::1]: must be a public address'],
    ['nonsense', 'nonsense: must be a URL'],
  ])('never requests %s', async (url, reason) => {
    await expect(download(spec({ url, hosts: ['lists.example', '127.0.0.1', '[::1]'] }))).rejects.toThrow(
      reason,
    );
  });
});

describe('a list whose end the publisher does not state', () => {
  const untilClosed =
    (body: Buffer): RequestListener =>
    (_, { socket }) =>
      socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'), body]));

  it('is refused, since a truncated list would pass for a whole one', async () => {
    const transport = await publisher(untilClosed(Buffer.from('1,Velmar Orsintho\n2,Torvin Ash')));
    await expect(download(spec(), transport)).rejects.toThrow(
      /^https:\/\/lists\.example:\d+\/list\.csv: must come with its length, or in chunks; a list that breaks off would look whole$/,
    );
    expect(asked.length).toBe(1);
  });

  it.each([
    ['XML', Buffer.from('<?xml version="1.0"?><list></list>')],
    ['gzip', gzipSync('1,Velmar Orsintho\n')],
  ])('is accepted as %s, whose end is marked', async (_, body) => {
    const transport = await publisher(untilClosed(body));
    expect(await download(spec(), transport)).toMatchObject({ unchanged: false, bytes: body.length });
  });
});

describe('the token in an address', () => {
  it.each<[string, RequestListener]>([
    ['an error', (_, response) => response.writeHead(503).end()],
    ['a refusal', (_, response) => response.writeHead(401).end()],
    ['a redirect to nowhere', (_, response) => response.writeHead(302).end()],
    ['too many redirects', (_, response) => redirect(response, '?token=se:cret')],
    ['another scheme', (_, response) => redirect(response, 'http://lists.example/?token=se:cret')],
  ])('is in no message about %s', async (_, answer) => {
    const transport = await publisher(answer);
    const url = `https://lists.example:${port}/list.csv?token=se:cret`;
    const message = await download(spec({ url, retries: 0 }), transport).catch(String);
    expect(message).toMatch(/^RefusedSource: https?:\/\/lists\.example/);
    expect(message).not.toContain('cret');
  });
});

describe('where a list is downloaded from', () => {
  const list: RequestListener = (_, response) => response.end('a,b\n');
  /** This machine stands for a public address; whatever else is private stays so. */
  const thisMachine = {
    ...publisherUrls,
    addresses: { ...publicAddresses, networks: ['127.0.0.1/32'] },
  };
  const answering = (...answers: string[][]) => {
    const lookUps: string[] = [];
    const resolve: ResolveName = async (name) => {
      lookUps.push(name);
      return answers.shift() ?? [];
    };
    return { lookUps, resolve };
  };

  it.each([
    ['127.0.0.1', '10.0.0.7'],
    ['127.0.0.1', '169.254.169.254'],
    ['127.0.0.1', '168.63.129.16'],
    ['127.0.0.1', '64:ff9b::a00:1'],
    ['127.0.0.1', '::ffff:10.0.0.7'],
    ['10.0.0.7', '127.0.0.1'],
    ['fd00:ec2::254'],
  ])('sends no request when one of its addresses is private: %s %s (S08)', async (...addresses) => {
    const { resolve, lookUps } = answering(addresses);
    const transport = { ...(await publisher(list, resolve)), urls: thisMachine };
    await expect(download(spec(), transport)).rejects.toThrow(
      `lists.example:${port} leads to an address that is not public`,
    );
    expect([asked, lookUps, waits]).toEqual([[], ['lists.example'], []]);
  });

  it('resolves a name anew for a redirect, and sends no request when it has become private (S08)', async () => {
    const { resolve, lookUps } = answering(['127.0.0.1'], ['10.0.0.7']);
    const again: RequestListener = (_, response) => redirect(response, '/real.csv');
    const transport = { ...(await publisher(again, resolve)), urls: thisMachine };
    await writeFile(path.join(folder, 'list.csv'), 'old');
    await expect(download(spec(), transport)).rejects.toThrow('leads to an address that is not public');
    expect([asked, lookUps]).toEqual([['lists.example/list.csv'], ['lists.example', 'lists.example']]);
    expect(await readFile(path.join(folder, 'list.csv'), 'utf8')).toBe('old');
  });

  it('resolves a name anew for a retry, and sends no request when it has become private (S08)', async () => {
    const { resolve } = answering(['127.0.0.1'], ['127.0.0.2']);
    const busy: RequestListener = (_, response) => response.writeHead(503).end();
    const transport = { ...(await publisher(busy, resolve)), urls: thisMachine };
    await expect(download(spec(), transport)).rejects.toThrow('leads to an address that is not public');
    expect([asked, waits]).toEqual([['lists.example/list.csv'], [1000]]);
  });

  it.each([
    ['https://169.254.169.254/latest', '169.254.169.254: must be a public address'],
    ['https://0x7f.2/', '127.0.0.2: must be a public address'],
    ['https://[64:ff9b::a00:1]/', '[64:ff9b::a00:1]: must be a public address'],
    ['https://user:word@files.example/', 'files.example: URL must not contain credentials'],
    ['file:///etc/passwd', 'file:///etc/passwd: must begin with https'],
  ])('judges where a redirect leads: %s (S08)', async (location, reason) => {
    const { resolve, lookUps } = answering(['127.0.0.1']);
    const elsewhere: RequestListener = (_, response) => redirect(response, location);
    const transport = { ...(await publisher(elsewhere, resolve)), urls: thisMachine };
    const hosts = [
      `lists.example:${port}`,
      '169.254.169.254',
      '127.0.0.2',
      '[64:ff9b::a00:1]',
      'files.example',
    ];
    await expect(download(spec({ hosts }), transport)).rejects.toThrow(reason);
    expect([asked, lookUps]).toEqual([['lists.example/list.csv'], ['lists.example']]);
  });

  it('refuses a certificate that names another host, or without a trusted issuer', async () => {
    const transport = await publisher(list);
    const other = spec({ url: `https://other.example:${port}/`, hosts: [`other.example:${port}`] });
    await expect(download(other, transport)).rejects.toThrow(/altnames/);
    await expect(download(spec(), { ...transport, authorities: [] })).rejects.toThrow(/self-signed/);
    expect(asked).toEqual([]);
  });

  it('tries again when a name is not found', async () => {
    const missing = Object.assign(new Error('getaddrinfo ENOTFOUND lists.example'), { code: 'ENOTFOUND' });
    const transport = await publisher(list, () => Promise.reject(missing));
    await expect(download(spec(), transport)).rejects.toThrow(
      `https://lists.example:${port}/list.csv cannot be downloaded: getaddrinfo ENOTFOUND lists.example`,
    );
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  it('ends in time although a look-up does not', async () => {
    const transport = await publisher(list, () => new Promise(() => {}));
    const started = performance.now();
    await expect(download(spec({ totalTimeout: 100 }), transport)).rejects.toThrow('must end within 100 ms');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('gives a look-up and a connection no more time than an answer', async () => {
    const transport = await publisher(list, () => new Promise(() => {}));
    await expect(download(spec({ timeout: 50, retries: 0 }), transport)).rejects.toThrow(
      'no answer for 50 ms',
    );
  });
});

function redirect(response: Parameters<RequestListener>[1], location: string): void {
  response.writeHead(302, { location }).end();
}
