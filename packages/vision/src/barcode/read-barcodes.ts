import type { CardFinding } from '@countersign/findings';
import { sideLength } from '../card/card-pose.ts';
import { analysisSide, type OpenedImage } from '../picture/open-image.ts';
import { cornersOfBox, mapQuad, scaleQuad } from '../picture/points.ts';
import type { Quad, Raster } from '../picture/raster.ts';
import type { BarcodeReading } from './barcode-reading.ts';
import { firstTries, laterTries, pdf417Tries, qrTries, type FlatTry, type WholeTry } from './code-tries.ts';
import { flatPdf417, flatQr, sourceFor } from './crop-code.ts';
import { enhance } from './enhance.ts';
import { trackGuards } from './guard-tracks.ts';
import { locatePdf417, type LocatedPdf417 } from './locate-pdf417.ts';
import { locateQr, type LocatedQr } from './locate-qr.ts';
import { parsePayload } from './parse-payload.ts';
import { turnPicture } from './turn-picture.ts';
import type { FlatCode } from './unwarp.ts';
import { decodeCodes, wipeBarcodeReader, type CodeFormat, type DecodedCode } from './zxing-reader.ts';

/** Options and hints for reading bar codes. */
export interface ReadBarcodesOptions {
  /** Returns true if time is up; everything read until then is returned. */
  outOfTime?: () => boolean;
  /** The document's outline if known; codes of the document are inside. */
  card?: CardFinding | null;
  /** `code-close-up`: the picture was taken of a code, so all attempts are made even without a sign of one. */
  expected?: 'code-close-up' | 'unknown';
  /** Default: all. */
  formats?: readonly CodeFormat[];
  /** Whether to return the text of kinds that may have one. */
  raw?: boolean;
}

/** The codes of a picture. */
export interface BarcodesFound {
  /** The codes that were read, those of documents first. */
  readings: BarcodeReading[];
  /** The codes that were detected but not read. Corners in pixels of the upright original. */
  located: { format: string; corners: Quad }[];
}

/** The state of reading one picture; positions are in pixels of `first` until they are returned. */
interface Reading {
  image: OpenedImage;
  first: Raster;
  options: ReadBarcodesOptions;
  found: BarcodesFound;
}

/** Maximum number of symbols of one kind that are tried. */
const mostPdf417 = 3;
const mostQr = 2;
/** Number of attempts for a PDF417 with only one detected guard. */
const loneTries = 5;

/** Formats whose unread symbols count as detected: the others are found in any texture. */
const remembered: ReadonlySet<string> = new Set(['PDF417', 'QRCode']);

/** Minimum length of each side of a symbol in pixels. */
const leastSide = 4;

const kindOrder = ['aamva', 'co-cedula-pdf417', 'br-cnh-qr', 'other'] as const;

/** A search for the codes of a picture, in two steps. */
export interface CodeSearch {
  /** Reads the PDF417 symbols whose guards were detected. */
  readStacked(): Promise<BarcodesFound>;
  /** Reads all other codes, unless a document's code has been read; returns the results of both steps. */
  readOthers(): Promise<BarcodesFound>;
}

/**
 * Reads the bar codes of a picture: PDF417 symbols located by their guards and rectified, QR codes and the others in passes over the
 * whole picture, and further attempts if a code is detected but not read. Payloads are parsed immediately and overwritten. A code is read
 * only if its own error correction succeeds.
 * @throws Error if the decoder is missing or a larger picture cannot be decoded
 */
export async function readBarcodes(
  image: OpenedImage,
  options: ReadBarcodesOptions = {},
): Promise<BarcodesFound> {
  const search = await searchCodes(image, options);
  await search.readStacked();
  return search.readOthers();
}

/** Like {@link readBarcodes}, for callers that may need only the first step. */
export async function searchCodes(
  image: OpenedImage,
  options: ReadBarcodesOptions = {},
): Promise<CodeSearch> {
  const first = await image.raster(analysisSide, 1);
  const reading: Reading = { image, first, options, found: { readings: [], located: [] } };
  const tracks = trackGuards(first);
  return {
    readStacked: async () => {
      const stacked = isRequested(reading, 'PDF417') ? locatePdf417(tracks).slice(0, mostPdf417) : [];
      for (const code of stacked) await readPdf417(reading, code);
      return inOriginal(reading);
    },
    readOthers: async () => {
      const squares = isRequested(reading, 'QRCode') ? locateQr(tracks).slice(0, mostQr) : [];
      if (!hasDocument(reading)) for (const pass of firstTries) await readWhole(reading, pass);
      for (const code of hasDocument(reading) ? [] : squares) await readQr(reading, code);
      if (shouldGoOn(reading)) await climb(reading);
      return inOriginal(reading);
    },
  };
}

function isRequested({ options }: Reading, format: CodeFormat): boolean {
  return options.formats?.includes(format) ?? true;
}

function isOver({ options }: Reading): boolean {
  return options.outOfTime?.() ?? false;
}

/** Once the document's own code has been read, the others add nothing. */
function hasDocument({ found }: Reading): boolean {
  return found.readings.some(({ kind }) => kind !== 'other');
}

/** Whether a code was detected but not read, or must be present. */
function shouldGoOn({ found, options }: Reading): boolean {
  return found.readings.length === 0 && (found.located.length > 0 || options.expected === 'code-close-up');
}

async function climb(reading: Reading): Promise<void> {
  for (const pass of laterTries) {
    if (reading.found.readings.length > 0 || isOver(reading)) return;
    await readWhole(reading, pass);
  }
}

async function readPdf417(reading: Reading, code: LocatedPdf417): Promise<void> {
  const source = await sourceFor(reading.image, reading.first, code.module);
  const read = await readFlat(reading, code.complete ? pdf417Tries : pdf417Tries.slice(0, loneTries), {
    format: 'PDF417',
    lay: (flatTry) => flatPdf417(source, code, flatTry),
  });
  if (!read && code.complete) noteLocated(reading, 'PDF417', code.corners);
}

async function readQr(reading: Reading, code: LocatedQr): Promise<void> {
  const corners = cornersOfBox(code.box);
  if (reading.found.readings.some((known) => inside(centre(known.corners), corners))) return;
  const source = await sourceFor(reading.image, reading.first, code.module);
  const read = await readFlat(reading, qrTries, {
    format: 'QRCode',
    lay: (flatTry) => flatQr(source, code, flatTry),
  });
  if (!read) noteLocated(reading, 'QRCode', corners);
}

/** Tries different ways to rectify a symbol until it can be read. */
async function readFlat(
  reading: Reading,
  tries: readonly FlatTry[],
  { format, lay }: { format: CodeFormat; lay: (flatTry: FlatTry) => FlatCode | null },
): Promise<boolean> {
  for (const flatTry of tries) {
    if (isOver(reading)) return false;
    const flat = lay(flatTry);
    if (flat === null) continue;
    const settings = { formats: [format], harder: true, invert: format === 'QRCode', ...flatTry.settings };
    const codes = await decodeCodes(flat.picture, settings);
    for (const code of codes) await take(reading, code, flat.toSource(code.corners));
    if (codes.some(({ read }) => read)) return true;
  }
  return false;
}

async function readWhole(
  reading: Reading,
  { side, turn = 0, enhancement, settings }: WholeTry,
): Promise<void> {
  const formats = settings.formats.filter((format) => isRequested(reading, format));
  if (formats.length === 0 || isOver(reading)) return;
  const raster = await reading.image.raster(side, 1);
  const back = reading.first.width / raster.width;
  const sharp = enhancement ? enhance(raster, enhancement) : raster;
  const turned = turn === 0 ? null : turnPicture(sharp, turn);
  const codes = await decodeCodes(turned?.picture ?? sharp, { ...settings, formats });
  for (const code of codes)
    await take(reading, code, scaleQuad(turned ? turned.toSource(code.corners) : code.corners, back));
}

/** Adds a symbol once, with its payload's fields; the payload itself is then erased. */
async function take({ found, options }: Reading, code: DecodedCode, corners: Quad): Promise<void> {
  const { format } = code;
  const again = found.readings.some((known) => known.format === format && sameplace(known.corners, corners));
  const parsed = code.read ? parsePayload(code.bytes, { format, raw: options.raw ?? false }) : null;
  // Before anything else may fail: the decoder's memory still contains the templates.
  if (parsed?.biometric) await wipeBarcodeReader();
  if (again) return;
  if (parsed === null) {
    if (remembered.has(format) && isPlace(corners)) noteLocated({ found }, format, corners);
    return;
  }
  const { kind, length, fields, version, truncated, openDates, unofficial, text } = parsed;
  const marks = { ...(truncated ? { truncated } : {}), ...(openDates ? { openDates } : {}) };
  const reading = { format, kind, length, corners, fields, version, ...marks, unofficial };
  found.readings.push(text === null ? reading : { ...reading, text });
  found.located = found.located.filter((seen) => !sameplace(seen.corners, corners));
}

function noteLocated({ found }: Pick<Reading, 'found'>, format: string, corners: Quad): void {
  const known = [...found.readings, ...found.located].some((seen) => sameplace(seen.corners, corners));
  if (!known) found.located.push({ format, corners });
}

/** The decoder reports areas without height where lines of print, or of a desk, resemble the guards of a code. */
const isPlace = (corners: Quad): boolean => [0, 1, 2, 3].every((at) => sideLength(corners, at) >= leastSide);

function centre(corners: Quad): readonly [number, number] {
  const mean = (axis: 0 | 1): number => corners.reduce((sum, point) => sum + point[axis], 0) / 4;
  return [mean(0), mean(1)];
}

function inside([x, y]: readonly [number, number], corners: Quad): boolean {
  const [xs, ys] = [corners.map((point) => point[0]), corners.map((point) => point[1])];
  return x > Math.min(...xs) && x < Math.max(...xs) && y > Math.min(...ys) && y < Math.max(...ys);
}

function sameplace(a: Quad, b: Quad): boolean {
  return inside(centre(a), b) || inside(centre(b), a);
}

function inOriginal({ image, first, found }: Reading): BarcodesFound {
  const zoom = image.width / first.width;
  const place = (quad: Quad): Quad =>
    mapQuad(scaleQuad(quad, zoom), ([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]);
  return {
    readings: found.readings
      .map((reading) => ({ ...reading, corners: place(reading.corners) }))
      .toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind)),
    located: found.located.map(({ format, corners }) => ({ format, corners: place(corners) })),
  };
}
