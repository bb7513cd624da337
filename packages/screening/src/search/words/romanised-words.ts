import type { PreparedName } from '../../model/prepared-name.ts';
import type { RomanisedWord, Word } from '../../model/word.ts';
import {
  allReadings,
  isOlderSpelling,
  joinRomanised,
  partsOfReading,
  romanisedOf,
  type RomanisedLanguage,
} from '../../readings/romanisations.ts';
import { languagesOf, querySide } from '../../score/name-side.ts';
import { longestRun } from '../../score/word-pairs.ts';
import { romanisedKeys } from '../../words/word-keys.ts';
import type { Dictionary } from './dictionary.ts';

/** Consecutive words of a query, and the dictionary's tokens that are these words joined in another romanisation. */
export interface RomanisedRun {
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly number[];
}

/** A word of a query, and tokens that are its syllables written separately in another romanisation. */
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

/** Maximum number of words and runs whose tokens are remembered. */
const mostKnown = 20_000;

/**
 * Finds the words of a Chinese or Korean name in other romanisations, with syllables joined or separated differently. Finds nothing for
 * names with a word of other syllables, to which no romanisation applies.
 *
 * State: the tokens of earlier words and runs, all discarded when there are too many: such names consist of few syllables, and a look-up
 * tries some hundred tokens.
 */
export class RomanisedWords {
  readonly #dictionary: Dictionary;
  readonly #runs = new Map<string, readonly number[]>();
  readonly #cuts = new Map<string, readonly RomanisedCut['parts'][]>();

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary;
  }

  in(query: PreparedName): { runs: readonly RomanisedRun[]; cuts: readonly RomanisedCut[] } {
    const side = querySide(query);
    const { words } = side;
    const runs: RomanisedRun[] = [];
    const cuts: RomanisedCut[] = [];
    for (const language of languagesOf(side).keys()) {
      for (let from = 0; from < words.length; from += 1) {
        for (let to = from + 2; to <= Math.min(words.length, from + longestRun); to += 1) {
          const tokens = this.#runOf(words.slice(from, to), language);
          if (tokens.length > 0) runs.push({ from, to, tokens });
        }
        for (const parts of this.#cutsOf(words[from] as Word, language)) cuts.push({ at: from, parts });
      }
    }
    return { runs, cuts };
  }

  #runOf(words: readonly Word[], language: RomanisedLanguage): readonly number[] {
    return remembered(this.#runs, `${language} ${words.map(({ text }) => text).join(' ')}`, () => {
      const run = joinRomanised(words.map((one) => romanisedOf(one, language)));
      const reader = { dictionary: this.#dictionary, language };
      return run === null ? [] : tokensOf(run, reader, (one) => isOlderSpelling(run, one));
    });
  }

  #cutsOf(word: Word, language: RomanisedLanguage): readonly RomanisedCut['parts'][] {
    return remembered(this.#cuts, `${language} ${word.text}`, () =>
      cutsOf(romanisedOf(word, language), { dictionary: this.#dictionary, language }),
    );
  }
}

function remembered<Found>(known: Map<string, Found>, key: string, find: () => Found): Found {
  let found = known.get(key);
  if (found === undefined) {
    found = find();
    if (known.size >= mostKnown) known.clear();
    known.set(key, found);
  }
  return found;
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
