import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule } from 'zxing-wasm/reader';
import type { Point, Quad, Raster } from '../picture/raster.ts';

/** Formats with an error check strong enough to prevent false detections. */
export type CodeFormat = 'PDF417' | 'QRCode' | 'DataMatrix' | 'Aztec' | 'Code128';

/** The thoroughness of one pass over a picture. */
export interface DecodeSettings {
  formats: readonly CodeFormat[];
  /** Examines every row instead of some. */
  harder?: boolean;
  /** Also tries quarter turns. */
  rotate?: boolean;
  /** Also tries light modules on dark. */
  invert?: boolean;
  /** Also tries reduced sizes. */
  downscale?: boolean;
  /** Closes small gaps first. */
  denoise?: boolean;
  /** Threshold for dark pixels: the mean of the surroundings (default), or one threshold for the whole picture. */
  threshold?: 'local' | 'global';
  /** Also returns symbols that were found but could not be read. */
  unread?: boolean;
}

/** A symbol as returned by the decoder. The bytes belong to the caller, who must not keep them. */
export interface DecodedCode {
  format: string;
  /** Empty if it could not be read. */
  bytes: Uint8Array;
  /** Pixels of the raster. */
  corners: Quad;
  read: boolean;
}

interface Corner {
  x: number;
  y: number;
}

interface ReaderResult {
  isValid: boolean;
  format: string;
  /** Absent in some results that could not be read. */
  bytes?: Uint8Array;
  bytesECI?: Uint8Array;
  /** The modules themselves, from which the payload could be read again; absent if nothing was read. */
  symbol?: { data?: Uint8Array };
  position: Record<'topLeft' | 'topRight' | 'bottomRight' | 'bottomLeft', Corner>;
}

interface ReaderModule {
  HEAPU8: Uint8Array;
  _malloc: (bytes: number) => number;
  _free: (at: number) => void;
  readBarcodesFromPixmap(
    at: number,
    width: number,
    height: number,
    settings: Readonly<Record<string, unknown>>,
  ): { size(): number; get(index: number): ReaderResult; delete(): void };
}

/** Not a mode of the decoder: it prevents the conversion of payloads to strings, which cannot be overwritten. */
const noText = 7;
const maxSymbols = 4;

let binary: Promise<Uint8Array> | undefined;
let running: Promise<Reader> | undefined;

/** The decoder, and the initial content of its memory up to the last non-zero byte. */
interface Reader {
  module: ReaderModule;
  pristine: Uint8Array;
}

/**
 * Initialises the decoder; later calls do nothing. Nothing is ever fetched.
 * @param wasm the decoder's binary; by default the one in the installed package
 * @throws Error if the binary is missing or broken
 */
export async function loadBarcodeReader(wasm?: Uint8Array): Promise<void> {
  await readerModule(wasm);
}

/** Looks for symbols in a grey picture; returns an empty list if there are none. */
export async function decodeCodes(picture: Raster, settings: DecodeSettings): Promise<DecodedCode[]> {
  const { module } = await readerModule();
  const { _malloc: allocate, _free: release } = module;
  const at = allocate(picture.data.length);
  if (at === 0) throw new Error('no memory for the picture in the bar code reader');
  try {
    module.HEAPU8.set(picture.data, at);
    const found = module.readBarcodesFromPixmap(at, picture.width, picture.height, readerSettings(settings));
    try {
      return Array.from({ length: found.size() }, (_, index) => decodedCode(found.get(index)));
    } finally {
      found.delete();
    }
  } finally {
    release(at);
  }
}

/**
 * Overwrites the decoder's entire memory, including freed copies of payloads and pictures, so that it is as it was before the first
 * picture.
 */
export async function wipeBarcodeReader(): Promise<void> {
  const reader = await running;
  if (reader === undefined) return;
  const { HEAPU8: memory } = reader.module;
  memory.fill(0);
  memory.set(reader.pristine);
}

function readerModule(wasm?: Uint8Array): Promise<Reader> {
  binary ??= wasm ? Promise.resolve(wasm) : packagedBinary();
  running ??= binary.then(startReader);
  return running;
}

function packagedBinary(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
}

/** Given the binary, the package has nothing to fetch. */
async function startReader(wasm: Uint8Array): Promise<Reader> {
  const overrides = { wasmBinary: Uint8Array.from(wasm).buffer };
  const module = (await prepareZXingModule({ overrides, fireImmediately: true })) as unknown as ReaderModule;
  // The memory content after starting; everything beyond it is zero.
  const used = module.HEAPU8.findLastIndex((byte) => byte !== 0) + 1;
  return { module, pristine: module.HEAPU8.slice(0, used) };
}

function readerSettings(settings: DecodeSettings): Readonly<Record<string, unknown>> {
  return {
    formats: settings.formats.join(','),
    tryHarder: settings.harder ?? true,
    tryRotate: settings.rotate ?? false,
    tryInvert: settings.invert ?? false,
    tryDownscale: settings.downscale ?? false,
    tryDenoise: settings.denoise ?? false,
    binarizer: settings.threshold === 'global' ? 1 : 0,
    isPure: false,
    downscaleFactor: 3,
    downscaleThreshold: 500,
    minLineCount: 3,
    maxNumberOfSymbols: maxSymbols,
    validateOptionalChecksum: true,
    returnErrors: settings.unread ?? false,
    eanAddOnSymbol: 0,
    textMode: noText,
    characterSet: 0,
    tryCode39ExtendedMode: false,
  };
}

function decodedCode({ format, bytes, bytesECI, symbol, position, isValid }: ReaderResult): DecodedCode {
  // Unused copies of the payload.
  bytesECI?.fill(0);
  symbol?.data?.fill(0);
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  const point = ({ x, y }: Corner): Point => [x, y];
  const read = isValid && bytes !== undefined;
  if (!read) bytes?.fill(0);
  return {
    format,
    bytes: read ? bytes : new Uint8Array(0),
    corners: [point(topLeft), point(topRight), point(bottomRight), point(bottomLeft)],
    read,
  };
}
