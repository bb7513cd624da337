import type { Enhancement } from './enhance.ts';
import type { DecodeSettings } from './zxing-reader.ts';

/** One way to read a located symbol. */
export interface FlatTry {
  /** Target scale in pixels per module. */
  scale: number;
  enhancement?: Enhancement;
  settings?: Partial<DecodeSettings>;
  /** Number of modules by which the far side is shifted down, for guards whose ends were not detected equally well. */
  lean?: number;
}

/**
 * Attempts for a PDF417 rectified by its guards; the first ones read nearly all symbols, the last ones are for blurred or damaged ones.
 */
export const pdf417Tries: readonly FlatTry[] = [
  { scale: 3 },
  { scale: 4, enhancement: { meanDown: 2 } },
  { scale: 4, enhancement: { meanDown: 2, sharpen: 1.5, radius: 4 } },
  { scale: 2 },
  { scale: 3, settings: { threshold: 'global' } },
  { scale: 5, enhancement: { meanDown: 3, sharpen: 3, radius: 6 } },
  { scale: 4, enhancement: { meanDown: 2 }, lean: 3 },
  { scale: 4, enhancement: { meanDown: 2 }, lean: -3 },
  { scale: 6, enhancement: { meanDown: 4, sharpen: 4, radius: 5 } },
  { scale: 4, enhancement: { sharpen: 2, radius: 4 }, lean: 6 },
  { scale: 4, enhancement: { sharpen: 2, radius: 4 }, lean: -6 },
  { scale: 3, enhancement: { flip: true } },
];

/** Attempts for the surroundings of finder patterns. */
export const qrTries: readonly FlatTry[] = [
  { scale: 3 },
  { scale: 5 },
  { scale: 4, enhancement: { sharpen: 1.5, radius: 4, bothWays: true } },
  { scale: 3, settings: { denoise: true } },
  { scale: 4, settings: { threshold: 'global' } },
  { scale: 6, enhancement: { sharpen: 3, radius: 6, bothWays: true } },
  { scale: 2 },
  { scale: 8, enhancement: { sharpen: 2, radius: 8, bothWays: true }, settings: { denoise: true } },
];

/** One pass over the whole picture. */
export interface WholeTry {
  /** Longest side in pixels. */
  side: number;
  /** Degrees. */
  turn?: number;
  enhancement?: Enhancement;
  settings: DecodeSettings;
}

const thorough = { harder: true, rotate: true, invert: true } as const;

/** Passes made for every picture. */
export const firstTries: readonly WholeTry[] = [
  {
    side: 1120,
    settings: { formats: ['PDF417', 'QRCode', 'Aztec', 'Code128'], ...thorough, unread: true },
  },
  { side: 1920, settings: { formats: ['QRCode'], harder: true, invert: true } },
  // In textured pictures its search is the most expensive of all.
  { side: 1120, settings: { formats: ['DataMatrix'], harder: false } },
];

const pdf417: DecodeSettings = { formats: ['PDF417'], harder: true, rotate: true };
const squares: DecodeSettings = { formats: ['QRCode', 'DataMatrix', 'Aztec'], ...thorough };

/** Passes for a picture that shows signs of a symbol of which none was read. */
export const laterTries: readonly WholeTry[] = [
  { side: 1600, settings: { ...pdf417, threshold: 'global' } },
  { side: 1600, settings: { ...pdf417, formats: ['PDF417', 'Code128'] } },
  { side: 1120, settings: { ...pdf417, threshold: 'global' } },
  { side: 1280, settings: { ...squares, denoise: true } },
  { side: 1600, enhancement: { sharpen: 2, radius: 6, bothWays: true }, settings: squares },
  { side: 960, enhancement: { sharpen: 3, radius: 5, bothWays: true }, settings: squares },
  { side: 800, settings: { ...squares, formats: ['PDF417', 'QRCode', 'DataMatrix', 'Aztec'] } },
  { side: 640, settings: { ...squares, threshold: 'global' } },
  { side: 1600, turn: 4, settings: pdf417 },
  { side: 1600, turn: -4, settings: pdf417 },
  { side: 1120, turn: 3, settings: pdf417 },
  { side: 1120, turn: -3, settings: pdf417 },
  { side: 1120, turn: 6, settings: pdf417 },
  { side: 1120, turn: -6, settings: pdf417 },
];
