import { shortestJoined } from '../../score/word-pairs.ts';
import type { Sections } from '../../snapshot/sections.ts';
import { countryNamesOf } from '../../words/country-abbreviations.ts';
import type { PostingReader } from '../posting-reader.ts';
import { PairFilter, pairsIn } from '../structures/pair-filter.ts';
import { workOfPostings } from '../structures/work-limit.ts';
import type { Dictionary } from './dictionary.ts';
import { TokenFilter } from './token-filter.ts';
import { cutsOf } from './word-cuts.ts';

/** A way to cut a word into words of the dictionary; each part may be any of some tokens. */
export interface Cut {
  readonly parts: readonly (readonly number[])[];
  /** Names that write the parts one after the other, ascending. */
  readonly names: Uint32Array;
  /** What finding them cost, by `workOf`. */
  readonly work: number;
}

/** Names kept of cuts, and what a cut takes beside them. */
const [keptEntries, cutEntries] = [1_000_000, 30];

/** Pairs of tokens beyond which reading names costs no more than looking up all of them. */
const mostPairs = 64;

/**
 * Names that write as several words what another name writes as one.
 *
 * State: the cuts that were found before, all forgotten when they hold too many names.
 *
 * Cost: some look-ups of two words side by side, which end most cuts; of others the names of the rarest part.
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

  /** @param pairs of the names, if they are collected already */
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

  /** All cuts of a word, but such as no name writes. */
  of(text: string): Cut[] {
    const cuts = text.length < shortestJoined ? [] : cutsOf(text, this.#dictionary);
    const countries = countryNamesOf(text)
      .map((words) => words.map((word) => this.#dictionary.spelledBy(word)))
      .filter((parts) => parts.every((part) => part.length > 0));
    return [...cuts, ...countries].flatMap((parts) => this.cutOf(parts) ?? []);
  }

  /** A cut into these parts, each the tokens that it may be; null if no name writes them one after the other. */
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

  /** Whether some name may have each part beside the one in front of it. */
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
    // A cut of two equal parts has no other one; then the name holds the same token twice.
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

  /** The part that the fewest names hold. */
  #rarestOf(parts: Cut['parts']): readonly number[] {
    const names = (part: readonly number[]): number =>
      part.reduce((sum, token) => sum + this.#postingsOf(token), 0);
    return parts.reduce((rarest, part) => (names(part) < names(rarest) ? part : rarest));
  }

  #postingsOf(token: number): number {
    return (this.#postOffset[token + 1] as number) - (this.#postOffset[token] as number);
  }
}
