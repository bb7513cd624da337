import { nativeStates } from '../../readings/native-name.ts';
import { SyllableStates } from '../../readings/syllable-states.ts';
import { costsOfPart, spellsPart, type RunPart } from '../../scripts/runs.ts';
import { mostCostFor, type Cost } from '../../scripts/script-model.ts';
import { SharedPathCost } from '../../scripts/shared-path-cost.ts';
import { isModelledAlone } from '../../scripts/script-similarity.ts';
import { foreignOf, type ForeignWord } from '../../scripts/script-word.ts';
import type { Word } from '../../model/word.ts';
import type { Dictionary } from './dictionary.ts';
import type { SearchTables } from '../../snapshot/snapshot.ts';
import { LetterTable } from './letter-table.ts';
import { spellingTables } from './search-tables.ts';
import { SkeletonTable } from './skeleton-table.ts';
import { workOf, workOfLetters } from '../structures/work-limit.ts';

/** Tokens without duplicates, and the work of finding them, in the units of `workOf`. */
export interface FoundTokens {
  readonly tokens: readonly number[];
  readonly work: number;
}

/** The maximum cost of an alignment per letter: along the way, and in total. */
interface Costs {
  readonly perLetter: Cost;
  readonly most: Cost;
}

/** The words to examine, and the tokens found among them. */
interface Among {
  readonly keys: ReadonlySet<string>;
  readonly onlyJapanese: boolean;
  readonly tokens: Set<number>;
}

type SpellingColumns = Pick<SearchTables, 'letters' | 'skeletons'>;

/**
 * Finds the Latin tokens of a dictionary that may spell words of other scripts.
 *
 * State: the tables of its Latin words, built on first use in some tenths of a second for 250,000 tokens, unless another thread has built
 * them; about thirty bytes per token.
 */
export class SpelledTokens {
  readonly #dictionary: Dictionary;
  readonly #given: SpellingColumns | undefined;
  #tables: { readonly letters: LetterTable; readonly skeletons: SkeletonTable } | null = null;

  /** @param given columns of the tables, if they already exist */
  constructor(dictionary: Dictionary, given?: SpellingColumns) {
    this.#dictionary = dictionary;
    this.#given = given;
  }

  #made(): { readonly letters: LetterTable; readonly skeletons: SkeletonTable } {
    if (this.#tables === null) {
      const { letters, skeletons } = this.#given ?? spellingTables(this.#dictionary);
      this.#tables = { letters: new LetterTable(letters), skeletons: new SkeletonTable(skeletons) };
    }
    return this.#tables;
  }

  /**
   * Tokens that may agree with a word of another script, or the possible remaining parts of compounds, with a similarity of at least
   * `least` by the model of its script or its tables. Finds all that do, unless both share a group, for which words have a separate key;
   * and few others. Null for words whose agreement does not depend on the model of their script alone.
   */
  spelling(word: Word, least: number): FoundTokens | null {
    const foreign = isModelledAlone(word) && word.compounds.length === 0 ? foreignOf(word) : null;
    if (!foreign) return null;
    const { knots } = foreign.model;
    const perLetter = knots.at(-1)?.cost ?? 0;
    // Words in Arabic letters may agree better than their model predicts.
    const most = word.script === 'arabic' ? perLetter : mostCostFor(knots, least);
    const tokens = new Set<number>();
    const among = { keys: foreign.keys, onlyJapanese: false, tokens };
    const work = this.#addModelled(foreign, { perLetter, most }, among);
    return { tokens: Array.from(tokens), work };
  }

  /** All tokens that spell a part of an unspaced word (`spellsPart`). */
  spellingPart(part: RunPart): FoundTokens {
    const { text, script, foreign, soundKeys, onlyJapanese } = part;
    const tokens = new Set<number>();
    let work = 0;
    const native = nativeStates(text, script);
    if (native) work += workOfLetters(this.#made().letters.each(native, (token) => tokens.add(token)));
    if (foreign)
      work += this.#addModelled(foreign, costsOfPart(foreign), { keys: soundKeys, onlyJapanese, tokens });
    const spelling = Array.from(tokens).filter((token) => spellsPart(part, this.#dictionary.text(token)));
    return { tokens: spelling, work };
  }

  /** Adds all tokens as which a word may be spelt by its model or its tables, under any of its readings, and few others. */
  #addModelled(foreign: ForeignWord, { perLetter, most }: Costs, among: Among): number {
    const { keys, onlyJapanese, tokens } = among;
    const { letters, skeletons } = this.#made();
    const costs = new SharedPathCost(foreign, { perLetter, most });
    const words = { skeletons: keys, onlyJapanese };
    let work = workOf.tried * skeletons.each(words, costs, (token) => tokens.add(token));
    if (foreign.tabled.length > 0) {
      const tabled = new SyllableStates([], foreign.tabled);
      work += workOfLetters(letters.each(tabled, (token) => tokens.add(token)));
    }
    for (const other of foreign.others) work += this.#addModelled(other.foreign, { perLetter, most }, among);
    return work;
  }
}
