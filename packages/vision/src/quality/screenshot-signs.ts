import type { OpenedImage } from '../picture/open-image.ts';
import type { Raster } from '../picture/raster.ts';

/** Longest side in pixels at which bars are looked for. */
const lookSide = 512;
/** Least and greatest height of a bar, share of the picture's. */
const deepest = 0.16;
const shallowest = 0.02;
/** Largest difference of neighbouring pixels that drawn areas show after compression. */
const drawn = 1;
/** Share of a row that must be drawn flat. */
const flatRow = 0.82;

/**
 * Signs of a screenshot: 0 none, 1 for what the file claims or for its size, 1 more for flat bars along two opposite borders, as
 * programs and telephones frame what they show. Bars alone count only when the file names no camera.
 */
export async function screenshotSigns(image: OpenedImage): Promise<number> {
  const { facts } = image;
  const bars = facts.camera ? false : hasBars(await image.raster(lookSide, 3));
  return Number(facts.screenLike) + Number(bars);
}

/** Flat bars of one colour across the whole width at top and bottom, with something else between them. */
function hasBars(raster: Raster): boolean {
  const top = barHeight(raster, 'top');
  const bottom = barHeight(raster, 'bottom');
  const high = (height: number): boolean =>
    height >= shallowest * raster.height && height <= deepest * raster.height;
  return high(top) && high(bottom);
}

function barHeight(raster: Raster, from: 'top' | 'bottom'): number {
  const rowAt = (index: number): number => (from === 'top' ? index : raster.height - 1 - index);
  const most = Math.floor(raster.height * (deepest + 0.02));
  let height = 0;
  while (height < most && flatShare(raster, rowAt(height)) >= flatRow) height += 1;
  return height;
}

/** Share of a row's pixels that equal their right neighbour and the row's first pixel almost exactly; white and black do not count. */
function flatShare({ width, data }: Raster, row: number): number {
  const start = row * width * 3;
  const level = data[start + 1]!;
  // Clipped light and deep shadow are as flat as drawn areas.
  if (level >= 250 || level <= 6) return 0;
  let flat = 0;
  for (let at = start; at < start + (width - 1) * 3; at += 3) {
    const same = Math.abs(data[at]! - data[at + 3]!) + Math.abs(data[at + 1]! - data[at + 4]!) <= drawn;
    if (same && Math.abs(data[at + 1]! - level) <= 3) flat += 1;
  }
  return flat / (width - 1);
}
