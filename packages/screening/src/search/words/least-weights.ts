import { sharedArray } from '../../snapshot/sections.ts';
import { idBits, maximalId } from '../structures/bucket-table.ts';

/** By token what it weighs at least in the names that have it; 0 for tokens that no name has. In memory that threads share. */
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
