import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule } from 'zxing-wasm/reader';
import type { Point, Quad, Raster } from '../picture/raster.ts';

/** Symbols that carry a check of their own strong enough not to be read where none is. */
export type CodeFormat = 'PDF417' | 'QRCode' | 'DataMatrix' | 'Aztec' | 'Code128';

/** How hard one pass over a picture looks. */
export interface DecodeSettings {
  formats: readonly CodeFormat[];
  /** Every row instead of some. */
  harder?: boolean;
  /** Quarter turns as well. */
  rotate?: boolean;
  /** Light modules on dark as well. */
  invert?: boolean;
  /** Reduced sizes as well. */
  downscale?: boolean;
  /** Closes small gaps first. */
  denoise?: boolean;
  /** What is dark: below the mean of the surroundings (default), or below one limit for the picture. */
  threshold?: 'local' | 'global';
  /** Returns symbols that were found and could not be read as well. */
  unread?: boolean;
}

/** A symbol as the decoder gives it. The bytes belong to the caller, who must not keep them. */
export interface DecodedCode {
  format: string;
  /** Empty when it could not be read. */
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
  /** The modules themselves, from which the payload could be read again; absent when nothing was read. */
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

/** No mode of the decoder: payloads are then not turned into strings, which cannot be overwritten. */
const noText = 7;
const maxSymbols = 4;

let binary: Promise<Uint8Array> | undefined;
let running: Promise<Reader> | undefined;

/** The decoder, and what its memory held before the first picture, up to the last byte that was not zero. */
interface Reader {
  module: ReaderModule;
  pristine: Uint8Array;
}

/**
 * Makes the decoder ready; later calls do nothing. Nothing is ever fetched.
 * @param wasm the decoder's binary; by default the one of the installed package
 * @throws Error when the binary is missing or broken
 */
export async function loadBarcodeReader(wasm?: Uint8Array): Promise<void> {
  await readerModule(wasm);
}

/** Looks for symbols in a grey picture; an empty list when there is none. */
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
 * Overwrites everything the decoder's memory holds, freed copies of payloads and pictures too: it is then as it was before the
 * first picture.
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

/** With the binary at hand the package has nothing to fetch. */
async function startReader(wasm: Uint8Array): Promise<Reader> {
  const overrides = { wasmBinary: Uint8Array.from(wasm).buffer };
  const module = (await prepareZXingModule({ overrides, fireImmediately: true })) as unknown as ReaderModule;
  // What starting left in memory; behind it everything is zero.
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
  // Copies of the payload that are not used.
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
