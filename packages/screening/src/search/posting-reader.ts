import type { Sections } from '../snapshot/sections.ts';
import { LongNames } from './words/long-names.ts';
import { NameCursor } from './name-cursor.ts';
import type { NearCodes } from './words/near-codes.ts';
import type { RowPostings } from './words/neighbour-row.ts';
import type { TokenFilter } from './words/token-filter.ts';
import type { WorkLimit } from './structures/work-limit.ts';

/** Maximum number of names that wait to be visited. */
const mostWaiting = 1_024;

/** Reads the postings of tokens, and names by number. One list at a time. */
export class PostingReader {
  /** Positioned at the current name while it is visited. */
  readonly cursor: NameCursor;
  readonly #names: number;
  readonly #offset: Uint32Array;
  readonly #name: Uint32Array;
  readonly #sign: Uint32Array;
  readonly #region: Uint32Array;
  readonly #all: Pick<PostingRange, 'name' | 'sign'>;
  /** Names that passed and have not been visited. */
  readonly #passed = new Uint32Array(mostWaiting);
  #waiting = 0;
  #limit: WorkLimit | undefined;

  constructor(sections: Sections) {
    this.cursor = new NameCursor(sections);
    this.#names = sections['name.entity'].length;
    this.#offset = sections['post.offset'];
    this.#name = sections['post.name'];
    this.#sign = sections['post.sign'];
    this.#region = sections['name.region'];
    this.#all = { name: this.#name, sign: this.#sign };
  }

  /** Sets the limit to be charged for subsequent reads. */
  begin(limit: WorkLimit): void {
    this.#limit = limit;
    this.#waiting = 0;
  }

  /** Visits all names. */
  all(visit: (name: number) => void): void {
    this.cursor.restart();
    for (let name = 0; name < this.#names; name += 1) this.#visit(name, visit);
  }

  /** Visits the given names, which must ascend. */
  names(names: Uint32Array, visit: (name: number) => void): void {
    this.cursor.restart();
    for (const name of names) this.#visit(name, visit);
  }

  /** Visits the names of a token. @throws ScreeningIncomplete */
  each(token: number, visit: (name: number) => void): void {
    this.cursor.restart();
    const [from, end] = this.#postingsOf(token);
    for (let at = from; at < end; at += 1) this.#visit(this.#name[at] as number, visit);
  }

  /** Visits the names of a token that may contain a token of the filter. @throws ScreeningIncomplete */
  eachBeside(token: number, filter: TokenFilter, visit: (name: number) => void): void {
    const [from, end] = this.#postingsOf(token);
    this.#eachPassing({ name: this.#name, sign: this.#sign, from, end }, filter, visit);
  }

  /**
   * Leaves for `visitWaiting` the names of a token in a row that may have enough besides it: names of up to three words by the codes of their other words,
   * longer ones by `long`; skips three-word names of tokens whose postings are copied.
   * @throws ScreeningIncomplete
   */
  eachNear(list: RowPostings, index: number, beside: NamesBeside): void {
    const { name, sign } = list.copied[index] === 1 ? list : this.#all;
    const { place } = list;
    const at = index * placesOfList;
    const { codes, code, counts, visit, long } = beside;
    const { isAny } = codes;
    const pairs = place[at + 1] as number;
    this.#limit?.spendPostings(pairs - (place[at] as number));
    // Most postings are dropped here, before anything of their name is read.
    for (let each = place[at] as number; each < pairs; each += 1) {
      const hash = (sign[each] as number) & 0xffff;
      if ((((isAny[hash >>> 5] as number) >>> (hash & 31)) & 1) === 0) continue;
      const near = codes.ofHash(hash) & counts;
      if (near !== 0 && codes.isEnough(code | near)) this.#postpone(name[each] as number, visit);
    }
    if (list.copied[index] === 0) this.eachNearTriple(list, index, beside);
    const end = place[at + 5] as number;
    this.#limit?.spendPostings(end - (place[at + 4] as number));
    for (let each = place[at + 4] as number; each < end; each += 1) {
      const number = name[each] as number;
      if (long === null || long.has(number)) this.#postpone(number, visit);
    }
  }

  /** The same for three-word names only, of any token. @throws ScreeningIncomplete */
  eachNearTriple(list: RowPostings, index: number, beside: NamesBeside): void {
    const { place, copied } = list;
    const from = place[index * placesOfList + 2] as number;
    const end = place[index * placesOfList + 3] as number;
    if (from === end) return;
    this.#limit?.spendPostings(end - from);
    const { name, sign } = copied[index] === 1 ? list : this.#all;
    const { mid, codes, code, counts, visit } = beside;
    for (let each = from; each < end; each += 1) {
      const words = sign[each] as number;
      const near = ((mid[words & 4095] as number) | (mid[(words >>> 12) & 4095] as number)) & counts;
      if (near !== 0 && codes.isEnough(code | near)) this.#postpone(name[each] as number, visit);
    }
  }

  /** Adds the names of four or more words for a range of a row's tokens, the end excluded. @throws ScreeningIncomplete */
  addLong(
    { place, copied, name }: RowPostings,
    { from, end }: { from: number; end: number },
    into: LongNames,
  ): void {
    for (let index = from; index < end; index += 1) {
      const first = place[index * placesOfList + 4] as number;
      const last = place[index * placesOfList + 5] as number;
      if (first === last) continue;
      this.#limit?.spendPostings(last - first);
      into.add(copied[index] === 1 ? name : this.#name, first, last);
    }
  }

  #eachPassing(postings: PostingRange, filter: TokenFilter, visit: (name: number) => void): void {
    this.cursor.restart();
    const { name, sign, end } = postings;
    const { hash, midHash, shortHash, sign: signs } = filter;
    let at = postings.from;
    for (const until = this.#placeOf(3, postings, at); at < until; at += 1) {
      if (hash[(sign[at] as number) & 0xffff] !== 0) this.#visit(name[at] as number, visit);
    }
    for (const until = this.#placeOf(4, postings, at); at < until; at += 1) {
      const beside = sign[at] as number;
      const words = (midHash[beside & 4095] as number) | (midHash[(beside >>> 12) & 4095] as number);
      if (words !== 0) this.#visit(name[at] as number, visit);
    }
    for (const until = this.#placeOf(5, postings, at); at < until; at += 1) {
      const beside = sign[at] as number;
      const words =
        (shortHash[beside & 1023] as number) |
        (shortHash[(beside >>> 10) & 1023] as number) |
        (shortHash[(beside >>> 20) & 1023] as number);
      if (words !== 0) this.#visit(name[at] as number, visit);
    }
    for (; at < end; at += 1) {
      const beside = sign[at] as number;
      const words =
        (signs[beside & 255] as number) |
        (signs[(beside >>> 8) & 255] as number) |
        (signs[(beside >>> 16) & 255] as number) |
        (signs[beside >>> 24] as number);
      if (words !== 0) this.#visit(name[at] as number, visit);
    }
  }

  /**
   * Visits the names of a token, except those of up to three words in which no other word is near and the remaining words weigh too much.
   * @throws ScreeningIncomplete
   */
  eachUnlessLeft(token: number, { codes, passes }: LeftLimits, visit: (name: number) => void): void {
    this.cursor.restart();
    const [from, end] = this.#postingsOf(token);
    const [name, sign] = [this.#name, this.#sign];
    const { mid } = codes;
    const postings = { name, sign, from, end };
    let at = from;
    for (const until = this.#placeOf(3, postings, at); at < until; at += 1) {
      const beside = sign[at] as number;
      if (codes.ofHash(beside & 0xffff) !== 0 || passes(beside >>> 16, 2))
        this.#visit(name[at] as number, visit);
    }
    for (const until = this.#placeOf(4, postings, at); at < until; at += 1) {
      const beside = sign[at] as number;
      const half = beside >>> 24;
      const isNear = mid[beside & 4095] !== 0 || mid[(beside >>> 12) & 4095] !== 0;
      // Half the weight is stored, rounded down.
      if (isNear || passes(half * 2, 3) || passes(half * 2 + 1, 3)) this.#visit(name[at] as number, visit);
    }
    for (; at < end; at += 1) this.#visit(name[at] as number, visit);
  }

  /** Position in part of an ascending list, from `low`, at which names of at least this many words begin: names are stored by size. */
  #placeOf(words: number, { name, end }: PostingRange, low: number): number {
    const first = this.#region[words * 2] as number;
    let high = end;
    // Few lists contain longer names at all.
    if (low === end || (name[end - 1] as number) < first) return end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((name[middle] as number) < first) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Postpones the visit of a name, so that the words of many are read in a row. */
  #postpone(name: number, visit: (name: number) => void): void {
    if (this.#waiting === this.#passed.length) this.visitWaiting(visit);
    this.#passed[this.#waiting] = name;
    this.#waiting += 1;
  }

  /** Visits the names that `eachNear` and `eachNearTriple` left waiting. */
  visitWaiting(visit: (name: number) => void): void {
    const count = this.#waiting;
    this.#waiting = 0;
    this.cursor.visitAll(this.#passed, count, visit);
  }

  #visit(name: number, visit: (name: number) => void): void {
    this.cursor.moveTo(name);
    visit(name);
  }

  /** The range of a token's postings, which are charged as read. @throws ScreeningIncomplete */
  #postingsOf(token: number): readonly [from: number, end: number] {
    const [from, end] = this.#rangeOf(token);
    this.#limit?.spendPostings(end - from);
    return [from, end];
  }

  /**
   * Locates the postings of these tokens. The postings of tokens in at most `most` names are copied: for all tokens, first those of names
   * of up to two words, then those of three, then those of longer names.
   */
  listOf(tokens: Uint32Array, most: number): RowPostings {
    const place = new Uint32Array(tokens.length * placesOfList);
    const copied = new Uint8Array(tokens.length);
    let long = 0;
    for (let index = 0; index < tokens.length; index += 1) {
      const [from, end] = this.#rangeOf(tokens[index] as number);
      const three = this.#placeOf(3, { name: this.#name, sign: this.#sign, from, end }, from);
      const four = this.#placeOf(4, { name: this.#name, sign: this.#sign, from, end }, three);
      const at = index * placesOfList;
      place[at] = from;
      place[at + 1] = place[at + 2] = three;
      place[at + 3] = place[at + 4] = four;
      place[at + 5] = end;
      long += end - four;
      if (end - from <= most) copied[index] = 1;
    }
    return { place, copied, triples: triplesOf(place, copied), long, ...this.#copiesOf(place, copied) };
  }

  /** Copies postings and replaces their positions by those of the copies. */
  #copiesOf(place: Uint32Array, copied: Uint8Array): { name: Uint32Array; sign: Uint32Array } {
    let [copies, shorter] = [0, 0];
    for (let index = 0; index < copied.length; index += 1) {
      if (copied[index] === 0) continue;
      const at = index * placesOfList;
      copies += (place[at + 5] as number) - (place[at] as number);
      shorter += (place[at + 4] as number) - (place[at] as number);
    }
    const name = new Uint32Array(copies);
    // The signs of names of four or more words are not used.
    const sign = new Uint32Array(shorter);
    let to = 0;
    for (let kind = 0; kind < placesOfList; kind += 2) {
      for (let index = 0; index < copied.length; index += 1) {
        if (copied[index] === 0) continue;
        const at = index * placesOfList + kind;
        const from = place[at] as number;
        const end = place[at + 1] as number;
        place[at] = to;
        for (let each = from; each < end; each += 1) {
          name[to] = this.#name[each] as number;
          if (to < shorter) sign[to] = this.#sign[each] as number;
          to += 1;
        }
        place[at + 1] = to;
      }
    }
    return { name, sign };
  }

  /** As `Dictionary.fetch`, for the first posting of each token. */
  fetch(tokens: Uint32Array): number {
    let sum = 0;
    for (let at = 0; at < tokens.length; at += 1) {
      const from = this.#offset[tokens[at] as number] as number;
      // The last tokens may have no postings.
      if (from < this.#name.length)
        sum = (sum + (this.#name[from] as number) + (this.#sign[from] as number)) | 0;
    }
    return sum;
  }

  #rangeOf(token: number): readonly [from: number, end: number] {
    return [this.#offset[token] as number, this.#offset[token + 1] as number];
  }

  /** An empty set of names of four or more words. */
  noLongNames(): LongNames {
    return new LongNames(this.#region[4 * 2] as number, this.#names);
  }
}

/** Positions stored per list. */
const placesOfList = 6;

function triplesOf(place: Uint32Array, copied: Uint8Array): Uint32Array {
  const found: number[] = [];
  for (let index = 0; index < copied.length; index += 1) {
    const at = index * placesOfList + 2;
    if (copied[index] === 1 && place[at] !== place[at + 1]) found.push(index);
  }
  return Uint32Array.from(found);
}

/** Names in ascending order, and what their postings contain about the other words. */
export interface PostingRange {
  readonly name: Uint32Array;
  readonly sign: Uint32Array;
  readonly from: number;
  readonly end: number;
}

/** What names may have besides a near token, and the visitor for names that have enough. */
export interface NamesBeside {
  readonly codes: NearCodes;
  /** Codes in three-word names. */
  readonly mid: Uint16Array;
  /** Code of the token itself. */
  readonly code: number;
  /** The bits of codes that count. */
  readonly counts: number;
  /** The names of four or more words to visit; null for all. */
  readonly long: LongNames | null;
  readonly visit: (name: number) => void;
}

/** The condition under which a name with a single near token is skipped. */
export interface LeftLimits {
  readonly codes: NearCodes;
  /** Whether a name of `size` words may score enough if its tokens that are not near have this weight. */
  readonly passes: (left: number, size: number) => boolean;
}
