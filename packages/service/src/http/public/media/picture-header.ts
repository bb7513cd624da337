import type { RecognisedFormat } from './picture-format.ts';
import { createPictureWalk, type PictureWalk } from './picture-walk.ts';

export interface PictureHeader {
  format: RecognisedFormat;
  /** Width times height according to the header, or `null` when it cannot be read that far. */
  pixels: number | null;
  /** Bytes after the end that the format marks; 0 when there is no end. @see spec/contract.md A-118 */
  trailingBytes: number;
}

export interface PictureHeaderReader {
  push(bytes: Buffer): void;
  result(): PictureHeader;
}

const heifBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'heif'];
/** Enough for the signature of every format and for the dimensions of PNG and WebP. */
const openingBytes = 64;

/**
 * Recognises the format of a streamed picture and reads its declared size. Only headers are read; whether the
 * picture can be decoded is determined later, in another process.
 * @see spec/contract.md A-37
 */
export function createPictureHeaderReader(): PictureHeaderReader {
  const opening = Buffer.alloc(openingBytes);
  let known = 0;
  let walk: PictureWalk | null = null;
  const startWalk = () => createPictureWalk(formatOf(opening.subarray(0, known)));
  return {
    push(bytes) {
      const taken = bytes.copy(opening, known, 0, openingBytes - known);
      known += taken;
      if (known < openingBytes) return;
      if (walk === null) {
        walk = startWalk();
        walk.push(opening);
      }
      walk.push(bytes.subarray(taken));
    },
    result() {
      const start = opening.subarray(0, known);
      const whole = walk ?? startWalk();
      if (walk === null) whole.push(start);
      const format = formatOf(start);
      const { trailingBytes } = whole;
      if (format === 'jpeg') return { format, pixels: whole.pixels, trailingBytes };
      if (format === 'png') return { format, pixels: pngPixels(start), trailingBytes };
      if (format === 'webp') return { format, pixels: webpPixels(start), trailingBytes };
      return { format, pixels: null, trailingBytes: 0 };
    },
  };
}

function formatOf(opening: Buffer): PictureHeader['format'] {
  const text = opening.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (text.startsWith('%PDF-')) return 'pdf';
  if (text.startsWith('ftyp', 4) && brandsOf(text).some((brand) => heifBrands.includes(brand))) return 'heic';
  return 'unsupported';
}

/** The major brand, then the compatible ones that fit into the opening; four bytes of version are between them. */
const brandsOf = (text: string): string[] => [text.slice(8, 12), ...(text.slice(16).match(/.{4}/gs) ?? [])];

function pngPixels(opening: Buffer): number | null {
  if (opening.length < 24 || opening.toString('latin1', 12, 16) !== 'IHDR') return null;
  return opening.readUInt32BE(16) * opening.readUInt32BE(20);
}

function webpPixels(opening: Buffer): number | null {
  if (opening.length < 30) return null;
  const chunk = opening.toString('latin1', 12, 16);
  if (chunk === 'VP8X') return (opening.readUIntLE(24, 3) + 1) * (opening.readUIntLE(27, 3) + 1);
  if (chunk === 'VP8L' && opening[20] === 0x2f) {
    const packed = opening.readUInt32LE(21);
    return ((packed & 0x3fff) + 1) * (((packed >>> 14) & 0x3fff) + 1);
  }
  if (chunk !== 'VP8 ') return null;
  return (opening.readUInt16LE(26) & 0x3fff) * (opening.readUInt16LE(28) & 0x3fff);
}
