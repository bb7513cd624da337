import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, failure, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { decided } from '../support/decide.ts';
import { describeEnginesOnce } from '../support/engines.ts';

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex').toString('base64');
const webp = Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0', 'latin1').toString('base64');
/** A PNG header that states this size, and nothing more. */
const pngOf = (width: number, height: number) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
};

describeEnginesOnce('POST /sessions/{sessionId}/media (A-35 to A-41)', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  let client: Client;
  let id: string;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
    id = await client.createSession();
  });
  afterAll(() => api.close());

  const blobs = async () => {
    const names: string[] = [];
    for await (const { name } of api.ctx.blobs.list()) names.push(name);
    return names;
  };
  const mediaOf = (session: string) =>
    api.ctx.database.query<{ id: string; attempt_id: string }>(
      `select id, attempt_id from media where session_id = $1`,
      [session],
    );

  it('answers 200 with exactly the members of A-39, in their order', async () => {
    const session = await client.createSession();
    const { status, bytes, json } = await client.upload(session, {
      context: 'document-front',
      content: `data:image/png;base64,${onePixelPng}`,
      timestamp: '2026-11-20T10:01:55.120Z',
    });
    expect(status).toBe(200);
    const mediaId = json.image.id;
    expect(mediaId).toMatch(uuid4);
    expect(bytes.toString()).toBe(
      `{"status":"success","image":{"context":"document-front","id":"${mediaId}","name":"document-front","timestamp":null,` +
        `"size":70,"mimetype":"image/png","url":"https://id.example.com/v1/media/${mediaId}","sessionId":"${session}"}}`,
    );
  });

  const missing = (member: string) => failure('1403', `An image property is missing: ${member}.`);
  const unsupported = failure('1104', 'The image format is not supported. Send JPEG, PNG or WebP.');
  const notEnabled = failure(
    '1104',
    'This image format is not enabled on this installation. Send JPEG, PNG or WebP.',
  );
  const invalid = (member: string) => failure('1104', `A parameter is not valid: ${member}.`);
  const noBase64 = failure('1401', 'The image is not valid base64.');
  const noTime = failure(
    '1202',
    'The timestamp must be an ISO 8601 date-time with a time zone: image.timestamp.',
  );
  const face = (content: unknown, more: object = {}) => ({ image: { context: 'face', content, ...more } });

  it.each<[string, unknown, unknown]>([
    ['no image', { nfc: {} }, missing('image')],
    ['image of another type', { image: 'x' }, invalid('image')],
    ['no context', { image: { content: onePixelPng } }, missing('image.context')],
    [
      'a context of the service',
      { image: { context: 'face-cropped', content: onePixelPng } },
      failure('1402', 'The image context is not supported.'),
    ],
    [
      'a video context',
      { image: { context: 'selfid_video', content: onePixelPng } },
      failure('1402', 'The image context is not supported.'),
    ],
    ...['document-and-face', 'document-and-face-pre', 'address-front'].map(
      (context): [string, unknown, unknown] => [
        `${context}, which no check uses (A-163)`,
        { image: { context, content: onePixelPng } },
        failure('1402', 'The image context is not supported.'),
      ],
    ),
    [
      'a context in capitals',
      { image: { context: 'FACE', content: onePixelPng } },
      failure('1402', 'The image context is not supported.'),
    ],
    ['no content', { image: { context: 'face' } }, missing('image.content')],
    ['content null', face(null), missing('image.content')],
    ['content of another type', face(1), noBase64],
    ['empty content', face(''), failure('1400', 'No image data was found.')],
    ['a data URI without data', face('data:image/png;base64,'), failure('1400', 'No image data was found.')],
    ['characters outside base64', face(`${onePixelPng}!`), noBase64],
    ['a data URI of another shape', face(`data:image/png,${onePixelPng}`), noBase64],
    ['text', face(Buffer.from('hello').toString('base64')), unsupported],
    ['GIF', face(Buffer.from('GIF89a\x01\0\x01\0').toString('base64')), unsupported],
    ['HEIC', face(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0').toString('base64')), notEnabled],
    ['PDF', face(Buffer.from('%PDF-1.7').toString('base64')), notEnabled],
    [
      'PDF under its own name (A-380)',
      face(`data:application/pdf;base64,${Buffer.from('%PDF-1.7').toString('base64')}`),
      notEnabled,
    ],
    [
      'a picture under the name of PDF',
      face(`data:application/pdf;base64,${onePixelPng}`),
      invalid('image.content'),
    ],
    [
      'a data URI that names another format',
      face(`data:image/jpeg;base64,${onePixelPng}`),
      invalid('image.content'),
    ],
    ['50 000 001 pixels', face(pngOf(50_000_001, 1)), invalid('image.content')],
    ['timestamp of another type', face(onePixelPng, { timestamp: 1 }), invalid('image.timestamp')],
    ['a timestamp without zone', face(onePixelPng, { timestamp: '2026-11-20T10:01:55' }), noTime],
    [
      'wrong context and wrong content: the context',
      { image: { context: 'x', content: '!' } },
      failure('1402', 'The image context is not supported.'),
    ],
    ['wrong content and wrong timestamp: the content', face('!', { timestamp: 1 }), noBase64],
  ])('refuses %s and stores nothing', async (_name, body, expected) => {
    const before = await blobs();
    const answer = await client.call({ method: 'POST', path: `/sessions/${id}/media`, body });
    expect([answer.status, answer.json]).toEqual([400, expected]);
    expect(await blobs()).toEqual(before);
  });

  it.each([
    [
      'HEIC',
      '\0\0\0\x18ftypheic\0\0\0\0',
      /its bytes are HEIC \(HEIF\)\. A picture must be converted to JPEG before/,
    ],
    ['PDF', '%PDF-1.7', /its bytes are PDF\. Each page must be sent as a picture of its own/],
  ])('explains what to send instead of %s (A-286)', async (_name, bytes, detail) => {
    const body = face(Buffer.from(bytes).toString('base64'));
    const { headers } = await client.call({ method: 'POST', path: `/sessions/${id}/media`, body });
    expect(headers['x-error-cause']).toBe('image-format-not-enabled');
    expect(headers['x-error-detail']).toMatch(detail);
    expect(headers['x-error-detail']).toMatch(
      /^image\.content must be the bytes of a JPEG, PNG or WebP file; /,
    );
  });

  it.each([
    ['jpeg', jpeg, 'image/jpeg'],
    ['jpeg as jpg', `data:image/jpg;base64,${jpeg}`, 'image/jpeg'],
    ['webp', webp, 'image/webp'],
    ['png of 50 000 000 pixels', pngOf(50_000_000, 1), 'image/png'],
    ['no padding', onePixelPng.replace(/=/g, ''), 'image/png'],
  ])('accepts %s by its bytes', async (_name, content, mimetype) => {
    const answer = await client.upload(id, { context: 'face', content, checksum: 'x', inflowFeedback: [] });
    expect([answer.status, answer.json.image?.mimetype]).toEqual([200, mimetype]);
  });

  it('stores the bytes as decoded, encrypted, under a name of its own (S18, I8)', async () => {
    const session = await client.createSession();
    const bytes = Buffer.concat([Buffer.from(onePixelPng, 'base64'), Buffer.alloc(60_000, 'canary')]);
    const { json } = await client.upload(session, { context: 'face', content: bytes.toString('base64') });
    const { bytes: read } = await client.call({ path: `/media/${json.image.id}` });
    expect(read.equals(bytes)).toBe(true);
    const [row] = await api.ctx.database.query<{
      blob: string;
      mac: Uint8Array;
      sha256: Uint8Array | null;
    }>(`select blob, mac, sha256 from media where id = $1`, [json.image.id]);
    // A digest that only the session's key makes.
    expect([row?.mac.length, row?.sha256]).toEqual([32, null]);
    expect(Buffer.from(row?.mac ?? []).equals(createHash('sha256').update(bytes).digest())).toBe(false);
    expect(row?.blob).not.toContain(json.image.id);
    const files = await fs.readdir(path.join(api.ctx.config.dataDir, 'blobs'), {
      recursive: true,
      withFileTypes: true,
    });
    for (const file of files.filter((entry) => entry.isFile())) {
      expect((await fs.readFile(path.join(file.parentPath, file.name))).includes('canary')).toBe(false);
    }
  });

  it('the same bytes under the same context are one medium, also at the same time; under another context another', async () => {
    const session = await client.createSession();
    const upload = (context: string) => client.upload(session, { context, content: onePixelPng });
    const before = (await blobs()).length;
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload('face')));
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    const other = await upload('document-front');
    expect(other.json.image.id).not.toBe(answers[0]?.json.image.id);
    expect((await mediaOf(session)).length).toBe(2);
    expect((await blobs()).length - before).toBe(2);
  });

  it('takes 50 images per attempt and not one more, also at the same time (S05)', async () => {
    const session = await client.createSession();
    const upload = (n: number) => client.upload(session, { context: 'face', content: pngOf(n, 1) });
    const answers = await Promise.all(Array.from({ length: 55 }, (_, n) => upload(n + 1)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, json }) => [status, json])).toEqual(
      Array.from({ length: 5 }, () => [400, invalid('image')]),
    );
    const kept = answers.find(({ status }) => status === 200);
    const again = await client.upload(session, {
      context: 'face',
      content: pngOf(answers.indexOf(kept as never) + 1, 1),
    });
    expect(again.json).toEqual(kept?.json);
  });

  it.each([
    ['created', null, 200],
    ['submitted', 'submit', 409],
    ['approved', 'Approve', 409],
    ['declined', 'Decline', 409],
    ['expired', 'Expire', 409],
    ['abandoned', 'Abandon', 409],
    ['review', 'Review', 409],
    ['resubmission_requested', 'Resubmit', 200],
  ])('a session that is %s', async (_status, how, status) => {
    const session = how && how !== 'submit' ? await decided(api, client, how) : await client.createSession();
    if (how === 'submit') await client.submit(session);
    const answer = await client.upload(session, { context: 'face', content: onePixelPng });
    expect(answer.status).toBe(status);
    if (status === 409)
      expect(answer.json).toEqual(failure('1303', 'The session does not accept data in its present status.'));
  });

  it('past its lifetime a session takes no upload, even before its end is recorded (A-99)', async () => {
    const session = await client.createSession();
    await clock.advance({ days: 7 });
    expect((await client.upload(session, { context: 'face', content: onePixelPng })).json.code).toBe('1303');
  });

  it('the first upload after a request to resubmit opens the next attempt; later ones join it (A-40)', async () => {
    const session = await decided(api, client, 'Resubmit');
    const uploads = await Promise.all(
      ['face', 'document-front', 'document-back'].map((context) =>
        client.upload(session, { context, content: onePixelPng }),
      ),
    );
    expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200]);
    const media = await mediaOf(session);
    expect(new Set(media.map(({ attempt_id }) => attempt_id)).size).toBe(1);
    const { verifications } = (await client.call({ path: `/sessions/${session}/attempts` })).json;
    expect(verifications.map(({ status }: { status: string }) => status)).toEqual([
      'created',
      'resubmission_requested',
    ]);
    expect(verifications[0].id).toBe(media[0]?.attempt_id);
    expect((await client.decision(session)).json.verification.status).toBe('resubmission_requested');
  });

  it('25 165 824 base64 characters are accepted and four more are 413 (S05)', async () => {
    const session = await client.createSession();
    const picture = (characters: number) => {
      const bytes = Buffer.alloc((characters / 4) * 3);
      Buffer.from(onePixelPng, 'base64').copy(bytes);
      // All of it is one block of the picture: what follows a picture has a limit of its own.
      bytes.writeUInt32BE(bytes.length, 33);
      return bytes.toString('base64');
    };
    const fits = await client.upload(session, { context: 'face', content: picture(25_165_824) });
    expect([fits.status, fits.json.image?.size]).toEqual([200, 18_874_368]);
    const tooLarge = await client.upload(session, { context: 'face', content: picture(25_165_828) });
    expect([tooLarge.status, tooLarge.json]).toEqual([413, failure('1104', 'The request is too large.')]);
  });

  it('a body above 32 MB is 413, also without a stated length (S05)', async () => {
    const body = Buffer.alloc(33_554_433, ' ');
    const answer = await client.call({
      method: 'POST',
      path: `/sessions/${id}/media`,
      body,
      headers: { 'transfer-encoding': 'chunked' },
    });
    expect([answer.status, answer.json.code]).toEqual([413, '1104']);
  });

  it('a wrong signature, a broken body and a wrong identifier store nothing, in the order of A-08', async () => {
    const before = await blobs();
    const body = { image: { context: 'face', content: onePixelPng } };
    const post = (session: string, sent: unknown, secret?: string) =>
      client.call({
        method: 'POST',
        path: `/sessions/${session}/media`,
        body: sent,
        ...(secret ? { secret } : {}),
      });
    const broken = JSON.stringify(body).slice(0, -1);
    expect((await post(id, broken, 'x')).json.code).toBe('1819');
    expect((await post('x', broken)).json.code).toBe('1101');
    expect((await post('x', '[]')).json.code).toBe('1104');
    expect((await post('x', {})).json.code).toBe('1001');
    expect((await post('x'.repeat(36), {})).json.code).toBe('1002');
    expect((await post('f3c2a9d0-5b1e-4c77-8a36-0d9e6b2f4a11', {})).status).toBe(404);
    expect(
      (await post(id, `{"image":{"context":"face","content":"${onePixelPng}","content":"${onePixelPng}"}}`))
        .json.code,
    ).toBe('1101');
    expect(await blobs()).toEqual(before);
  });

  it('a client that goes away in the middle leaves nothing behind (F34)', async () => {
    const before = await blobs();
    await new Promise<void>((resolve) => {
      const socket = net.connect(api.port, '127.0.0.1', () => {
        socket.write(
          `POST /v1/sessions/${id}/media HTTP/1.1\r\nHost: x\r\nX-AUTH-CLIENT: ${client.apiKey}\r\nX-HMAC-SIGNATURE: ${'0'.repeat(64)}\r\n` +
            `Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"image":{"context":"face","content":"${onePixelPng.slice(0, 48)}`,
        );
        setTimeout(() => socket.destroy(), 200);
      });
      socket.on('close', () => resolve());
    });
    await expect.poll(async () => (await api.ctx.metrics.uploadBytesInFlight.get()).values[0]?.value).toBe(0);
    expect(await blobs()).toEqual(before);
  });
});
