import { createHash } from 'node:crypto';
import type { AttackCase } from '../attack-case.ts';
import { onePixel } from '../pictures/png.ts';
import type { Request } from '../request.ts';
import { sendRequest, type Target, tenant } from '../target.ts';
import { base, bearing, enter, type Entered, is, post, row, started, uuid } from './flow-page.ts';

const announced = (bytes: Buffer, changes: object = {}): object => ({
  context: 'face',
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  origin: 'camera',
  facts: { auto: true, ms: 1, hints: {} },
  challenge: null,
  ...changes,
});

/** An upload that was announced and has no bytes yet. */
async function announcedUpload(target: Target): Promise<Entered & { uploadId: string }> {
  const page = await started(target);
  const answer = await sendRequest(target.address, post(page, '/uploads', announced(onePixel)));
  return { ...page, uploadId: (JSON.parse(answer.body.toString('utf8')) as { id: string }).id };
}

const part = (
  { bearer, uploadId }: Entered & { uploadId: string },
  offset: string | null,
  body: Buffer = onePixel,
): Request => ({
  method: 'PATCH',
  target: `${base}/uploads/${uploadId}`,
  headers: [...bearing(bearer), ...(offset === null ? [] : ([['upload-offset', offset]] as const))],
  type: 'application/octet-stream',
  body,
});

const announcements: readonly (readonly [name: string, changes: object, status: number[]])[] = [
  ['no bytes', { size: 0 }, [400]],
  ['bytes below zero', { size: -1 }, [400]],
  ['half a byte', { size: 1.5 }, [400]],
  ['a size as text', { size: '70' }, [400]],
  ['more than a picture may have', { size: 18_874_369 }, [413]],
  ['2 GiB', { size: 0x7fff_ffff }, [413]],
  ['a digest of another length', { sha256: 'ab' }, [400]],
  ['a digest in upper case', { sha256: 'A'.repeat(64) }, [400]],
  ['a context that is none', { context: 'face-reference' }, [400]],
  ['a video', { context: 'selfid_video' }, [400]],
  ['a film without a challenge', { context: 'film' }, [400]],
  ['a film of a challenge of nobody', { context: 'film', challenge: uuid }, [404, 409, 422]],
  ['a picture with a challenge', { challenge: uuid }, [400]],
  [
    '41 hints',
    {
      facts: {
        auto: true,
        ms: 1,
        hints: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`a${n}`, 1])),
      },
    },
    [400],
  ],
  ['a hint named like a prototype', { facts: { auto: true, ms: 1, hints: { __proto__x: 1 } } }, [400]],
];

/** Uploads in parts: announcements and the placement of parts. */
export const flowUploadCases: readonly AttackCase[] = [
  ...announcements.map(([name, changes, status]) =>
    row(`an upload of ${name}`, is(...status), async (target) =>
      post(await started(target), '/uploads', announced(onePixel, changes)),
    ),
  ),
  row('a part without an offset', is(400), async (target) => part(await announcedUpload(target), null)),
  row('a part below zero', is(400), async (target) => part(await announcedUpload(target), '-1')),
  row('a part at 1e3', is(400), async (target) => part(await announcedUpload(target), '1e3')),
  row('a part beyond the end', is(409), async (target) => part(await announcedUpload(target), '9')),
  row('a part at 4 GiB', is(400, 409), async (target) => part(await announcedUpload(target), '4294967296')),
  row('a part that is empty', is(200, 400, 409), async (target) =>
    part(await announcedUpload(target), '0', Buffer.alloc(0)),
  ),
  row('a part longer than announced', is(413), async (target) =>
    part(await announcedUpload(target), '0', Buffer.concat([onePixel, Buffer.alloc(1_000)])),
  ),
  row('a part of more than 256 KiB', is(413), async (target) =>
    part(await announcedUpload(target), '0', Buffer.alloc(262_145)),
  ),
  row('a part with other bytes than announced', is(422), async (target) =>
    part(await announcedUpload(target), '0', Buffer.alloc(onePixel.length, 7)),
  ),
  row('a part of JSON', is(400), async (target) => ({
    ...part(await announcedUpload(target), '0'),
    type: 'application/json',
  })),
  row('a part to an upload of another page', is(404), async (target) => {
    const { uploadId } = await announcedUpload(target);
    return part({ ...(await started(target)), uploadId }, '0');
  }),
  row('a part to an upload of a stranger’s session', is(404), async (target) => {
    const { uploadId } = await announcedUpload({ ...target, owner: tenant(target, 'stranger') });
    return part({ ...(await started(target)), uploadId }, '0');
  }),
  row('the offset of an upload of another page', is(404), async (target) => ({
    method: 'HEAD',
    target: `${base}/uploads/${(await announcedUpload(target)).uploadId}`,
    headers: bearing((await enter(target)).bearer),
  })),
].map((one) => ({
  ...one,
  ...(one.name.includes('another page') ? { ids: ['S01'] } : {}),
  ...(one.name.includes('stranger') ? { ids: ['S01'], needs: ['stranger'] as const } : {}),
}));
