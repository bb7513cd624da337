import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { failure, onePixelPng } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';

describeApiOnce('GET /media/{mediaId} (A-43, S23)', (given) => {
  it('a medium is given as its bytes, with its type and an attachment name; ranges are not served (O7)', async () => {
    const { client } = given;
    const id = await client.createSession();
    const mediaId = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    const answer = await client.call({ path: `/media/${mediaId}`, headers: { range: 'bytes=0-3' } });
    expect([answer.status, answer.bytes.toString('base64')]).toEqual([200, onePixelPng]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '70',
      'content-disposition': `attachment; filename="${mediaId}.png"`,
      'accept-ranges': 'none',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('a medium whose stored bytes were changed is never served (F18, I8)', async () => {
    const { api, client } = given;
    const id = await client.createSession();
    const mediaId = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    await api.ctx.database.query(`update media set mac = $2 where id = $1`, [mediaId, Buffer.alloc(32)]);
    const answer = await client.call({ path: `/media/${mediaId}` });
    expect([answer.status, answer.json]).toEqual([
      500,
      failure('1101', 'The service failed to handle the request.'),
    ]);
  });

  it('a medium stored before digests were keyed is served, and checked by the digest it has', async () => {
    const { api, client } = given;
    const id = await client.createSession();
    const mediaId = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    const digest = createHash('sha256').update(Buffer.from(onePixelPng, 'base64')).digest();
    const store = (sha256: Buffer) =>
      api.ctx.database.query(`update media set mac = null, sha256 = $2 where id = $1`, [mediaId, sha256]);
    await store(digest);
    const answer = await client.call({ path: `/media/${mediaId}` });
    expect([answer.status, answer.bytes.toString('base64')]).toEqual([200, onePixelPng]);
    await store(Buffer.alloc(32));
    expect((await client.call({ path: `/media/${mediaId}` })).status).toBe(500);
  });
});
