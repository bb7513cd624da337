import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, type Client, failure, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { describeEnginesOnce } from '../support/engines.ts';

const png = Buffer.from(onePixelPng, 'base64');
const jpeg = Buffer.from('ffd8ffc0000b080001000101011100ffda0008010100003f0061ffd9', 'hex');
const webp = Buffer.concat([Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f', 'latin1'), Buffer.alloc(13)]);
const pictures = [
  ['jpeg', jpeg],
  ['png', png],
  ['webp', webp],
] as const;
const tooLarge = failure('1104', 'The request is too large.');
const invalidContent = failure('1104', 'A parameter is not valid: image.content.');
const script = Buffer.from('<script>alert(1)</script>');
/** An empty archive behind some bytes: readers of archives look for it from the end. */
const archive = (bytes: number) =>
  Buffer.concat([Buffer.alloc(bytes - 22, script), Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')]);

describeEnginesOnce('media bodies (A-118)', (open) => {
  let api: TestApi;
  let client: Client;
  let id: string;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
    id = await client.createSession();
  });
  afterAll(() => api.close());

  const post = (body: string, secret?: string): Promise<Answer> =>
    client.call({ method: 'POST', path: `/sessions/${id}/media`, body, ...(secret ? { secret } : {}) });
  const upload = (bytes: Buffer): Promise<Answer> =>
    client.upload(id, { context: 'face', content: bytes.toString('base64') });

  /** A body of which exactly so many bytes stand outside the content. */
  const enveloped = (bytes: number) => {
    const start = `{"image":{"context":"face","content":"${onePixelPng}"},"lang":"`;
    return `${start}${'x'.repeat(bytes - (start.length - onePixelPng.length) - 2)}"}`;
  };

  it('65 536 bytes are accepted outside the content, and not one more (S05)', async () => {
    expect((await post(enveloped(65_535))).status).toBe(200);
    expect((await post(enveloped(65_536))).status).toBe(200);
    const over = await post(enveloped(65_537));
    expect([over.status, over.json]).toEqual([413, tooLarge]);
  });

  it.each([
    ['before the content', `{"x":[${'[],'.repeat(100_000)}[]],"image":{"context":"face","content":"QQ=="}}`],
    ['behind the content', `{"image":{"context":"face","content":"QQ=="},"x":[${'[],'.repeat(100_000)}[]]}`],
    ['that is no JSON', ']'.repeat(100_000)],
    ['that is a second content', `{"image":{"content":"QQ==","content":"${'A'.repeat(100_000)}"}}`],
  ])('more %s is refused once the signature is verified, and not before (S05, A-08)', async (_name, body) => {
    expect((await post(body)).json).toEqual(tooLarge);
    expect((await post(body, 'another')).json.code).toBe('1819');
  });

  it('a body of many brackets within the size is refused as no JSON (S05)', async () => {
    const body = `{"image":{"context":"face","content":"${onePixelPng}"},"x":[${'[],'.repeat(6000)}[]]}`;
    expect((await post(body)).json.code).toBe('1101');
  });

  it.each([
    ['slashes', (text: string) => text.replaceAll('/', '\\/')],
    ['slashes as numbers', (text: string) => text.replaceAll('/', '\\u002f')],
    [
      'every character',
      (text: string) => text.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    ],
    ['line ends', (text: string) => text.replaceAll(/(.{20})/g, '$1\\r\\n')],
  ])('a picture with %s escaped is the same picture (H15)', async (_name, escaped) => {
    const content = png.toString('base64');
    const plain = await upload(png);
    const again = await post(`{"image":{"context":"face","content":"${escaped(content)}"}}`);
    expect([again.status, again.json]).toEqual([200, plain.json]);
  });

  it.each(pictures)(
    '%s: 65 536 bytes behind the picture are kept, one more is refused (S12)',
    async (_format, bytes) => {
      const kept = await upload(Buffer.concat([bytes, archive(65_536)]));
      expect([kept.status, kept.json.image?.size]).toEqual([200, bytes.length + 65_536]);
      const refused = await upload(Buffer.concat([bytes, archive(65_537)]));
      expect([refused.status, refused.json]).toEqual([400, invalidContent]);
    },
  );

  it.each(pictures)(
    '%s: a picture that is a page and an archive as well is served as a picture only (S23)',
    async (format, bytes) => {
      const both = Buffer.concat([bytes, script, archive(1000)]);
      const { json } = await upload(both);
      const media = json.image.id;
      const answer = await client.call({ path: `/media/${media}`, sign: media });
      expect(answer.bytes.equals(both)).toBe(true);
      expect(answer.headers['content-type']).toBe(`image/${format}`);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['content-disposition']).toMatch(/^attachment/);
      expect((await client.call({ path: `/media/${media}`, sign: null })).status).toBe(401);
    },
  );

  it.each([
    ['a brightness map', Buffer.concat([jpeg, Buffer.alloc(0)])],
    [
      'a film',
      Buffer.concat([
        Buffer.from('0000000c66747970', 'hex'),
        Buffer.from('mp42'),
        Buffer.from('000249f86d646174', 'hex'),
        Buffer.alloc(0x249f0),
      ]),
    ],
  ])('a JPEG and %s that a camera writes behind it are one picture (S12)', async (_name, more) => {
    const padded = Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffe1fffe', 'hex'), Buffer.alloc(0xfffc)]);
    const second = more.length < 100 ? Buffer.concat([padded, jpeg.subarray(2)]) : more;
    expect((await upload(Buffer.concat([jpeg, second, second]))).status).toBe(200);
    expect((await upload(Buffer.concat([jpeg, second, archive(65_537)]))).json).toEqual(invalidContent);
  });
});
