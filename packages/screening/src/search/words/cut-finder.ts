import { shortestJoined } from '../../score/word-pairs.ts';
import type { Sections } from '../../snapshot/sections.ts';
import { countryNamesOf } from '../../words/country-abbreviations.ts';
import type { PostingReader } from '../posting-reader.ts';
import { PairFilter, pairsIn } from '../structures/pair-filter.ts';
import { workOfPostings } from '../structures/work-limit.ts';
import type { Dictionary } from './dictionary.ts';
import { TokenFilter } from './token-filter.ts';
import { cutsOf } from './word-cuts.ts';

/** A way to split a word into words of the dictionary; each part may be any of several tokens. */
export interface Cut {
  readonly parts: readonly (readonly number[])[];
  /** Names that contain the parts in sequence, ascending. */
  readonly names: Uint32Array;
  /** Work of finding them, in the units of `workOf`. */
  readonly work: number;
}

/** Number of names kept for cuts, and the overhead of a cut, in the same units. */
const [keptEntries, cutEntries] = [1_000_000, 30];

/** Number of token pairs beyond which reading the names costs no more than looking up all pairs. */
const mostPairs = 64;

/**
 * Finds names that write as several words what another name writes as one.
 *
 * State: the cuts found before, all discarded when they hold too many names.
 *
 * Cost: a few look-ups of adjacent words, which rule out most cuts; for the others, the names of the rarest part.
 */
export class CutFinder {
  readonly #dictionary: Dictionary;
  readonly #reader: PostingReader;
  readonly #postOffset: Uint32Array;
  readonly #tokenSign: Uint8Array;
  readonly #pairs: PairFilter;
  readonly #beside = new TokenFilter();
  readonly #known = new Map<string, Cut>();
  #entries = 0;

  /** @param pairs of the names, if they have been collected already */
  constructor(
    sections: Sections,
    {
      dictionary,
      reader,
      pairs,
    }: { dictionary: Dictionary; reader: PostingReader; pairs?: Uint32Array | undefined },
  ) {
    this.#dictionary = dictionary;
    this.#reader = reader;
    this.#postOffset = sections['post.offset'];
    this.#tokenSign = sections['token.sign'];
    this.#pairs = new PairFilter(pairs ?? pairsIn(sections));
  }

  /** All cuts of a word that some name contains. */
  of(text: string): Cut[] {
    const cuts = text.length < shortestJoined ? [] : cutsOf(text, this.#dictionary);
    const countries = countryNamesOf(text)
      .map((words) => words.map((word) => this.#dictionary.spelledBy(word)))
      .filter((parts) => parts.every((part) => part.length > 0));
    return [...cuts, ...countries].flatMap((parts) => this.cutOf(parts) ?? []);
  }

  /** A cut into these parts, given the possible tokens of each; null if no name contains them in sequence. */
  cutOf(parts: Cut['parts']): Cut | null {
    if (!this.#mayBeWritten(parts)) return null;
    const key = parts.join(' ');
    let cut = this.#known.get(key);
    if (cut === undefined) {
      cut = this.#find(parts);
      this.#entries += cut.names.length + cutEntries;
      if (this.#entries > keptEntries) {
        this.#known.clear();
        this.#entries = 0;
      }
      this.#known.set(key, cut);
    }
    return cut;
  }

  /** Whether each part may follow the previous one in some name. */
  #mayBeWritten(parts: Cut['parts']): boolean {
    for (let at = 1; at < parts.length; at += 1) {
      const [fronts, ends] = [parts[at - 1] as readonly number[], parts[at] as readonly number[]];
      if (fronts.length * ends.length > mostPairs) continue;
      if (!fronts.some((front) => ends.some((end) => this.#pairs.mayHave(front, end)))) return false;
    }
    return true;
  }

  #find(parts: Cut['parts']): Cut {
    const rarest = this.#rarestOf(parts);
    // A cut of two equal parts has no other part; then the name contains the same token twice.
    const beside = this.#beside.only(parts.find((part) => part !== rarest) ?? rarest, this.#tokenSign);
    const names: number[] = [];
    let work = 0;
    for (const token of rarest) {
      work += workOfPostings(this.#postingsOf(token));
      this.#reader.eachBeside(token, beside, (name) => {
        if (this.#reader.cursor.holdsRun(parts)) names.push(name);
      });
    }
    return { parts, names: Uint32Array.from(new Set(names)).sort(), work };
  }

  /** The part that occurs in the fewest names. */
  #rarestOf(parts: Cut['parts']): readonly number[] {
    const names = (part: readonly number[]): number =>
      part.reduce((sum, token) => sum + this.#postingsOf(token), 0);
    return parts.reduce((rarest, part) => (names(part) < names(rarest) ? part : rarest));
  }

  #postingsOf(token: number): number {
    return (this.#postOffset[token + 1] as number) - (this.#postOffset[token] as number);
  }
}
