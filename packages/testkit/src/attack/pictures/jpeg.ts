import sharp from 'sharp';

const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } });

/** A grey JPEG. */
export const greyJpeg = (width: number, height: number): Promise<Buffer> =>
  grey(width, height).jpeg({ quality: 20 }).toBuffer();

/** A grey progressive JPEG. */
const progressiveJpeg = (width: number, height: number): Promise<Buffer> =>
  grey(width, height).jpeg({ quality: 20, progressive: true }).toBuffer();

const endOfImage = Buffer.from([0xff, 0xd9]);

/** Position of the last scan (marker SOS) of a JPEG. */
function lastScan(jpeg: Buffer): number {
  return jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
}

/** A progressive JPEG with copies of its last scan: for each of them, a decoder processes all blocks again. */
export async function scanBomb(width: number, height: number, scans: number): Promise<Buffer> {
  const jpeg = await progressiveJpeg(width, height);
  const at = lastScan(jpeg);
  const scan = jpeg.subarray(at, jpeg.length - endOfImage.length);
  return Buffer.concat([jpeg.subarray(0, at), ...Array.from({ length: scans }, () => scan), endOfImage]);
}

/** The same file with different dimensions in its header and unchanged data. */
export async function lyingJpeg(width: number, height: number): Promise<Buffer> {
  const jpeg = Buffer.from(await greyJpeg(64, 64));
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** Adds an application segment (APP1 by default) after the start of the image. */
export async function withSegment(data: Buffer, marker = 0xe1): Promise<Buffer> {
  const jpeg = await greyJpeg(64, 64);
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

/** Adds many comment segments before the picture. */
export async function manySegments(count: number): Promise<Buffer> {
  const jpeg = await greyJpeg(64, 64);
  const comment = Buffer.from([0xff, 0xfe, 0x00, 0x02]);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    ...Array.from({ length: count }, () => comment),
    jpeg.subarray(2),
  ]);
}
