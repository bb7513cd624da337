/**
 * Estimates the cost of decoding a picture from its header. The number of pixels is not enough: 354 KB of progressive JPEG with 2,458
 * scans of 36 megapixels occupied a decoder for half a minute, and no time limit inside the decoder stopped it.
 */
import type { ImageFormat } from './image-format.ts';

/** The amount of work for a decoder. */
export interface DecodeWork {
  format: ImageFormat;
  width: number;
  height: number;
  /** Channels as decoded, alpha included. */
  channels: number;
  /** Whether a channel has 16 bits. */
  deep: boolean;
  /** Whether it is an interlaced PNG or a progressive JPEG. */
  interlaced: boolean;
}

/**
 * Maximum estimated processor time for decoding a picture once, in milliseconds on the machine where the rates were measured. A
 * photograph of 12 megapixels takes about 100, one of 50 megapixels as progressive JPEG about 500.
 * @see docs/decisions/0023-share-picture-processing-fairly-between-integrations.md
 */
export const decodeBudgetMs = 1_000;

const mega = 1_000_000;

/** Milliseconds per million bytes of decoded PNG rows. */
const pngRate = { plain: 1.2, deep: 3, interlaced: 4.5 };
/** Milliseconds per megapixel, and per million bytes of file. */
const jpegRate = { pixels: 3, bytes: 15, cmyk: 15 };
const progressiveRate = { pixels: 6, bytes: 35, scan: 0.15 };
const webpRate = { lossy: { pixels: 4, bytes: 60 }, lossless: { pixels: 6, bytes: 8 } };

/**
 * Estimated processor time in milliseconds for decoding these bytes once, from the header and the number of scans, without decoding
 * anything.
 */
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
/** Scans beyond this number are not counted: a picture with that many is either over budget or tiny. */
const mostScans = 100_000;

/** Number of scans in a JPEG. Coded data never contains the marker, so after the first scan every occurrence counts. */
function countScans(file: Buffer): number {
  let at = startOfScan(file);
  let scans = 0;
  while (at >= 0 && scans < mostScans) {
    scans += 1;
    at = file.indexOf(scanMarker, at + 2);
  }
  return scans;
}

/** Position of the first scan, after segments that may contain pictures of their own; -1 if there is none. */
function startOfScan(file: Buffer): number {
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff;) {
    if (file[at + 1] === 0xda) return at;
    // Any number of 0xff bytes may precede a marker.
    at += file[at + 1] === 0xff ? 1 : 2 + Math.max(2, file.readUInt16BE(at + 2));
  }
  return -1;
}

/** Maximum bytes of compressed text in a PNG; each byte may expand a thousandfold when decoded. */
const mostCompressedText = 1_048_576;

/** Whether a PNG contains too much compressed text for its decoder, which decompresses all of it before the first pixel. */
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
/** Counted whether compressed or not, because the flag follows a name of any length. */
const iTXt = 0x69545874;
