/**
 * What decoding a picture is going to cost, estimated from its header. Pixels alone are not enough: 354 KB of progressive JPEG with 2,458
 * scans of 36 megapixels kept a decoder busy for half a minute, and no time limit inside the decoder ended it.
 */
import type { ImageFormat } from './image-format.ts';

/** What a decoder has to do. */
export interface DecodeWork {
  format: ImageFormat;
  width: number;
  height: number;
  /** Channels as decoded, alpha included. */
  channels: number;
  /** 16 bits a channel. */
  deep: boolean;
  /** An interlaced PNG, a progressive JPEG. */
  interlaced: boolean;
}

/**
 * Estimated milliseconds of processor that a picture may take to be decoded once, on the machine the figures were measured on.
 * A photograph of 12 megapixels takes about 100, one of 50 megapixels as progressive JPEG about 500.
 * @see docs/decisions/0023-pictures-take-turns.md
 */
export const decodeBudgetMs = 1_000;

const mega = 1_000_000;

/** Milliseconds per million bytes of decoded PNG rows. */
const pngRate = { plain: 1.2, deep: 3, interlaced: 4.5 };
/** Milliseconds per megapixel, and per million bytes of file. */
const jpegRate = { pixels: 3, bytes: 15, cmyk: 15 };
const progressiveRate = { pixels: 6, bytes: 35, scan: 0.15 };
const webpRate = { lossy: { pixels: 4, bytes: 60 }, lossless: { pixels: 6, bytes: 8 } };

/** Estimated milliseconds of processor to decode these bytes once; from the header and the number of scans, nothing is decoded. */
export function estimateDecodeMs(bytes: Uint8Array, work: DecodeWork): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pixels = (work.width * work.height) / mega;
  const size = file.length / mega;
  if (work.format === 'png') return pixels * work.channels * (work.deep ? 2 : 1) * pngRateOf(work);
  if (work.format === 'webp') {
    const rate = file.includes('VP8L', 12, 'latin1') ? webpRate.lossless : webpRate.lossy;
    return pixels * rate.pixels + size * rate.bytes;
  }
  const cmyk = work.channels === 4 ? pixels * jpegRate.cmyk : 0;
  if (!work.interlaced) return pixels * jpegRate.pixels + size * jpegRate.bytes + cmyk;
  const { pixels: each, bytes: coded, scan } = progressiveRate;
  return pixels * (each + scan * countScans(file)) + size * coded + cmyk;
}

const pngRateOf = ({ deep, interlaced }: DecodeWork): number =>
  interlaced ? pngRate.interlaced : deep ? pngRate.deep : pngRate.plain;

const scanMarker = Buffer.from([0xff, 0xda]);
/** More are not counted: any picture with so many is beyond the budget or tiny. */
const mostScans = 100_000;

/** Scans of a JPEG. Coded data never holds the marker, so that behind the first scan every one counts. */
function countScans(file: Buffer): number {
  let at = startOfScan(file);
  let scans = 0;
  while (at >= 0 && scans < mostScans) {
    scans += 1;
    at = file.indexOf(scanMarker, at + 2);
  }
  return scans;
}

/** Where the first scan begins, behind segments that may hold pictures of their own; -1 when there is none. */
function startOfScan(file: Buffer): number {
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff;) {
    if (file[at + 1] === 0xda) return at;
    // Any number of 0xff bytes may fill the space before a marker.
    at += file[at + 1] === 0xff ? 1 : 2 + Math.max(2, file.readUInt16BE(at + 2));
  }
  return -1;
}

/** Bytes of compressed text that a PNG may carry; each may grow a thousandfold when the decoder opens it. */
const mostCompressedText = 1_048_576;

/** Whether a PNG carries more compressed text than its decoder should be given: it opens all of it before the first pixel. */
export function isTextBomb(png: Uint8Array): boolean {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  let compressed = 0;
  for (let at = 8; at + 8 <= file.length; at += file.readUInt32BE(at) + 12) {
    const type = file.readUInt32BE(at + 4);
    if (type === zTXt || type === iTXt) compressed += file.readUInt32BE(at);
    if (compressed > mostCompressedText) return true;
  }
  return false;
}

const zTXt = 0x7a545874;
/** Counted whether compressed or not: which of them are is written behind a name of any length. */
const iTXt = 0x69545874;
