import { flatBarsOf } from '../picture/flat-bars.ts';
import type { OpenedImage } from '../picture/open-image.ts';

/** Least and greatest height of a bar, share of the picture's. */
const shallowest = 0.02;
const deepest = 0.16;

/**
 * Signs of a screenshot: 0 none, 1 for what the file claims or for its size, 1 more for flat bars along two opposite borders, as
 * programs and telephones frame what they show. Bars alone count only when the file names no camera.
 */
export async function screenshotSigns(image: OpenedImage): Promise<number> {
  const { facts } = image;
  const bars = facts.camera ? false : await hasBars(image);
  return Number(facts.screenLike) + Number(bars);
}

/** Flat bars of one colour across the whole width at top and bottom, with something else between them. */
async function hasBars(image: OpenedImage): Promise<boolean> {
  const [top, bottom] = await flatBarsOf(image, { borders: 'level', clipped: false });
  return Math.min(top, bottom) >= shallowest && Math.max(top, bottom) <= deepest;
}
