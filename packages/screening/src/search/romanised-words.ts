import type { PreparedName } from '../model/prepared-name.ts';
import type { RomanisedWord } from '../model/word.ts';
import {
  allReadings,
  isOlderSpelling,
  joinRomanised,
  partsOfReading,
  romanisedOf,
  type RomanisedLanguage,
} from '../readings/romanisations.ts';
import { languagesOf, querySide } from '../score/name-side.ts';
import { longestRun } from '../score/word-pairs.ts';
import { romanisedKeys } from '../words/word-keys.ts';
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

/** The dictionary, and the language in which its tokens are read. */
interface Reader {
  dictionary: Dictionary;
  language: RomanisedLanguage;
}

function tokensOf(
  word: RomanisedWord,
  { dictionary, language }: Reader,
  isOne: (other: RomanisedWord) => boolean,
): number[] {
  const found = new Set<number>();
  for (const key of romanisedKeys(word, language))
    dictionary.underKey(key, (token) => {
      const other = romanisedOf(dictionary.word(token), language);
      if (other !== null && isOne(other)) found.add(token);
    });
  return [...found];
}

/**
 * What words of a Chinese or Korean name are in another romanisation, syllables written together or apart otherwise. Nothing for names
 * that have a word of other syllables, to which no romanisation applies.
 */
export function romanisedWords(
  query: PreparedName,
  dictionary: Dictionary,
): { runs: readonly RomanisedRun[]; cuts: readonly RomanisedCut[] } {
  const side = querySide(query);
  const { words } = side;
  const runs: RomanisedRun[] = [];
  const cuts: RomanisedCut[] = [];
  for (const language of languagesOf(side).keys()) {
    const reader = { dictionary, language };
    for (const [from, word] of words.entries()) {
      for (let to = from + 2; to <= Math.min(words.length, from + longestRun); to += 1) {
        const run = joinRomanised(words.slice(from, to).map((one) => romanisedOf(one, language)));
        const tokens = run === null ? [] : tokensOf(run, reader, (one) => isOlderSpelling(run, one));
        if (tokens.length > 0) runs.push({ from, to, tokens });
      }
      for (const parts of cutsOf(romanisedOf(word, language), reader)) cuts.push({ at: from, parts });
    }
  }
  return { runs, cuts };
}

function cutsOf(word: RomanisedWord | null, reader: Reader): number[][][] {
  if (word === null) return [];
  const cuts = new Map(allReadings(word).map((reading) => [reading.form, partsOfReading(reading)]));
  return [...cuts.values()].flat().flatMap((parts) => {
    const tokens = parts.map((form) => {
      const spelt = { standard: [{ form, characters: [] }], older: [], other: [] };
      return tokensOf(spelt, reader, (other) => allReadings(other).some((one) => one.form === form));
    });
    return tokens.every((some) => some.length > 0) ? [tokens] : [];
  });
}
