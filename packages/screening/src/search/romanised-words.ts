import type { PreparedName } from '../model/prepared-name.ts';
import type { MandarinWord } from '../model/word.ts';
import { isOlderSpelling, joinMandarin, partsOfReading } from '../readings/older-mandarin.ts';
import { querySide } from '../score/name-side.ts';
import { longestRun } from '../score/word-pairs.ts';
import { mandarinKeys } from '../words/word-keys.ts';
import type { Dictionary } from './dictionary.ts';

/** Words of a query, from one on, and the tokens of the dictionary that are these written together in another romanisation. */
export interface RomanisedRun {
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly number[];
}

/** A word of a query, and tokens that are its syllables written apart in another romanisation. */
export interface RomanisedCut {
  readonly at: number;
  readonly parts: readonly (readonly number[])[];
}

function tokensOf(
  word: MandarinWord,
  dictionary: Dictionary,
  isOne: (other: MandarinWord) => boolean,
): number[] {
  const found = new Set<number>();
  for (const key of mandarinKeys(word))
    dictionary.underKey(key, (token) => {
      const { mandarin } = dictionary.word(token);
      if (mandarin !== null && isOne(mandarin)) found.add(token);
    });
  return [...found];
}

/**
 * What words of a Mandarin name are in another romanisation, syllables written together or apart otherwise. Nothing for names that
 * have a word of other syllables, to which no romanisation applies.
 */
export function romanisedWords(
  query: PreparedName,
  dictionary: Dictionary,
): { runs: readonly RomanisedRun[]; cuts: readonly RomanisedCut[] } {
  const { mandarin, words } = querySide(query);
  const runs: RomanisedRun[] = [];
  const cuts: RomanisedCut[] = [];
  if (mandarin === null) return { runs, cuts };
  for (const [from, word] of words.entries()) {
    for (let to = from + 2; to <= Math.min(words.length, from + longestRun); to += 1) {
      const run = joinMandarin(words.slice(from, to).map((one) => one.mandarin));
      const tokens = run === null ? [] : tokensOf(run, dictionary, (one) => isOlderSpelling(run, one));
      if (tokens.length > 0) runs.push({ from, to, tokens });
    }
    for (const parts of cutsOf(word.mandarin, dictionary)) cuts.push({ at: from, parts });
  }
  return { runs, cuts };
}

function cutsOf(word: MandarinWord | null, dictionary: Dictionary): number[][][] {
  if (word === null) return [];
  const readings = new Set([...word.pinyin, ...word.older]);
  return [...readings].flatMap(partsOfReading).flatMap((parts) => {
    const tokens = parts.map((part) => {
      const spelt = { pinyin: [part], older: [] };
      return tokensOf(
        spelt,
        dictionary,
        ({ pinyin, older }) => pinyin.includes(part) || older.includes(part),
      );
    });
    return tokens.every((some) => some.length > 0) ? [tokens] : [];
  });
}
