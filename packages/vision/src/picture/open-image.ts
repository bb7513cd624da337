import { createHash } from 'node:crypto';
import type { RefusalCode } from '@countersign/findings';
import sharp from 'sharp';
import { decodeBudgetMs, estimateDecodeMs, isTextBomb } from './decode-cost.ts';
import { isAnimatedPng, sniffImageFormat, type ImageFormat } from './image-format.ts';
import { readPictureFacts, type PictureFacts } from './picture-facts.ts';
import { perceptualHash } from './picture-likeness.ts';
import { pixelWords } from './pixel-words.ts';
import type { Raster } from './raster.ts';
import { TookTooLong } from './took-too-long.ts';

/** A picture that could not be opened; returned as a value, never thrown. */
export interface Refusal {
  refusal: RefusalCode;
}

/** An opened picture: facts about the original, and pixels in the requested sizes. */
export interface OpenedImage {
  /** Always `null`; distinguishes an opened picture from a {@link Refusal}. */
  refusal: null;
  /** Detected from the first bytes, not from a name. */
  format: ImageFormat;
  /** Size of the original in pixels after applying its orientation. */
  width: number;
  height: number;
  /** Hex digest of the file's bytes. */
  sha256: string;
  /** A 64-bit hash of the upright picture, 16 hex digits; similar for copies of one picture. */
  perceptualHash: string;
  facts: PictureFacts;
  /**
   * Upright sRGB pixels (3 channels) or their luma (1 channel), with the longest side at most `maxSide`, never enlarged, with transparent
   * parts on white. The file is decoded once for all sizes up to 1920. Results are shared and must not be modified. The scale relative to
   * the original is `raster.width / image.width`.
   * @throws TookTooLong when a size above 1920 cannot be decoded in time
   */
  raster(maxSide: number, channels: 1 | 3): Promise<Raster>;
}

/** Longest side in pixels at which pictures are analysed. @see spec/contract.md A-38 */
export const analysisSide = 1920;

/** A size needed for nearly every picture; smaller ones are derived from it at a fraction of the cost. */
const halfwaySide = 512;

const maxPixels = 50_000_000;
const maxSidePixels = 10_000;
/** Wall-clock limit in seconds for one decoding, which is estimated to take a tenth of that in processor time. */
const decodeSeconds = 10;
/** Processor time in seconds after which a final inspection reports a picture as slow, and the wall-clock time after which it ends. */
const finalSeconds = { used: 20, most: 30 };

sharp.concurrency(1);
sharp.cache(false);

/**
 * Disables all loaders except JPEG, PNG and WebP from memory; SVG, TIFF, GIF and all file loaders stay disabled for the rest of the
 * process. Every process that opens untrusted pictures must call it first; a process that also draws specimens cannot.
 */
export function closeLoaders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
}

/** Options that control the time limit. */
export interface OpenOptions {
  /** Whether the picture was too slow before, together with others: doubles the time, and using it up is `img.too_slow`. */
  final?: boolean;
  /** Factor by which the wall-clock limit of a decoding is extended, at least 1. */
  patience?: number;
  /** Processor time in milliseconds that this inspection has used, from any starting point. Without it no picture is reported as slow. */
  used?: () => number;
}

/**
 * Opens a picture safely: detects the type from the content, and checks the limits on size and decoding cost from the header, before any
 * pixel is decoded (50 megapixels, 10,000 pixels a side, {@link decodeBudgetMs}). Still pictures only.
 * @returns the opened picture, or the code of the reason why it was rejected
 * @throws TookTooLong if the decoder exceeded its time limit and it is not known that the picture is the cause
 */
export async function openImage(
  bytes: Uint8Array,
  options: OpenOptions = {},
): Promise<OpenedImage | Refusal> {
  const format = sniffImageFormat(bytes);
  if (format === null) return { refusal: 'img.type' };
  if (format === 'png' && isTextBomb(bytes)) return { refusal: 'img.too_large' };
  const header = await readHeader(bytes);
  if (header === null || header.format !== format) return { refusal: 'img.unreadable' };
  if (header.pages > 1 || (format === 'png' && isAnimatedPng(bytes))) return { refusal: 'img.type' };
  const { width, height } = header;
  if (width * height > maxPixels || Math.max(width, height) > maxSidePixels)
    return { refusal: 'img.too_large' };
  if (estimateDecodeMs(bytes, { ...header, format }) > decodeBudgetMs) return { refusal: 'img.too_large' };
  const { final = false, patience = 1, used = () => 0 } = options;
  const before = used();
  const seconds = Math.ceil((final ? finalSeconds.most : decodeSeconds) * patience);
  const plainly = (side: number): Promise<Raster> => decodeFile(bytes, side, { seconds });
  // A damaged profile affects only the colours.
  const decode = (side: number): Promise<Raster> =>
    header.deepColours
      ? decodeFile(bytes, side, { seconds, deepColours: true }).catch(unlessLate(() => plainly(side)))
      : plainly(side);
  const isSlow = () => final && used() - before >= 1_000 * finalSeconds.used;
  const base = await decode(analysisSide).catch((error: unknown) => whyNotDecoded(error, isSlow));
  if (typeof base === 'string') return { refusal: base };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    refusal: null,
    format,
    width,
    height,
    sha256,
    perceptualHash: perceptualHash(base),
    facts: readPictureFacts(bytes, { format, width, height, orientation: header.orientation }),
    raster: rasterSource(decode, base, { width, height }),
  };
}

/** A decoder that exceeds its wall-clock limit proves nothing about the picture: the machine may be busy. */
function whyNotDecoded(error: unknown, isSlow: () => boolean): RefusalCode {
  if (!(error instanceof TookTooLong)) return 'img.unreadable';
  if (isSlow()) return 'img.too_slow';
  throw error;
}

/** Fallback for a picture that could not be decoded; if it was a matter of time, another inspection gets more. */
const unlessLate =
  <T>(otherwise: () => Promise<T>) =>
  (error: unknown): Promise<T> => {
    if (error instanceof TookTooLong) throw error;
    return otherwise();
  };

interface Header {
  format: string;
  width: number;
  height: number;
  pages: number;
  channels: number;
  /** Whether a channel has 16 bits. */
  deep: boolean;
  /** Whether it is an interlaced PNG or a progressive JPEG. */
  interlaced: boolean;
  /** EXIF orientation, 1 to 8: from 2 on, the stored rows differ from the displayed ones. */
  orientation: number;
  /** Whether it has 16 bits and a colour profile, which the decoder applies only on output. */
  deepColours: boolean;
}

/** Displayed size, after the orientation; `null` if the decoder cannot read the header. */
async function readHeader(bytes: Uint8Array): Promise<Header | null> {
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (metadata === null) return null;
  const { width, height } = metadata.autoOrient;
  const { format, channels, isProgressive: interlaced, hasProfile, pages = 1, orientation = 1 } = metadata;
  const deep = metadata.depth === 'ushort';
  return {
    format,
    width,
    height,
    pages,
    channels,
    deep,
    interlaced,
    orientation,
    deepColours: deep && hasProfile,
  };
}

async function decodeFile(
  bytes: Uint8Array,
  maxSide: number,
  { seconds, deepColours = false }: { seconds: number; deepColours?: boolean },
): Promise<Raster> {
  // `error` includes `truncated` but ignores mere warnings, which many cameras cause.
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .timeout({ seconds })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
  const meant = deepColours ? image.withIccProfile('srgb') : image;
  const decoded = meant.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { data, info } = await decoded.catch((error: unknown) => {
    const isLate = error instanceof Error && error.message.startsWith('timeout');
    throw isLate ? new TookTooLong('decoding a picture') : error;
  });
  return colourRaster(data, { width: info.width, height: info.height, channels: info.channels });
}

async function shrinkRaster({ width, height, data }: Raster, maxSide: number): Promise<Raster> {
  const shrunk = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: maxSide, height: maxSide, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return colourRaster(shrunk.data, shrunk.info);
}

/** Some grey files are decoded to one channel; all other code expects three. */
function colourRaster(data: Uint8Array, size: { width: number; height: number; channels: number }): Raster {
  const { width, height, channels } = size;
  if (channels === 3) return { width, height, channels: 3, data };
  if (channels !== 1) throw new Error(`decoder returned ${channels} channels`);
  const colour = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i += 1) colour.fill(data[i] ?? 0, i * 3, i * 3 + 3);
  return { width, height, channels: 3, data: colour };
}

/** Luma coefficients of Rec. 601, in 65536ths. */
const [redPart, greenPart, bluePart] = [19595, 38470, 7471];
const lumaOf = (red: number, green: number, blue: number): number =>
  (red * redPart + green * greenPart + blue * bluePart + 32768) >> 16;

/** Computes luma in integers, so that it is the same on every machine. */
function greyRaster(colour: Raster): Raster {
  const { width, height, data } = colour;
  const grey = new Uint8Array(width * height);
  const words = pixelWords(colour);
  let i = 0;
  for (let at = 0; at < words.length; at += 3, i += 4) {
    const first = words[at]!;
    const second = words[at + 1]!;
    const third = words[at + 2]!;
    grey[i] = lumaOf(first & 255, (first >>> 8) & 255, (first >>> 16) & 255);
    grey[i + 1] = lumaOf(first >>> 24, second & 255, (second >>> 8) & 255);
    grey[i + 2] = lumaOf((second >>> 16) & 255, second >>> 24, third & 255);
    grey[i + 3] = lumaOf((third >>> 8) & 255, (third >>> 16) & 255, third >>> 24);
  }
  for (let at = 3 * i; i < grey.length; i += 1, at += 3)
    grey[i] = lumaOf(data[at]!, data[at + 1]!, data[at + 2]!);
  return { width, height, channels: 1, data: grey };
}

function rasterSource(
  decode: (side: number) => Promise<Raster>,
  base: Raster,
  original: { width: number; height: number },
): OpenedImage['raster'] {
  const rasters = new Map<string, Promise<Raster>>();
  const largest = Math.max(original.width, original.height);
  const colour = (side: number): Promise<Raster> => {
    if (side === Math.min(largest, analysisSide)) return Promise.resolve(base);
    if (side >= analysisSide) return decode(side);
    const isSmall = side < halfwaySide && side >= halfwaySide / 4 && largest > halfwaySide;
    return isSmall ? shrinkFrom(halfwaySide, side) : shrinkRaster(base, side);
  };
  const shrinkFrom = async (from: number, side: number): Promise<Raster> =>
    shrinkRaster(await remember(`3:${from}`, () => colour(from)), side);
  const remember = (key: string, make: () => Promise<Raster>): Promise<Raster> => {
    const known = rasters.get(key) ?? make();
    rasters.set(key, known);
    return known;
  };
  return (maxSide, channels) => {
    const side = Math.min(maxSide, largest);
    const colourOnce = (): Promise<Raster> => remember(`3:${side}`, () => colour(side));
    return channels === 3 ? colourOnce() : remember(`1:${side}`, async () => greyRaster(await colourOnce()));
  };
}
