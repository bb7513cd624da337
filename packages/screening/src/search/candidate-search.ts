import { tokenClasses, type PreparedName } from '../model/prepared-name.ts';
import type { Sections } from '../snapshot/sections.ts';
import { idBits, maximalId } from './bucket-table.ts';
import { Dictionary } from './dictionary.ts';
import { typedBit } from './name-collector.ts';
import type { LongNames } from './long-names.ts';
import { joined, PairBound } from './pair-bound.ts';
import type { NameCursor } from './name-cursor.ts';
import { NearTable } from './near-table.ts';
import type { NeighbourRow } from './neighbour-row.ts';
import { Neighbours, type Cut } from './neighbours.ts';
import { acronymIn } from '../score/acronym.ts';
import { leastOfOnlyWord, type NameBound, type ProbeSide } from '../score/bound.ts';
import { isDistinctive, querySide } from '../score/name-side.ts';
import { wholeAcronym } from './entity-keys.ts';
import { PostingReader, type LeftLimits } from './posting-reader.ts';
import { countAbove, planSearch } from './query-plan.ts';
import { TokenFilter } from './token-filter.ts';
import { mayCover, partsAmong, type TokenPlace } from './run-parts.ts';
import { queryWords, type SoughtWord } from './query-words.ts';
import { workOf, type WorkLimit } from './work-limit.ts';

const perfect = 10_000;
/** The most that a stored token weighs, hundredths. */
const maximalWeight = 255;
/** By class of a token: whether it distinguishes a name from others of its trade and place. */
const distinctive = tokenClasses.map(isDistinctive);
/** Postings that are read at the cost of looking at one name of four words or more. */
const longPerName = 16;
const nothingTaken: ReadonlySet<number> = new Set();

/** What is looked for. */
export interface Search {
  query: PreparedName;
  /** What the query is to `scoreNames`; default the subject. */
  side?: ProbeSide;
  bound: NameBound;
  /** Names that score less are left out; 1 to 10,000. */
  needed: number;
  /** Whether an entity may be a hit at all. */
  admits: (entity: number) => boolean;
  /** Gets every name whose score may reach `needed`, perhaps more than once. */
  found: (name: number, place: TokenPlace) => void;
  /** Is charged for all work but what `found` does. */
  limit: WorkLimit;
}

/**
 * Finds the names of a snapshot that may score enough against one name: all that do, and few others. One query at a time;
 * every thread has a search of its own over the shared sections.
 *
 * How. `queryWords` gives each word of the query its neighbours in the dictionary. `planSearch` chooses the cheapest set of
 * words with a least similarity, such that every name that passes holds a token at least that near to one word of the set:
 * the part that the essential lists have in MaxScore (Turtle and Flood, 1995), computed from the scoring's own bound. Only
 * postings of those tokens are read. Most of them are dropped by what they show of the words beside (`layouts` of postings.ts):
 * that none is near, where one near word is not enough, or that they weigh too much, where it is; longer names by `LongNames`. The rest is dropped by `PairBound`
 * over the name's stored tokens. What is left is reported, and the caller scores it.
 *
 * State: the query at hand (`#search`, `#words`, `#bound`, `#enoughAlone`), the table of tokens near to it (`#near`), and
 * `#cursor`, which is at the name at hand.
 *
 * Invariants:
 * - Plan, postings and bound may let a name pass that fails, never the reverse. `test/search-lossless.test.ts` compares with a scan.
 * - Acronyms, words cut into several and unspaced words written apart have no near token, so they are read beside the plan.
 * - A name may be reported more than once.
 *
 * Cost: the neighbours of each word once and then from memory; at most 31 sets of words, or one for each word; four bytes
 * for each posting of the plan, and the tokens of each name that those let pass. A few hundred microseconds for a
 * subject at a million names, warm, scoring included (docs/decisions/0015). Without a plan every name is bounded.
 */
export class CandidateSearch {
  readonly dictionary: Dictionary;
  readonly #token: Uint32Array;
  readonly #class: Uint8Array;
  readonly #entity: Uint32Array;
  readonly #postings: PostingReader;
  readonly #tokenSign: Uint8Array;
  readonly #neighbours: Neighbours;
  readonly #near: NearTable;
  readonly #cursor: NameCursor;
  readonly #wanted = new TokenFilter();
  readonly #long: LongNames;
  /** By weight left and parity of the words: 1 where a name may score enough, 2 where not, 0 where it is not known yet. */
  readonly #leftPasses = new Uint8Array(4 * (maximalWeight + 1));
  #words: readonly SoughtWord[] = [];
  #bound: PairBound | undefined;
  #enoughAlone: readonly boolean[] = [];
  #search: Search | undefined;

  constructor(sections: Sections) {
    this.dictionary = new Dictionary(sections);
    this.#token = sections['name.token'];
    this.#class = sections['name.class'];
    this.#entity = sections['name.entity'];
    this.#postings = new PostingReader(sections);
    this.#cursor = this.#postings.cursor;
    this.#long = this.#postings.noLongNames();
    this.#tokenSign = sections['token.sign'];
    this.#neighbours = new Neighbours(sections, this.dictionary);
    this.#near = new NearTable(this.dictionary.size);
  }

  find(search: Search): void {
    this.#search = search;
    this.#postings.begin(search.limit);
    this.#words = queryWords(search.query, this.#neighbours, {
      dictionary: this.dictionary,
      least: leastOfOnlyWord(search.query, search.needed, search.side ?? 'subject'),
    });
    for (const { work } of this.#words) search.limit.spend(work);
    const granted = this.#words.map((word) => word.granted);
    this.#bound = new PairBound(search.query, granted, search);
    if (!this.#mark()) {
      // Some near token has no row, so no name can be excluded: the caller scores them all.
      this.#postings.all((name) => this.#report(name));
      return;
    }
    // Outside the plan: such names need not have any token that is near to a word of the query.
    this.#readAcronyms();
    this.#readCuts();
    this.#readParts();
    const plan = planSearch(this.#words, search.bound, search.needed);
    if (!plan) {
      // A threshold so low that no choice of words is needed in a passing name.
      this.#postings.all((name) => this.#consider(name));
      return;
    }
    this.#enoughAlone = this.#wordsEnoughAlone();
    for (const [word, floor] of plan.entries())
      for (const row of (this.#words[word] as SoughtWord).rows) this.#readRow(row, word, floor);
  }

  /** Reports names that the query is the acronym of, and names that are its acronym. */
  #readAcronyms(): void {
    const { query } = this.#search as Search;
    const side = querySide(query);
    const only = acronymIn(side);
    const whole = wholeAcronym(query);
    for (const text of [only, whole]) {
      const token = text === null || query.kind === 'person' ? -1 : this.dictionary.find(text);
      if (token >= 0) this.#postings.each(token, (name) => this.#report(name));
    }
  }

  /** Considers names that write a word of the query as several, or two of them with the blank elsewhere. */
  #readCuts(): void {
    // A cut of two words of the query is one of either.
    const read = new Set<Cut>();
    for (const { cuts } of this.#words) {
      for (const cut of cuts) {
        if (read.has(cut)) continue;
        read.add(cut);
        (this.#search as Search).limit.spend(cut.work);
        this.#postings.names(cut.names, this.#considerCut);
      }
    }
  }

  /** Considers names that write an unspaced word of the query as several. */
  #readParts(): void {
    for (const { parts } of this.#words) {
      if (!parts) continue;
      const other = parts.rarest === parts.given ? parts.family : parts.given;
      const wanted = this.#wanted.only(other, this.#tokenSign);
      for (const token of parts.rarest) {
        this.#postings.eachBeside(token, wanted, (name) => {
          if (mayCover(parts, this.#token, this.#cursor.place)) this.#considerCuts(name);
        });
      }
    }
  }

  /** Reports a name, some words of which make up words of the query, if its bound reaches what is needed. */
  #considerCuts(name: number): void {
    (this.#search as Search).limit.spend(workOf.bounded);
    const bound = this.#bound as PairBound;
    const taken = new Set<number>();
    bound.begin();
    for (const [word, { cuts, parts }] of this.#words.entries()) {
      if (parts && mayCover(parts, this.#token, this.#cursor.place)) {
        bound.matchWord(word, joined, 0);
        for (const token of partsAmong(parts, this.#token, this.#cursor.place)) taken.add(token);
      }
      for (const cut of cuts) {
        if (!this.#cursor.holdsRun(cut.parts)) continue;
        // The tokens match this word together, so none of them is left over.
        bound.matchWord(word, joined, 0);
        for (const token of cut.parts.flat()) taken.add(token);
      }
    }
    this.#meetTokens(taken);
    if (bound.passes(this.#cursor.place.size)) this.#report(name);
  }

  /** Sets the table of near tokens; false when they do not fit and nothing is known of any. */
  #mark(): boolean {
    this.#near.begin(this.#words.length);
    return this.#words.every(({ rows }, index) => rows.every((row) => this.#near.mark(index, row)));
  }

  /** For each word whether a name may score enough with a single token that is near to no other word. */
  #wordsEnoughAlone(): boolean[] {
    const { bound, needed } = this.#search as Search;
    return this.#words.map((_, only) => {
      // The best such name: this word agrees wholly, the others only as far as initials agree with anything.
      const best = this.#words.map(({ granted }, word) => (word === only ? perfect : granted));
      return bound(best, -1) >= needed;
    });
  }

  /** How many near tokens a name must have to score enough when this is one of them. */
  #leastWith(token: number): number {
    const { slot, similarity, width } = this.#near;
    const row = (slot[token] as number) * width;
    let words = 0;
    let enough = false;
    for (let word = 0; word < width; word += 1) {
      if (similarity[row + word] === 0) continue;
      words += 1;
      enough ||= this.#enoughAlone[word] as boolean;
    }
    return enough || words > 1 ? 1 : 2;
  }

  /**
   * Reads the names of tokens at least as near as `floor`: those below the floor need no reading, for a name of which they are the
   * best does not pass. Names of three words are passed by a filter without rare tokens, so of all rare ones those are read, too.
   */
  #readRow(row: NeighbourRow, word: number, floor: number): void {
    const near = this.#near;
    near.passBeside(word);
    const { token: tokens, list } = row;
    const count = countAbove(row, floor);
    const long = count > 0 ? this.#longBeside(word, list.long) : null;
    const visit = this.#considerNearTwice;
    const [ofRare, ofOthers] = [
      { near: near.any, long, visit },
      { near: near.common, long, visit },
    ];
    for (let index = 0; index < count; index += 1) {
      const token = tokens[index] as number;
      if (this.#leastWith(token) === 1)
        this.#postings.eachUnlessLeft(token, this.#limitsOf(token), this.#considerName);
      else {
        this.#postings.eachNear(list, index, list.copied[index] === 1 ? ofRare : ofOthers);
      }
    }
    for (let index = count; index < tokens.length; index += 1) {
      if (list.copied[index] === 1) this.#postings.eachNearTriple(list, index, ofRare);
    }
  }

  /**
   * Names of four words and more that have a token near to another word than this one; null where reading those of this word, of
   * which there are so many, costs less than finding them. Valid until the next call.
   */
  #longBeside(word: number, names: number): LongNames | null {
    const others = this.#words.filter((_, index) => index !== word).flatMap(({ rows }) => rows);
    const reading = others.reduce((sum, { list }) => sum + list.long, 0);
    if (reading > names * longPerName) return null;
    const long = this.#long;
    long.clear();
    for (const { list } of others) this.#postings.addLong(list, long);
    return long;
  }

  /** What names may have beside a token that is their only near one. Valid until the next call. */
  #limitsOf(token: number): LeftLimits {
    const known = this.#leftPasses.fill(0);
    const bound = this.#bound as PairBound;
    return {
      near: this.#near.any,
      passes: (left, size) => {
        const at = left * 2 + (size & 1);
        if (known[at] === 0) {
          bound.begin();
          // As in `#meetTokens`, but that the weight of the token in the name is not known.
          this.#meetNear(this.#near.slot[token] as number, 0);
          const heaviest = Math.min(left, maximalWeight);
          bound.leave(heaviest);
          bound.leave(left - heaviest);
          known[at] = bound.passes(size) ? 1 : 2;
        }
        return known[at] === 1;
      },
    };
  }

  #meetNear(row: number, weight: number): void {
    const bound = this.#bound as PairBound;
    const { similarity, width } = this.#near;
    for (let word = 0; word < width; word += 1) {
      const near = similarity[row * width + word] as number;
      if (near > 0) bound.matchWord(word, near, weight);
    }
  }

  readonly #considerCut = (name: number): void => this.#considerCuts(name);

  readonly #considerName = (name: number): void => this.#consider(name);

  /** Many words share a sign; the table has the tokens themselves. */
  readonly #considerNearTwice = (name: number): void => {
    if (this.#isNearTwice()) this.#consider(name);
  };

  /** Whether the name at hand has two tokens near to words of the query. */
  #isNearTwice(): boolean {
    const { first, size } = this.#cursor.place;
    const { slot } = this.#near;
    const tokens = this.#token;
    let near = 0;
    for (let place = first; place < first + size; place += 1) {
      if (slot[(tokens[place] as number) & maximalId] !== 0) near += 1;
    }
    return near > 1;
  }

  /** Reports a name whose bound reaches what is needed. */
  #consider(name: number): void {
    (this.#search as Search).limit.spend(workOf.bounded);
    const bound = this.#bound as PairBound;
    bound.begin();
    this.#meetTokens(nothingTaken);
    if (bound.passes(this.#cursor.place.size)) this.#report(name);
  }

  /** Shows the bound all tokens of the name at hand, those aside that make up other words. */
  #meetTokens(taken: ReadonlySet<number>): void {
    const bound = this.#bound as PairBound;
    const { slot } = this.#near;
    const { first, size } = this.#cursor.place;
    const { needsClasses } = bound;
    for (let place = first; place < first + size; place += 1) {
      const token = this.#token[place] as number;
      const weight = token >>> idBits;
      const row = slot[token & maximalId] as number;
      if (row === 0) {
        // Row 0: near to no word. Only the tokens of a cut are accounted for all the same.
        if (taken.size > 0 && taken.has(token & maximalId)) continue;
        bound.leave(weight);
        if (needsClasses && distinctive[(this.#class[place] as number) & (typedBit - 1)])
          bound.leaveDistinctive();
        continue;
      }
      this.#meetNear(row, weight);
    }
  }

  #report(name: number): void {
    const { admits, found } = this.#search as Search;
    if (admits((this.#entity[name] as number) & maximalId)) found(name, this.#cursor.place);
  }
}
