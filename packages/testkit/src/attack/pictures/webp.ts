import sharp from 'sharp';

/** A grey lossless WebP. */
export const greyWebp = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();

const riffHead = 12;

function box(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

const webpOf = (boxes: readonly Buffer[]): Buffer =>
  box('RIFF', Buffer.concat([Buffer.from('WEBP'), ...boxes]));

const canvas = (flags: number, width: number, height: number): Buffer => {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return box('VP8X', data);
};

/** An animation of `frames` identical frames. */
export async function animatedWebp(width: number, height: number, frames: number): Promise<Buffer> {
  const picture = (await greyWebp(width, height)).subarray(riffHead);
  const place = Buffer.alloc(16);
  place.writeUIntLE(width - 1, 6, 3);
  place.writeUIntLE(height - 1, 9, 3);
  const frame = box('ANMF', Buffer.concat([place, picture]));
  return webpOf([
    canvas(2, width, height),
    box('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ]);
}

/** A canvas header of any size in front of a small picture. */
export async function lyingWebp(width: number, height: number): Promise<Buffer> {
  return webpOf([canvas(0, width, height), (await greyWebp(16, 16)).subarray(riffHead)]);
}
