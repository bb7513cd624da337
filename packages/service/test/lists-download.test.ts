import fs from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicAndLoopback, publisherUrls } from '@countersign/outbound';
import { testCertificate } from '../../outbound/test/certificate.ts';
import { ListsDirectory } from '../src/watchlists/lists-directory.ts';
import { loadLists } from '../src/watchlists/load-lists.ts';

const list = JSON.stringify({
  id: 'entry-1',
  names: ['Velmar Orsintho'],
  listings: [{ list: 'SANCTIONS', source: 'example', sourceName: 'Example List' }],
});

let root = '';
let server: Server;
let answer: RequestListener;
let etags: unknown[];

beforeEach(async () => {
  etags = [];
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-download-'));
  server = createServer(testCertificate, (request, response) => {
    etags.push(request.headers['if-none-match']);
    answer(request, response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const url = `https://lists.example:${(server.address() as AddressInfo).port}/export`;
  const sources = [{ id: 'house', format: 'native', url }];
  await fs.writeFile(new ListsDirectory(root).sourcesFile, JSON.stringify({ sources }));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await fs.rm(root, { recursive: true, force: true });
});

/** One load from the publisher, which is this machine. */
async function load(from: RequestListener) {
  answer = from;
  const transport = {
    resolve: () => Promise.resolve(['127.0.0.1']),
    urls: { ...publisherUrls, addresses: publicAndLoopback },
    authorities: [testCertificate.cert],
    wait: () => Promise.resolve(),
  };
  const { outcome, current } = await loadLists(root, { offline: false, now: new Date(), transport });
  return [outcome, current.sources[0]?.lastError?.message ?? null];
}

/** A publisher that has the list under this ETag. */
const withEtag =
  (etag: string): RequestListener =>
  (request, response) =>
    request.headers['if-none-match'] === etag
      ? response.writeHead(304).end()
      : response.writeHead(200, { etag }).end(list);

describe('a list by its address', () => {
  it('is asked for with the newest ETag, though nothing else changed with it', async () => {
    expect(await load(withEtag('"a"'))).toEqual(['published', null]);
    for (let look = 0; look < 3; look += 1) expect(await load(withEtag('"b"'))).toEqual(['unchanged', null]);
    expect(etags).toEqual([undefined, '"a"', '"b"', '"b"']);
  });

  it('is unpacked where the publisher packs the answer', async () => {
    const packed: RequestListener = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(list));
    expect(await load(packed)).toEqual(['published', null]);
  });

  it('of which nothing can be read is named without the directory it was put in', async () => {
    expect(await load((_, response) => response.end('{"error":"maintenance"}'))).toEqual([
      'kept',
      expect.stringMatching(/^no record of export can be read: /),
    ]);
  });
});
