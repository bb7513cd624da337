import { createSecretKey } from 'node:crypto';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DataKey } from '../../encryption/seal.ts';
import { createFrameDecryptor, createFrameEncryptor, type MediaOwner } from './frames.ts';

const dataKey: DataKey = {
  key: createSecretKey(
    Buffer.from('5f0c8e1b9a3d4f72b6c4d0e8a1f3957c2b6d8e0f4a1c3b5d7e9f0a2c4e6b8d1f', 'hex'),
  ),
};
const owner: MediaOwner = {
  integrationId: '0d0c1d3e-1c5a-4a59-8a2e-0d5a3b0c9a01',
  sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
  mediaId: '7f5e3c1a-9b8d-4e6f-8a0b-1c2d3e4f5a6b',
};
const header = 9;
const frame = 64 * 1024 + 16;

function encrypt(bytes: Uint8Array, pieces = bytes.length): Buffer {
  const encryptor = createFrameEncryptor(dataKey, owner);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieces)
    out.push(...encryptor.update(bytes.subarray(at, at + pieces)));
  return Buffer.concat([...out, ...encryptor.finish()]);
}

async function decrypt(stored: Buffer, pieces = stored.length || 1, of: MediaOwner = owner): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < stored.length; at += pieces) chunks.push(stored.subarray(at, at + pieces));
  const plain = Readable.from(chunks).compose(createFrameDecryptor(dataKey, of));
  return Buffer.concat((await plain.toArray()) as Buffer[]);
}

const sample = (length: number) =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) & 255));

describe('media frames', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])(
    '%i bytes come back as they were',
    async (length) => {
      const bytes = sample(length);
      const stored = encrypt(bytes);
      const frames = Math.max(1, Math.ceil(length / 65_536));
      expect(stored.length).toBe(header + length + 16 * frames);
      expect((await decrypt(stored)).equals(bytes)).toBe(true);
    },
  );

  it('the size of the pieces does not matter on either side', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: 1000, max: 150_000 }),
        fc.integer({ min: 1000, max: 150_000 }),
        async (length, inPieces, outPieces) => {
          const bytes = sample(length);
          expect((await decrypt(encrypt(bytes, inPieces), outPieces)).equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  const three = encrypt(sample(150_000));
  const cut = (from: number, to?: number) => three.subarray(from, to);
  it.each([
    ['cut after the first frame', cut(0, header + frame)],
    ['cut inside a frame', cut(0, header + frame + 100)],
    ['without its last byte', cut(0, three.length - 1)],
    ['without its first frame', Buffer.concat([cut(0, header), cut(header + frame)])],
    [
      'frames in another order',
      Buffer.concat([
        cut(0, header),
        cut(header + frame, header + 2 * frame),
        cut(header, header + frame),
        cut(header + 2 * frame),
      ]),
    ],
    ['one byte more', Buffer.concat([three, Buffer.of(0)])],
    [
      'frames of another blob',
      Buffer.concat([encrypt(sample(150_000)).subarray(0, header + frame), cut(header + frame)]),
    ],
    ['an unknown format', Buffer.concat([Buffer.of(2), cut(1)])],
    ['the header alone', cut(0, header)],
    ['nothing', Buffer.alloc(0)],
  ])('refused: %s', async (_name, stored) => {
    await expect(decrypt(stored)).rejects.toThrow('sealed media cannot be opened');
  });

  it.each(['integrationId', 'sessionId', 'mediaId'] as const)('refused: another %s', async (member) => {
    const foreign = { ...owner, [member]: '00000000-0000-4000-8000-000000000000' };
    await expect(decrypt(encrypt(sample(10)), 100, foreign)).rejects.toThrow('sealed media cannot be opened');
  });
});
