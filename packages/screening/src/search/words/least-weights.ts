import { sharedArray } from '../../snapshot/sections.ts';
import { idBits, maximalId } from '../structures/bucket-table.ts';

/** The minimum weight of each token in the names that contain it; 0 for tokens in no name. In memory that threads share. */
export function leastWeights(tokens: Uint32Array, amount: number): Uint8Array {
  const least = sharedArray('u8', amount);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as number;
    const [id, weight] = [token & maximalId, token >>> idBits];
    const known = least[id] as number;
    if (known === 0 || weight < known) least[id] = weight;
  }
  return least;
}
