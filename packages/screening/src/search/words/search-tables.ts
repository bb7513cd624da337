import type { Sections } from '../../snapshot/sections.ts';
import type { SearchTables } from '../../snapshot/snapshot.ts';
import { pairsIn } from '../structures/pair-filter.ts';
import { Dictionary } from './dictionary.ts';
import { latinWordsOf } from './latin-words.ts';
import { leastWeights } from './least-weights.ts';
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
    pairs: pairsIn(sections),
    ...spellingTables(dictionary),
  };
}

/** The Latin words of a dictionary in the two orders in which words of other scripts find their spellings. */
export function spellingTables(dictionary: Dictionary): Pick<SearchTables, 'letters' | 'skeletons'> {
  const words = latinWordsOf(dictionary);
  return { letters: letterColumns(words), skeletons: skeletonColumns(words) };
}
