import fs from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicAndLoopback, publisherUrls } from '@countersign/outbound';
import { testCertificate } from '../../../outbound/test/certificate.ts';
import { ListsDirectory } from '../../src/watchlists/lists-directory.ts';
import { statusOf } from '../../src/watchlists/lists-status.ts';
import { loadLists, type LoadOptions } from '../../src/watchlists/load-lists.ts';

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
async function load(from: RequestListener, options: Partial<LoadOptions> = {}) {
  answer = from;
  const transport = {
    resolve: () => Promise.resolve(['127.0.0.1']),
    urls: { ...publisherUrls, addresses: publicAndLoopback },
    authorities: [testCertificate.cert],
    wait: () => Promise.resolve(),
  };
  const { outcome, current } = await loadLists(root, {
    offline: false,
    now: new Date(),
    transport,
    ...options,
  });
  return [outcome, current.sources[0]?.lastError?.message ?? null];
}

/** A publisher that has the list under this ETag. */
const withEtag =
  (etag: string): RequestListener =>
  (request, response) =>
    request.headers['if-none-match'] === etag
      ? response.writeHead(304).end()
      : response.writeHead(200, { etag }).end(list);

describe('a list downloaded from a URL', () => {
  it('is requested with the newest ETag, even if nothing else changed with it', async () => {
    expect(await load(withEtag('"a"'))).toEqual(['published', null]);
    for (let look = 0; look < 3; look += 1) expect(await load(withEtag('"b"'))).toEqual(['unchanged', null]);
    expect(etags).toEqual([undefined, '"a"', '"b"', '"b"']);
  });

  it('is requested in full again after a day of nothing but 304', async () => {
    const on = (day: string) => ({ now: new Date(`2026-11-${day}Z`) });
    await load(withEtag('"a"'), on('02T08:00:00'));
    for (const day of ['02T20:00:00', '03T07:59:59', '03T08:00:00', '03T20:00:00'])
      expect(await load(withEtag('"a"'), on(day))).toEqual(['unchanged', null]);
    expect(etags).toEqual([undefined, '"a"', '"a"', undefined, '"a"']);
    const current = await new ListsDirectory(root).current();
    expect(statusOf(current, { now: 0, engine: '' }).sources).toMatchObject([
      { loaded: '2026-11-02T08:00:00.000Z', received: '2026-11-03T08:00:00.000Z' },
    ]);
  });

  it('raises an alarm at once where a cache still answers 304, and keeps ageing', async () => {
    await load(serve(list, { etag: '"a"' }), at('08:00:00'));
    const stuck: RequestListener = (_, response) => response.writeHead(304).end();
    expect(await load(stuck, at('20:00:00'))).toEqual(['unchanged', null]);
    const next = new Date('2026-11-05T08:00:00Z');
    const [outcome, reason] = await load(stuck, { now: next });
    expect([outcome, String(reason).replace(/:\d+\/export/, '/export')]).toEqual([
      'unchanged',
      'https://lists.example/export answered 304 Not Modified to a request for the whole list, which last came 2026-11-04T08:00:00.000Z: ' +
        'a cache on the way keeps an old answer, which the publisher or whoever runs the cache has to clear',
    ]);
    const current = await new ListsDirectory(root).current();
    const status = statusOf(current, { now: next.getTime(), engine: current?.engine ?? '' });
    expect(status).toMatchObject({ alarm: true, sources: [{ state: 'alarm', age: '12 h' }] });
    expect(await load(serve(list, { etag: '"a"' }), { now: next })).toEqual(['unchanged', null]);
    expect(
      statusOf(await new ListsDirectory(root).current(), {
        now: next.getTime(),
        engine: current?.engine ?? '',
      }).alarm,
    ).toBe(false);
  });

  it('is decompressed where the publisher compresses the response', async () => {
    const packed: RequestListener = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(list));
    expect(await load(packed)).toEqual(['published', null]);
  });

  it('that cannot be read is named without its temporary directory', async () => {
    expect(await load((_, response) => response.end('{"error":"maintenance"}'))).toEqual([
      'kept',
      expect.stringMatching(/^no record of export can be read: /),
    ]);
  });
});

const person = (name: string) =>
  JSON.stringify({
    id: 'entry-1',
    names: [name],
    listings: [{ list: 'SANCTIONS', source: 'example', sourceName: 'Example List' }],
  });
const old = person('Velmar Orsintho');
const newer = person('Velmar Orsintho-Brask');

/** What a cache answers, whatever is in force here. */
const serve =
  (body: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(200, headers).end(body);
const monday = { 'last-modified': 'Mon, 02 Nov 2026 08:00:00 GMT' };
const tuesday = { 'last-modified': 'Tue, 03 Nov 2026 08:00:00 GMT' };
const wednesday = { 'last-modified': 'Wed, 04 Nov 2026 08:00:00 GMT' };
const at = (time: string) => ({ now: new Date(`2026-11-04T${time}Z`) });

const stateAt = async (time: string) => {
  const current = await new ListsDirectory(root).current();
  const engine = current?.engine ?? '';
  const { alarm, reasons, sources } = statusOf(current, { now: at(time).now.getTime(), engine });
  return { alarm, reasons, state: sources[0]?.state };
};
/** The refusal, with the port of the publisher left out. */
const refusal = (outcome: unknown[]) => String(outcome[1]).replace(/lists\.example:\d+/, 'lists.example');

describe('a copy older than the list in force', () => {
  it('is rejected by its Last-Modified, and raises an alarm after two hours', async () => {
    await load(serve(newer, tuesday), at('08:00:00'));
    const refused = await load(serve(old, monday), at('08:30:00'));
    expect(refused[0]).toBe('unchanged');
    expect(refusal(refused)).toBe(
      'house is older than what is in force, which stays: https://lists.example/export: Last-Modified 2026-11-02T08:00:00.000Z, in force is 2026-11-03T08:00:00.000Z. ' +
        'A cache on the way may serve it: it passes, or the publisher has to clear it. If the copy is right: "countersign lists load --may-be-older house"; ' +
        'if the publisher\'s dates often go back: "unsteadyDates": true in sources.json',
    );
    expect(await stateAt('08:30:00')).toEqual({ alarm: false, reasons: [], state: 'warning' });
    await load(serve(old, monday), at('10:30:00'));
    expect(await stateAt('10:30:00')).toEqual({
      alarm: true,
      reasons: [
        expect.stringMatching(
          /^newest content not in force since 2026-11-04T08:30:00.000Z: house is older than what is in force/,
        ),
      ],
      state: 'alarm',
    });
    // The cache has looked for a newer one.
    await load(serve(newer, tuesday), at('11:00:00'));
    expect(await stateAt('11:00:00')).toEqual({ alarm: false, reasons: [], state: 'ok' });
  });

  it('is rejected where it has no date: it was in force before', async () => {
    await load(serve(old));
    expect(await load(serve(newer))).toEqual(['published', null]);
    expect(refusal(await load(serve(old)))).toContain(
      'https://lists.example/export: the same bytes were in force before',
    );
  });

  it('is rejected by its Age: it left the publisher before the one in force', async () => {
    await load(serve(newer), at('08:00:00'));
    const ofNight = await load(serve(person('Other Name'), { age: '7200' }), at('09:00:00'));
    expect(refusal(ofNight)).toContain(
      'https://lists.example/export: left the publisher 2026-11-04T07:00:00.000Z (Age), in force is 2026-11-04T08:00:00.000Z',
    );
    expect(await load(serve(person('Other Name'), { age: '1800' }), at('09:00:00'))).toEqual([
      'published',
      null,
    ]);
  });

  it('is not reported after the clock of this machine was ahead', async () => {
    await load(serve(newer), at('20:00:00'));
    expect(await load(serve(person('Other Name'), { age: '60' }), at('09:00:00'))).toEqual([
      'published',
      null,
    ]);
  });

  it('is accepted once where the operator names the source', async () => {
    await load(serve(newer, tuesday));
    const [outcome] = await load(serve(old, monday), { mayBeOlder: ['house'] });
    expect(outcome).toBe('published');
    expect(await load(serve(old, monday))).toEqual(['unchanged', null]);
    expect(await load(serve(newer, tuesday))).toEqual(['published', null]);
    expect((await load(serve(old, monday)))[1]).not.toBeNull();
  });

  it('is accepted from a publisher that sources.json marks as having unsteady dates', async () => {
    const directory = new ListsDirectory(root);
    const { sources } = JSON.parse(await fs.readFile(directory.sourcesFile, 'utf8')) as {
      sources: [Record<string, unknown>];
    };
    sources[0]['unsteadyDates'] = true;
    await fs.writeFile(directory.sourcesFile, JSON.stringify({ sources }));
    await load(serve(newer, tuesday));
    expect(await load(serve(old, monday))).toEqual(['published', null]);
  });

  it.each([
    ['the publisher took a change back, at a later time', serve(old, wednesday), 'published'],
    ['the same bytes come from a mirror with an earlier date', serve(newer, monday), 'unchanged'],
  ])('is not reported where %s', async (_, comes, outcome) => {
    await load(serve(old, monday));
    await load(serve(newer, tuesday));
    expect(await load(comes)).toEqual([outcome, null]);
  });

  it('is not accepted because a mirror gave the bytes in force an earlier date', async () => {
    const between = { 'last-modified': 'Mon, 02 Nov 2026 20:00:00 GMT' };
    await load(serve(newer, tuesday));
    await load(serve(newer, monday));
    expect((await load(serve(old, between)))[1]).not.toBeNull();
  });
});
