import type { ImageFormat } from './image-format.ts';

/** Data in a picture file besides its pixels, unparsed; at most the first few blocks of each kind. */
export interface PictureBlocks {
  /** TIFF structures with camera metadata, starting at their byte order mark. */
  exif: Uint8Array[];
  /** Texts that may name how a picture was made: XMP packets and text chunks, as keyword and value. */
  texts: { keyword: string; value: string }[];
  /** Luma quantisation steps of a JPEG: 64, row by row, from the coarsest wave; `null` in other files. */
  lumaSteps: readonly number[] | null;
  /** Number of bytes after the end of the picture itself. */
  trailingBytes: number;
}

/** Maximum number of blocks examined per file, and of bytes in each. */
const mostBlocks = 64;
const mostTextBytes = 65_536;
const mostExifBytes = 262_144;

/** Walks through a file's blocks; a damaged structure ends the walk, but never throws. */
export function readPictureBlocks(bytes: Uint8Array, format: ImageFormat): PictureBlocks {
  const blocks: PictureBlocks = { exif: [], texts: [], lumaSteps: null, trailingBytes: 0 };
  const walk = { jpeg: walkJpeg, png: walkPng, webp: walkWebp }[format];
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = walk(file, blocks);
  return { ...blocks, trailingBytes: Math.max(0, file.length - end) };
}

const xmpStart = 'http://ns.adobe.com/xap/1.0/\0';

/** Reads the segments before the first scan, then looks for the end. @returns the end of the picture */
function walkJpeg(file: Buffer, blocks: PictureBlocks): number {
  let at = 2;
  for (let count = 0; at + 2 <= file.length;) {
    if (file[at] !== 0xff) return file.length;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff || hasNoLength(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xd9) return at + 2;
    if (at + 4 > file.length) break;
    const length = file.readUInt16BE(at + 2);
    const start = at + 4;
    const body = file.subarray(start, Math.min(file.length, at + 2 + length));
    if (count < mostBlocks) readJpegSegment(marker, body, blocks);
    count += 1;
    at += 2 + Math.max(2, length);
    if (marker === 0xda) at = endOfScan(file, at);
  }
  return file.length;
}

/** Restart and other markers without a length. */
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function readJpegSegment(marker: number, body: Buffer, blocks: PictureBlocks): void {
  if (marker === 0xe1 && startsWith(body, 'Exif\0\0')) addExif(blocks, body.subarray(6));
  if (marker === 0xe1 && startsWith(body, xmpStart)) addText(blocks, 'xmp', body.subarray(xmpStart.length));
  if (marker === 0xed && startsWith(body, 'Photoshop 3.0\0'))
    addText(blocks, 'resources', body.subarray(0, 13));
  if (marker === 0xfe) addText(blocks, 'comment', body);
  if (marker === 0xdb) blocks.lumaSteps ??= firstTable(body);
}

/** Position in the block, row by row, of each number in a table. */
const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55,
  62, 63,
]; // prettier-ignore

/** The steps of table 0, which encoders use for luma; `null` if the segment does not begin with it. */
function firstTable(body: Buffer): number[] | null {
  const [bytes, id] = [(body[0] ?? 0) >> 4 === 0 ? 1 : 2, (body[0] ?? 0) & 15];
  if (id !== 0 || body.length < 1 + 64 * bytes) return null;
  const steps = new Array<number>(64).fill(0);
  for (const [index, place] of zigzag.entries())
    steps[place] = bytes === 1 ? body.readUInt8(1 + index) : body.readUInt16BE(1 + 2 * index);
  return steps;
}

/** The next marker after coded data that does not belong to it. */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at >= 0 && at + 1 < file.length) {
    const next = file[at + 1] ?? 0;
    const inScan = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!inScan && next !== 0xff) return at;
    at = file.indexOf(0xff, at + (inScan ? 2 : 1));
  }
  return file.length;
}

function walkPng(file: Buffer, blocks: PictureBlocks): number {
  let at = 8;
  for (let count = 0; at + 12 <= file.length; count += 1) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, Math.min(file.length, at + 8 + length));
    at += length + 12;
    if (type === 'IEND') return at;
    if (count >= 4096) break;
    if (type === 'eXIf') addExif(blocks, body);
    if (type === 'tEXt' || type === 'iTXt') addPngText(blocks, body, type);
  }
  return file.length;
}

/** Compressed text is skipped: nothing that shows a picture's origin needs it. */
function addPngText(blocks: PictureBlocks, body: Buffer, type: 'tEXt' | 'iTXt'): void {
  const end = body.subarray(0, 80).indexOf(0);
  if (end < 1) return;
  const keyword = body.toString('latin1', 0, end);
  if (type === 'iTXt' && body[end + 1] !== 0) return;
  addText(blocks, keyword, body.subarray(end + 1));
}

function walkWebp(file: Buffer, blocks: PictureBlocks): number {
  const end = file.length >= 12 ? 8 + file.readUInt32LE(4) : file.length;
  let at = 12;
  for (let count = 0; at + 8 <= Math.min(end, file.length) && count < mostBlocks; count += 1) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const body = file.subarray(at + 8, Math.min(file.length, at + 8 + length));
    if (type === 'EXIF') addExif(blocks, startsWith(body, 'Exif\0\0') ? body.subarray(6) : body);
    if (type === 'XMP ') addText(blocks, 'xmp', body);
    at += 8 + length + (length % 2);
  }
  return end;
}

function addExif({ exif }: PictureBlocks, body: Buffer): void {
  if (exif.length < 2) exif.push(body.subarray(0, mostExifBytes));
}

function addText({ texts }: PictureBlocks, keyword: string, body: Buffer): void {
  if (texts.length < 16) texts.push({ keyword, value: body.toString('latin1', 0, mostTextBytes) });
}

function startsWith(body: Buffer, text: string): boolean {
  return body.toString('latin1', 0, text.length) === text;
}
