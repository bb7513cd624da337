import { sharedArray, type Sections } from '../snapshot/sections.ts';
import type { SearchTables } from '../snapshot/snapshot.ts';
import { idBits, maximalId } from './bucket-table.ts';
import { Dictionary } from './dictionary.ts';
import { latinWordsOf } from './latin-words.ts';
import { letterColumns } from './letter-table.ts';
import { skeletonColumns } from './skeleton-table.ts';

/**
 * All that searches would otherwise make of a snapshot's words while they answer. Takes some tenths of a second of a processor for 250,000
 * words, so it is for threads that answer nobody.
 */
export function searchTables(sections: Sections): SearchTables {
  const dictionary = new Dictionary(sections);
  return {
    leastWeight: leastWeights(sections['name.token'], dictionary.size),
    ...spellingTables(dictionary),
  };
}

/** The Latin words of a dictionary in the two orders in which words of other scripts find their spellings. */
export function spellingTables(dictionary: Dictionary): Pick<SearchTables, 'letters' | 'skeletons'> {
  const words = latinWordsOf(dictionary);
  return { letters: letterColumns(words), skeletons: skeletonColumns(words) };
}

/** By token what it weighs at least in the names that have it; 0 for tokens that no name has. */
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
