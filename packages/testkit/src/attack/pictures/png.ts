import { crc32, constants, deflateRawSync, deflateSync } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG chunk with its length and checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

export interface PngShape {
  width: number;
  height: number;
  /** Bits per sample. */
  depth?: 1 | 2 | 4 | 8 | 16;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  colour?: 0 | 2 | 3 | 4 | 6;
  interlaced?: boolean;
}

const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

export function header({ width, height, depth = 8, colour = 2, interlaced = false }: PngShape): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = depth;
  data[9] = colour;
  data[12] = interlaced ? 1 : 0;
  return chunk('IHDR', data);
}

const rowBytes = (width: number, { depth = 8, colour = 2 }: PngShape): number =>
  width === 0 ? 0 : 1 + Math.ceil((width * depth * samples[colour]) / 8);

/** Start and step in x, start and step in y of the seven Adam7 passes. */
const adam7 = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;

/** Size of the uncompressed picture in bytes. */
export function rawBytes(shape: PngShape): number {
  const { width, height, interlaced = false } = shape;
  if (!interlaced) return rowBytes(width, shape) * height;
  return adam7.reduce((total, [x, dx, y, dy]) => {
    const columns = Math.max(0, Math.ceil((width - x) / dx));
    const rows = Math.max(0, Math.ceil((height - y) / dy));
    return total + rowBytes(columns, shape) * rows;
  }, 0);
}

const blockBytes = 1024 * 1024;
/** A mebibyte of zeros, compressed so that copies of it can be concatenated. */
const zeroBlock = deflateRawSync(Buffer.alloc(blockBytes), { level: 9, finishFlush: constants.Z_FULL_FLUSH });

/** `count` zeros as a zlib stream of about a thousandth of their size, generated without holding them in memory. */
export function zeros(count: number): Buffer {
  const whole = Math.floor(count / blockBytes);
  const rest = deflateRawSync(Buffer.alloc(count % blockBytes), { level: 9 });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((((count % 65_521) << 16) | 1) >>> 0);
  const blocks = Array.from({ length: whole }, () => zeroBlock);
  return Buffer.concat([Buffer.from('78da', 'hex'), ...blocks, rest, checksum]);
}

const palette = chunk('PLTE', Buffer.from('000000ffffff', 'hex'));

/** A black picture of any size. */
export const blackPng = (shape: PngShape): Buffer =>
  Buffer.concat([
    signature,
    header(shape),
    ...(shape.colour === 3 ? [palette] : []),
    chunk('IDAT', zeros(rawBytes(shape))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** Assembles a PNG from chunks. */
export const pngOf = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([signature, ...chunks]);

/** The smallest possible picture. */
export const onePixel = blackPng({ width: 1, height: 1 });

/** A picture of one pixel with unique bytes, and therefore a new digest. */
export const pixelWith = (text: string): Buffer =>
  pngOf(
    header({ width: 1, height: 1 }),
    chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  );

/** A picture of about `bytes` bytes: one pixel, and noise in a chunk that readers skip. */
export const heavyPng = (bytes: number, seed = 1): Buffer => {
  const noise = Buffer.alloc(bytes);
  let state = seed >>> 0 || 1;
  for (let at = 0; at + 4 <= bytes; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    noise.writeUInt32LE(state, at);
  }
  return pngOf(
    header({ width: 1, height: 1 }),
    chunk('prIv', noise),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  );
};

/** An animation (APNG) that declares `frames` frames of the given size. */
export function animatedPng(shape: PngShape, frames: number): Buffer {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  const frame = (sequence: number) => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(sequence, 0);
    data.writeUInt32BE(shape.width, 4);
    data.writeUInt32BE(shape.height, 8);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(100, 22);
    return chunk('fcTL', data);
  };
  const pixels = zeros(rawBytes(shape));
  const later = Array.from({ length: frames - 1 }, (_, at) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(at * 2 + 2, 0);
    return [frame(at * 2 + 1), chunk('fdAT', Buffer.concat([number, pixels]))];
  }).flat();
  return pngOf(
    header(shape),
    chunk('acTL', control),
    frame(0),
    chunk('IDAT', pixels),
    ...later,
    chunk('IEND', Buffer.alloc(0)),
  );
}
