import type { OpenedImage } from './open-image.ts';
import type { Raster } from './raster.ts';

/** Longest side in pixels for the search. */
const lookSide = 512;
/** Maximum depth to which a bar is followed, as a share of the picture's side. */
const deepest = 0.48;
/** Maximum difference between adjacent pixels of drawn areas after compression. */
const drawn = 1;
/** Share of a line that must be flat; the rest may be the text of a status line. */
const flatLine = 0.82;

/** Options of the search for flat bars. */
export interface BarSearch {
  /** Opposite borders: top and bottom, or left and right. */
  borders: 'level' | 'upright';
  /** Whether clipped light and deep shadow count, which are as flat as drawn areas. */
  clipped: boolean;
}

/**
 * Finds flat areas along the whole length of two opposite borders, as shown by programs and phones.
 * @returns the depth of each as a share of the picture's side, from 0 for none to 0.48; top or left first
 */
export async function flatBarsOf(
  image: OpenedImage,
  { borders, clipped }: BarSearch,
): Promise<readonly [number, number]> {
  const raster = await image.raster(lookSide, 3);
  const level = borders === 'level';
  const lines: Lines = {
    raster,
    count: level ? raster.height : raster.width,
    length: level ? raster.width : raster.height,
    apart: 3 * (level ? raster.width : 1),
    step: 3 * (level ? 1 : raster.width),
  };
  const depth = (lineAt: (index: number) => number): number => {
    const most = Math.floor(lines.count * deepest);
    let flat = 0;
    while (flat < most && isFlat(lines, lineAt(flat), clipped)) flat += 1;
    return flat / lines.count;
  };
  return [depth((index) => index), depth((index) => lines.count - 1 - index)];
}

/** Rows or columns of a raster; `apart` and `step` are the bytes between lines and between pixels of a line. */
interface Lines {
  raster: Raster;
  count: number;
  length: number;
  apart: number;
  step: number;
}

/** Whether most pixels of the line almost equal both their neighbour and the line's first pixel. */
function isFlat({ raster: { data }, length, apart, step }: Lines, line: number, clipped: boolean): boolean {
  const start = line * apart;
  const level = data[start + 1]!;
  if (!clipped && (level >= 250 || level <= 6)) return false;
  let flat = 0;
  for (let at = start, index = 1; index < length; at += step, index += 1) {
    const [red, green] = [data[at + step]!, data[at + step + 1]!];
    const same = Math.abs(data[at]! - red) + Math.abs(data[at + 1]! - green) <= drawn;
    if (same && Math.abs(data[at + 1]! - level) <= 3) flat += 1;
  }
  return flat >= flatLine * (length - 1);
}
