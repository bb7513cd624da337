import { seededRandom } from '../random.ts';
import type { Size } from './homography.ts';

/** RGB pixels, row by row from the top. */
export interface Pixels extends Size {
  data: Uint8Array;
}

/** Side of the square noise tile in pixels. */
export const noiseSide = 512;

/** Returns a square of bell-shaped noise with standard deviation 1, to be repeated over a picture. */
export function noiseTile(seed: number, purpose: string): Float32Array {
  const random = seededRandom(seed, purpose);
  const tile = new Float32Array(noiseSide * noiseSide);
  for (let index = 0; index < tile.length; index += 1)
    tile[index] = (random.next() + random.next() + random.next() - 1.5) * 2;
  return tile;
}
