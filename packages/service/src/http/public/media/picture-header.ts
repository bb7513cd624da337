/** Picture formats told apart by their first bytes. */
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'heic';

export interface PictureHeader {
  /** `unsupported`: none of the known ones. */
  format: PictureFormat | 'pdf' | 'unsupported';
  /** Width times height as the header states it, or `null` when the header cannot be read that far. */
  pixels: number | null;
}

export interface PictureHeaderReader {
  push(bytes: Buffer): void;
  result(): PictureHeader;
}

const heifBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1', 'heif'];
/** Enough for the signature of every format and for the dimensions of PNG and WebP. */
const openingBytes = 64;

/**
 * Recognises the format of a picture and reads its stated size while its bytes stream by. It reads headers only; whether the
 * picture can be decoded is found out later, and not in this process.
 * @see spec/contract.md A-37
 */
export function createPictureHeaderReader(): PictureHeaderReader {
  let opening: Buffer = Buffer.alloc(0);
  const jpeg = createJpegWalker();
  return {
    push(bytes) {
      if (opening.length < openingBytes) {
        opening = Buffer.concat([opening, bytes.subarray(0, openingBytes - opening.length)]);
      }
      jpeg.push(bytes);
    },
    result() {
      const format = formatOf(opening);
      if (format === 'jpeg') return { format, pixels: jpeg.pixels() };
      if (format === 'png') return { format, pixels: pngPixels(opening) };
      if (format === 'webp') return { format, pixels: webpPixels(opening) };
      return { format, pixels: null };
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

/** The major brand, then the compatible ones that fit into the opening; between them stand four bytes of version. */
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

interface JpegWalker {
  push(bytes: Buffer): void;
  pixels(): number | null;
}

/** Frame headers C0 to CF, without the three of that range that mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Steps from segment to segment up to the frame header, which may stand behind hundreds of kilobytes of profiles. */
function createJpegWalker(): JpegWalker {
  let pending: Buffer = Buffer.alloc(0);
  let skip = 0;
  let ended = false;
  let pixels: number | null = null;
  const step = (): boolean => {
    if (pending.length < 2) return false;
    const marker = pending[1] ?? 0;
    if (pending[0] !== 0xff || marker === 0xd9 || marker === 0xda) return !(ended = true);
    if (marker === 0xff || hasNoLength(marker)) {
      pending = pending.subarray(marker === 0xff ? 1 : 2);
      return true;
    }
    if (pending.length < (isFrame(marker) ? 9 : 4)) return false;
    if (isFrame(marker)) {
      pixels = pending.readUInt16BE(5) * pending.readUInt16BE(7);
      return !(ended = true);
    }
    skip = 2 + pending.readUInt16BE(2);
    return advance();
  };
  const advance = (): boolean => {
    const taken = Math.min(skip, pending.length);
    skip -= taken;
    pending = pending.subarray(taken);
    return skip === 0;
  };
  return {
    push(bytes) {
      if (ended) return;
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      if (!advance()) return;
      while (step());
      // Copied, so that a few bytes do not hold on to the whole chunk they came in.
      pending = Buffer.from(pending);
    },
    pixels: () => pixels,
  };
}
