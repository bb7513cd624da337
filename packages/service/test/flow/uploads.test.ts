import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { enterFlow, facts, type FlowPageClient, uploadOf } from '../support/flow-client.ts';
import { pngOfSize } from '../support/png-of-size.ts';
import { purgeUploads } from '../../src/storage/flow/flow-uploads.ts';

describeEnginesOnce('uploads in parts (A-185)', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  const started = async (): Promise<FlowPageClient & { sessionId: string; media(): Promise<unknown[]> }> => {
    const client = await api.integrate();
    const made = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const { id: sessionId, sessionToken } = made.json.verification;
    const page = await enterFlow(api, sessionToken);
    await page.start();
    const media = async () => (await client.call({ path: `/sessions/${sessionId}/media` })).json.images;
    return { ...page, sessionId, media };
  };
  const openUpload = async (page: FlowPageClient, bytes: Buffer, more: Record<string, unknown> = {}) =>
    page.send({ method: 'POST', path: '/uploads', body: uploadOf('face', bytes, more) });
  const append = (page: FlowPageClient, id: string, offset: number | string, body: Buffer) =>
    page.send({
      method: 'PATCH',
      path: `/uploads/${id}`,
      headers: { 'upload-offset': String(offset) },
      body,
    });
  const head = (page: FlowPageClient, id: string) => page.send({ method: 'HEAD', path: `/uploads/${id}` });
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body?.error?.code,
  ];
  const small = (text: string) => pngOfSize(300, text);

  it('resume where they broke off, whichever response was lost', async () => {
    const page = await started();
    const bytes = pngOfSize(300_000, 'resumed');
    const { body: opened } = await openUpload(page, bytes);
    expect(opened).toEqual({ id: opened.id, offset: 0, partBytes: 131_072, mediaId: null, complete: false });
    const { body: first } = await append(page, opened.id, 0, bytes.subarray(0, 100_000));
    expect([first.offset, first.complete]).toEqual([100_000, false]);

    const repeated = await append(page, opened.id, 0, bytes.subarray(0, 100_000));
    expect([...codeOf(repeated), repeated.headers['upload-offset']]).toEqual([409, 'offset-wrong', '100000']);
    const early = await append(page, opened.id, 200_000, bytes.subarray(200_000));
    expect([...codeOf(early), early.headers['upload-offset']]).toEqual([409, 'offset-wrong', '100000']);
    expect((await openUpload(page, bytes)).body).toMatchObject({ id: opened.id, offset: 100_000 });
    const asked = await head(page, opened.id);
    expect([asked.status, asked.headers['upload-offset'], asked.headers['upload-complete']]).toEqual([
      200,
      '100000',
      '?0',
    ]);
    expect(await page.media()).toEqual([]);

    await append(page, opened.id, 100_000, bytes.subarray(100_000, 200_000));
    const { body: last } = await append(page, opened.id, 200_000, bytes.subarray(200_000));
    expect([last.complete, last.offset]).toEqual([true, 300_000]);
    expect(last.mediaId).toMatch(/^[0-9a-f-]{36}$/);
    // The answer to the last part may be lost, too.
    expect((await append(page, opened.id, 200_000, bytes.subarray(200_000))).body).toEqual(last);
    expect((await openUpload(page, bytes)).body).toEqual(last);
    const finished = await head(page, opened.id);
    expect([finished.headers['upload-complete'], finished.headers['upload-media-id']]).toEqual([
      '?1',
      last.mediaId,
    ]);
    expect(await page.media()).toMatchObject([{ id: last.mediaId, size: 300_000, mimetype: 'image/png' }]);
    const preview = await page.send({ path: `/media/${last.mediaId}/preview` });
    expect([
      preview.bytes.equals(bytes),
      preview.headers['content-type'],
      preview.headers['cache-control'],
    ]).toEqual([true, 'image/png', 'no-store']);
  });

  it('sent twice at the same time result in one picture', async () => {
    const page = await started();
    const bytes = small('same');
    const opened = await Promise.all([openUpload(page, bytes), openUpload(page, bytes)]);
    expect(opened[0]?.body.id).toBe(opened[1]?.body.id);
    const id = opened[0]?.body.id ?? '';
    const answers = await Promise.all([append(page, id, 0, bytes), append(page, id, 0, bytes)]);
    const mediaIds = answers.filter(({ status }) => status === 200).map(({ body }) => body.mediaId);
    expect(new Set(mediaIds).size).toBe(1);
    expect(await page.media()).toHaveLength(1);
  });

  it('are refused because of their content, and may be sent again (S12)', async () => {
    const page = await started();
    const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(100)]);
    const huge = Buffer.from(small('huge'));
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    const trailing = Buffer.concat([small('trail'), Buffer.alloc(70_000)]);
    const all: [Buffer, Record<string, unknown>, number, string][] = [
      [gif, {}, 415, 'picture-type'],
      [huge, {}, 413, 'too-large'],
      [trailing, {}, 413, 'too-large'],
      [small('other'), { sha256: createHash('sha256').update('else').digest('hex') }, 422, 'digest-wrong'],
    ];
    for (const [bytes, more, status, code] of all) {
      const { body } = await openUpload(page, bytes, more);
      expect(codeOf(await append(page, body.id, 0, bytes))).toEqual([status, code]);
      expect((await head(page, body.id)).status).toBe(404);
    }
    expect(await page.media()).toEqual([]);
    expect(await page.upload('face', small('other'))).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('are refused when they are longer than announced or allowed (S07)', async () => {
    const page = await started();
    const bytes = small('long');
    expect(codeOf(await openUpload(page, bytes, { size: 18_874_369 }))).toEqual([413, 'too-large']);
    const { body } = await openUpload(page, bytes);
    expect(codeOf(await append(page, body.id, 0, Buffer.alloc(301)))).toEqual([413, 'too-large']);
    expect(codeOf(await append(page, body.id, 0, Buffer.alloc(262_145)))).toEqual([413, 'too-large']);
    expect(codeOf(await append(page, body.id, '-1', bytes))).toEqual([400, 'request-invalid']);
    expect(codeOf(await append(page, body.id, '1e2', bytes))).toEqual([400, 'request-invalid']);
    const sizes = [18_874_368, 18_874_368, 18_874_368];
    const statuses = [];
    for (const [index, size] of sizes.entries())
      statuses.push((await openUpload(page, bytes, { size, sha256: String(index).repeat(64) })).status);
    // The small one is not finished either, and takes the rest of the room.
    expect(statuses).toEqual([200, 200, 413]);
  });

  it('of another session are not found', async () => {
    const [mine, theirs] = [await started(), await started()];
    const bytes = small('foreign');
    const { body } = await openUpload(theirs, bytes);
    expect(codeOf(await append(mine, body.id, 0, bytes))).toEqual([404, 'not-found']);
    expect((await head(mine, body.id)).status).toBe(404);
    const medium = await theirs.upload('face', bytes);
    expect(codeOf(await mine.send({ path: `/media/${medium}/preview` }))).toEqual([404, 'not-found']);
    expect(codeOf(await mine.send({ path: `/media/${medium}/verdict` }))).toEqual([404, 'not-found']);
    expect(codeOf(await mine.send({ method: 'POST', path: `/media/${medium}/accept` }))).toEqual([
      404,
      'not-found',
    ]);
  });

  it('replace the earlier picture of the same context: the newest counts', async () => {
    const page = await started();
    const first = await page.upload('face', small('one'));
    const second = await page.upload('face', small('two'));
    expect((await page.state()).pictures.map(({ id }) => id)).toEqual([second]);
    expect(await page.media()).toMatchObject([{ id: second }]);
    expect((await page.send({ path: `/media/${first}/preview` })).status).toBe(404);
    const again = await page.upload('face', small('one'));
    expect((await page.state()).pictures.map(({ id }) => id)).toEqual([again]);
  });

  it('that are not finished are discarded after an hour', async () => {
    const page = await started();
    const bytes = small('left');
    const { body } = await openUpload(page, bytes);
    await append(page, body.id, 0, bytes.subarray(0, 100));
    await clock.advance({ minutes: 59 });
    await purgeUploads(api.ctx.database, 3_600);
    const later = await enterFlow(api, await tokenOf(page.sessionId));
    expect((await head(later, body.id)).status).toBe(200);
    await clock.advance({ minutes: 2 });
    await purgeUploads(api.ctx.database, 3_600);
    expect((await head(later, body.id)).status).toBe(404);
    const parts = await api.ctx.database.query(`select 1 from flow_upload_part where upload_id = $1`, [
      body.id,
    ]);
    expect(parts).toEqual([]);
  });

  /** The session's link, made anew. */
  const tokenOf = async (sessionId: string) => {
    const { makeSessionToken } = await import('../../src/usecases/session/session-link.ts');
    const [row] = await api.ctx.database.query<{ issuedAt: number }>(
      `select token_issued_at as "issuedAt" from session where id = $1`,
      [sessionId],
    );
    return makeSessionToken(await api.ctx.keyRing.sessionLinkKeys(), {
      sessionId,
      issuedAt: row?.issuedAt ?? 0,
    });
  };

  it.each([
    ['a context of the API', { context: 'face-reference' }],
    ['a digest in capitals', { sha256: 'A'.repeat(64) }],
    ['no size', { size: 0 }],
    ['a hint that is no name', { facts: { ...facts, hints: { 'Liisa Maasikas': 1 } } }],
    ['a challenge of a picture', { challenge: 'b5a6f0c2-6d2e-4b1e-9a53-0f0a6f0f6a11' }],
    ['a member that is unknown', { name: 'x' }],
  ])('announced with %s are refused', async (_, more) => {
    const page = await started();
    expect(codeOf(await openUpload(page, small('announced'), more))).toEqual([400, 'request-invalid']);
  });
});
