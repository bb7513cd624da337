import { seededRandom } from '../random.ts';
import type { Size } from './homography.ts';

/** RGB pixels in rows from the top. */
export interface Pixels extends Size {
  data: Uint8Array;
}

/** Width and height of a square of noise. */
export const noiseSide = 512;

/** A square of bell-shaped noise, deviation 1, repeated over the picture. */
export function noiseTile(seed: number, purpose: string): Float32Array {
  const random = seededRandom(seed, purpose);
  const tile = new Float32Array(noiseSide * noiseSide);
  for (let index = 0; index < tile.length; index += 1)
    tile[index] = (random.next() + random.next() + random.next() - 1.5) * 2;
  return tile;
}
