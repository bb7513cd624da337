import { flatBarsOf } from '../picture/flat-bars.ts';
import type { OpenedImage } from '../picture/open-image.ts';

/** Minimum and maximum height of a bar, as a share of the picture's height. */
const shallowest = 0.02;
const deepest = 0.16;

/**
 * Counts the signs of a screenshot: 0 for none, 1 for the file's claim or its size, and 1 more for flat bars along two opposite borders,
 * as shown by programs and phones. Bars alone count only if the file names no camera.
 */
export async function screenshotSigns(image: OpenedImage): Promise<number> {
  const { facts } = image;
  const bars = facts.camera ? false : await hasBars(image);
  return Number(facts.screenLike) + Number(bars);
}

/** Whether there are flat bars of one colour across the whole width at top and bottom, with other content between them. */
async function hasBars(image: OpenedImage): Promise<boolean> {
  const [top, bottom] = await flatBarsOf(image, { borders: 'level', clipped: false });
  return Math.min(top, bottom) >= shallowest && Math.max(top, bottom) <= deepest;
}
