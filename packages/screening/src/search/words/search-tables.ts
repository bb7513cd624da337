import type { Sections } from '../../snapshot/sections.ts';
import type { SearchTables } from '../../snapshot/snapshot.ts';
import { pairsIn } from '../structures/pair-filter.ts';
import { Dictionary } from './dictionary.ts';
import { latinWordsOf } from './latin-words.ts';
import { leastWeights } from './least-weights.ts';
import { letterColumns, orderOfLetters } from './letter-table.ts';
import { skeletonColumns } from './skeleton-table.ts';

/**
 * Builds everything that searches would otherwise derive from a snapshot's words on demand. Takes some tenths of a second of processor
 * time for 250,000 words, so it is meant for threads that do not serve requests.
 */
export function searchTables(sections: Sections): SearchTables {
  const dictionary = new Dictionary(sections);
  return {
    leastWeight: leastWeights(sections['name.token'], dictionary.size),
    pairs: pairsIn(sections),
    ...spellingTables(dictionary),
  };
}

/** The Latin words of a dictionary in the two orders in which words of other scripts look up their spellings. */
export function spellingTables(dictionary: Dictionary): Pick<SearchTables, 'letters' | 'skeletons'> {
  const words = latinWordsOf(dictionary);
  const order = orderOfLetters(words);
  return { letters: letterColumns(words, order), skeletons: skeletonColumns(words, order) };
}
