import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { brandLimits } from '@countersign/contract';
import { InvalidSetting } from '../../settings/integration-settings.ts';

/** A logo as stored and served: only the pixels and the palette of the uploaded file. */
export interface Logo {
  /** SHA-256 of `png`, lower-case hexadecimal. */
  digest: string;
  /** Pixels. */
  width: number;
  height: number;
  png: Buffer;
}

/** A file is not a valid logo. The message has the form `logo: must …`. */
export class InvalidLogo extends InvalidSetting {
  override name = 'InvalidLogo';
}

const { bytes: mostBytes, least, mostWidth, mostHeight } = brandLimits.logo;
const [pack, unpack] = [promisify(deflate), promisify(inflate)];
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples per pixel and bit depths, by colour type. */
const forms: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** First pixel and spacing of each interlacing pass: x, y, dx, dy. */
const passes = {
  plain: [[0, 0, 1, 1]],
  interlaced: [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ],
} as const;

interface Header {
  width: number;
  height: number;
  depth: number;
  colourType: number;
  interlaced: boolean;
  bytes: Buffer;
}

interface Chunks {
  header: Header;
  palette: Buffer | null;
  transparency: Buffer | null;
  data: Buffer;
}

const isPng = (file: Buffer) => file.subarray(0, signature.length).equals(signature);

/** Names other common file types by their first bytes. */
function kindOf(file: Buffer): string {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'a JPEG';
  const head = file.subarray(0, 256).toString('latin1').trimStart().toLowerCase();
  if (head.startsWith('gif8')) return 'a GIF';
  if (head.startsWith('riff') && head.slice(8, 12) === 'webp') return 'a WebP';
  if (head.startsWith('<')) return 'an SVG or another text';
  return file.length === 0 ? 'empty' : 'another kind of file';
}

/**
 * Re-encodes a PNG: pixels are decompressed within the limits of the picture and compressed again, palette and transparency
 * are kept, everything else is dropped: texts, profiles, animations, and trailing data. So no byte of the file is served
 * that is not a pixel or a colour.
 * @throws InvalidLogo
 * @see spec/contract.md A-265
 */
export async function readLogo(file: Buffer): Promise<Logo> {
  if (!isPng(file)) throw new InvalidLogo(`logo: must be a PNG; the file is ${kindOf(file)}`);
  if (file.length > mostBytes)
    throw new InvalidLogo(
      `logo: must be at most ${mostBytes} bytes, not ${file.length}; make it smaller or use fewer colours`,
    );
  const { header, palette, transparency, data } = readChunks(file);
  requirePalette(header, palette, transparency);
  const rows = await readRows(header, data);
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header.bytes),
    ...(palette === null ? [] : [chunk('PLTE', palette)]),
    ...(transparency === null ? [] : [chunk('tRNS', transparency)]),
    chunk('IDAT', await pack(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const digest = createHash('sha256').update(png).digest('hex');
  return { digest, width: header.width, height: header.height, png };
}

const damaged = () => new InvalidLogo('logo: must be a complete PNG; the file is damaged');

function readChunks(file: Buffer): Chunks {
  let header: Header | null = null;
  let palette: Buffer | null = null;
  let transparency: Buffer | null = null;
  const data: Buffer[] = [];
  for (let at = signature.length; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > file.length) throw damaged();
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, end - 4);
    if (file.readUInt32BE(end - 4) !== crc32(file.subarray(at + 4, end - 4))) throw damaged();
    if ((header === null) !== (type === 'IHDR')) throw damaged();
    if (type === 'IHDR') header = readHeader(body);
    if (type === 'PLTE') palette = Buffer.from(body);
    if (type === 'tRNS') transparency = Buffer.from(body);
    if (type === 'IDAT') data.push(body);
    if (type === 'IEND' && header !== null)
      return { header, palette, transparency, data: Buffer.concat(data) };
    at = end;
  }
  throw damaged();
}

function readHeader(bytes: Buffer): Header {
  if (bytes.length !== 13) throw damaged();
  const [width, height] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)];
  const [depth = 0, colourType = 0, compression, filter, interlace = 0] = bytes.subarray(8);
  if (width < least || width > mostWidth || height < least || height > mostHeight)
    throw new InvalidLogo(
      `logo: must be ${least} to ${mostWidth} pixels wide and ${least} to ${mostHeight} high, not ${width} × ${height}`,
    );
  const isKnown = forms[colourType]?.depths.includes(depth) === true;
  if (!isKnown || compression !== 0 || filter !== 0 || interlace > 1) throw damaged();
  return { width, height, depth, colourType, interlaced: interlace === 1, bytes: Buffer.from(bytes) };
}

/** The rows of the picture with their filters: exactly the number of bytes its size requires. Decompressed off the thread that serves requests. */
async function readRows(header: Header, data: Buffer): Promise<Buffer> {
  const { width, height, depth, colourType, interlaced } = header;
  const bits = depth * (forms[colourType]?.samples ?? 0);
  const rowsOf = passes[interlaced ? 'interlaced' : 'plain'].map(([x, y, dx, dy]) => {
    const columns = Math.ceil((width - x) / dx);
    return { rows: Math.ceil((height - y) / dy), bytes: 1 + Math.ceil((columns * bits) / 8) };
  });
  const size = rowsOf.reduce((sum, { rows, bytes }) => sum + rows * bytes, 0);
  const unpacked = await unpackTo(data, size);
  let at = 0;
  for (const { rows, bytes } of rowsOf)
    for (let row = 0; row < rows; row += 1, at += bytes) if ((unpacked[at] ?? 5) > 4) throw damaged();
  return unpacked;
}

async function unpackTo(data: Buffer, size: number): Promise<Buffer> {
  try {
    const unpacked = await unpack(data, { maxOutputLength: size });
    if (unpacked.length === size) return unpacked;
  } catch {
    // More data than the picture has, or not compressed data at all.
  }
  throw damaged();
}

/** Browsers reject a picture with an invalid palette. */
function requirePalette(
  { colourType, depth }: Header,
  palette: Buffer | null,
  transparency: Buffer | null,
): void {
  const colours = (palette?.length ?? 0) / 3;
  const mayHavePalette = colourType === 2 || colourType === 3 || colourType === 6;
  const fits =
    palette === null
      ? colourType !== 3
      : mayHavePalette && Number.isInteger(colours) && colours >= 1 && colours <= 256;
  const most: Readonly<Record<number, number>> = { 0: 2, 2: 6, 3: colours };
  const length = transparency?.length ?? 0;
  const isClear =
    transparency === null ||
    (colourType === 3 ? length >= 1 && length <= colours : length === (most[colourType] ?? -1));
  const isIndexed = colourType === 3 && colours > 2 ** depth;
  if (!fits || !isClear || isIndexed) throw damaged();
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])), 0);
  return Buffer.concat([head, body, sum]);
}
