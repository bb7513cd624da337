import type { Sections } from '../snapshot/sections.ts';
import { LongNames } from './long-names.ts';
import { NameCursor } from './name-cursor.ts';
import type { TokenFilter } from './token-filter.ts';
import type { WorkLimit } from './work-limit.ts';

/** Postings of tokens, and names by number. One list at a time. */
export class PostingReader {
  /** At the name at hand while it is visited. */
  readonly cursor: NameCursor;
  readonly #names: number;
  readonly #offset: Uint32Array;
  readonly #name: Uint32Array;
  readonly #sign: Uint32Array;
  readonly #region: Uint32Array;
  #limit: WorkLimit | undefined;

  constructor(sections: Sections) {
    this.cursor = new NameCursor(sections);
    this.#names = sections['name.entity'].length;
    this.#offset = sections['post.offset'];
    this.#name = sections['post.name'];
    this.#sign = sections['post.sign'];
    this.#region = sections['name.region'];
  }

  /** Charges the limit for what is read from now on. */
  begin(limit: WorkLimit): void {
    this.#limit = limit;
  }

  /** Visits all names there are. */
  all(visit: (name: number) => void): void {
    this.cursor.restart();
    for (let name = 0; name < this.#names; name += 1) this.#visit(name, visit);
  }

  /** Visits these names, which ascend. */
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

  /** Visits the names of a token that may have a token of the filter beside it. @throws ScreeningIncomplete */
  eachBeside(token: number, filter: TokenFilter, visit: (name: number) => void): void {
    const [from, end] = this.#postingsOf(token);
    this.#eachPassing({ name: this.#name, sign: this.#sign, from, end }, filter, visit);
  }

  /**
   * Visits the names of a token of a row that may have another near one beside them: of up to three words by the filter, longer
   * ones by `long`. @throws ScreeningIncomplete
   */
  eachNear(list: RowPostings, index: number, { near, long, visit }: NamesBeside): void {
    const { name, sign } = list.copied[index] === 1 ? list : { name: this.#name, sign: this.#sign };
    const [from, three, four, end] = placesOf(list, index);
    this.#limit?.spendPostings(end - from);
    this.cursor.restart();
    this.#eachPair({ name, sign, from, end: three }, near, visit);
    this.#eachTriple({ name, sign, from: three, end: four }, near, visit);
    for (let at = four; at < end; at += 1) {
      const each = name[at] as number;
      if (long === null || long.has(each)) this.#visit(each, visit);
    }
  }

  /** The same of names of three words alone, for a token whose postings are copied. @throws ScreeningIncomplete */
  eachNearTriple(list: RowPostings, index: number, { near, visit }: NamesBeside): void {
    const [, three, four] = placesOf(list, index);
    if (three === four) return;
    this.#limit?.spendPostings(four - three);
    this.cursor.restart();
    this.#eachTriple({ name: list.name, sign: list.sign, from: three, end: four }, near, visit);
  }

  /** Adds the names of four words and more of all tokens of a row. @throws ScreeningIncomplete */
  addLong(list: RowPostings, into: LongNames): void {
    this.#limit?.spendPostings(list.long);
    for (let index = 0; index < list.copied.length; index += 1) {
      const [, , four, end] = placesOf(list, index);
      if (four < end) into.add(list.copied[index] === 1 ? list.name : this.#name, four, end);
    }
  }

  #eachPassing(postings: PostingRange, filter: TokenFilter, visit: (name: number) => void): void {
    this.cursor.restart();
    const { name, sign, end } = postings;
    const { shortHash, sign: signs, bits } = filter;
    const three = this.#placeOf(3, postings, postings.from);
    let at = this.#placeOf(4, postings, three);
    this.#eachPair({ ...postings, end: three }, filter, visit);
    this.#eachTriple({ ...postings, from: three, end: at }, filter, visit);
    for (const until = this.#placeOf(5, postings, at); at < until; at += 1) {
      const beside = sign[at] as number;
      const words =
        (shortHash[beside & 1023] as number) |
        (shortHash[(beside >>> 10) & 1023] as number) |
        (shortHash[(beside >>> 20) & 1023] as number);
      if ((words & bits) !== 0) this.#visit(name[at] as number, visit);
    }
    for (; at < end; at += 1) {
      const beside = sign[at] as number;
      const words =
        (signs[beside & 255] as number) |
        (signs[(beside >>> 8) & 255] as number) |
        (signs[(beside >>> 16) & 255] as number) |
        (signs[beside >>> 24] as number);
      if ((words & bits) !== 0) this.#visit(name[at] as number, visit);
    }
  }

  /** Of names of one and two words. Most postings end here, before anything of their name is read. */
  #eachPair(
    { name, sign, from, end }: PostingRange,
    { hash, bits }: TokenFilter,
    visit: (name: number) => void,
  ): void {
    for (let at = from; at < end; at += 1) {
      if (((hash[(sign[at] as number) & 0xffff] as number) & bits) !== 0)
        this.#visit(name[at] as number, visit);
    }
  }

  /** Of names of three. */
  #eachTriple(
    { name, sign, from, end }: PostingRange,
    { midHash, bits }: TokenFilter,
    visit: (name: number) => void,
  ): void {
    for (let at = from; at < end; at += 1) {
      const beside = sign[at] as number;
      const words = (midHash[beside & 4095] as number) | (midHash[(beside >>> 12) & 4095] as number);
      if ((words & bits) !== 0) this.#visit(name[at] as number, visit);
    }
  }

  /**
   * Visits the names of a token but those of up to three words of which nothing else is near and the rest weighs too much.
   * @throws ScreeningIncomplete
   */
  eachUnlessLeft(token: number, { near, passes }: LeftLimits, visit: (name: number) => void): void {
    this.cursor.restart();
    const [from, end] = this.#postingsOf(token);
    const [name, sign] = [this.#name, this.#sign];
    const { hash, midHash } = near;
    const postings = { name, sign, from, end };
    let at = from;
    for (const until = this.#placeOf(3, postings, at); at < until; at += 1) {
      const beside = sign[at] as number;
      if (hash[beside & 0xffff] !== 0 || passes(beside >>> 16, 2)) this.#visit(name[at] as number, visit);
    }
    for (const until = this.#placeOf(4, postings, at); at < until; at += 1) {
      const beside = sign[at] as number;
      const half = beside >>> 24;
      const isNear = midHash[beside & 4095] !== 0 || midHash[(beside >>> 12) & 4095] !== 0;
      // Half the weight is there, rounded down.
      if (isNear || passes(half * 2, 3) || passes(half * 2 + 1, 3)) this.#visit(name[at] as number, visit);
    }
    for (; at < end; at += 1) this.#visit(name[at] as number, visit);
  }

  /** Where in a part of an ascending list, from `low` on, the names of at least so many words begin: names are stored by size. */
  #placeOf(words: number, { name, end }: PostingRange, low: number): number {
    const first = this.#region[words * 2] as number;
    let high = end;
    // Few lists have names of more words at all.
    if (low === end || (name[end - 1] as number) < first) return end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((name[middle] as number) < first) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #visit(name: number, visit: (name: number) => void): void {
    this.cursor.moveTo(name);
    visit(name);
  }

  /** Where the postings of a token begin and end; they are charged as read. @throws ScreeningIncomplete */
  #postingsOf(token: number): readonly [from: number, end: number] {
    const [from, end] = this.#rangeOf(token);
    this.#limit?.spendPostings(end - from);
    return [from, end];
  }

  /** Where the postings of these tokens are; of those in at most `rare` names they are copied, one token after the other. */
  listOf(tokens: Uint32Array, rare: number): RowPostings {
    const place = new Uint32Array(tokens.length * placesOfList);
    const copied = new Uint8Array(tokens.length);
    let copies = 0;
    let long = 0;
    for (let index = 0; index < tokens.length; index += 1) {
      const [from, end] = this.#rangeOf(tokens[index] as number);
      const three = this.#placeOf(3, { name: this.#name, sign: this.#sign, from, end }, from);
      const four = this.#placeOf(4, { name: this.#name, sign: this.#sign, from, end }, three);
      place.set([from, three, four, end], index * placesOfList);
      long += end - four;
      if (end - from > rare) continue;
      copied[index] = 1;
      copies += end - from;
    }
    return { place, copied, long, ...this.#copiesOf(place, copied, copies) };
  }

  /** Copies postings and turns their places into those of the copies. */
  #copiesOf(
    place: Uint32Array,
    copied: Uint8Array,
    copies: number,
  ): { name: Uint32Array; sign: Uint32Array } {
    const name = new Uint32Array(copies);
    const sign = new Uint32Array(copies);
    let to = 0;
    for (let index = 0; index < copied.length; index += 1) {
      if (copied[index] === 0) continue;
      const first = index * placesOfList;
      const from = place[first] as number;
      const end = place[first + 3] as number;
      for (let each = 0; each < placesOfList; each += 1)
        place[first + each] = to + (place[first + each] as number) - from;
      for (let at = from; at < end; at += 1) {
        name[to] = this.#name[at] as number;
        sign[to] = this.#sign[at] as number;
        to += 1;
      }
    }
    return { name, sign };
  }

  #rangeOf(token: number): readonly [from: number, end: number] {
    return [this.#offset[token] as number, this.#offset[token + 1] as number];
  }

  /** An empty set of names of four words and more. */
  noLongNames(): LongNames {
    return new LongNames(this.#region[4 * 2] as number, this.#names);
  }
}

/** Places of one list: where names of up to two words begin, those of three, those of more, and the end. */
const placesOfList = 4;

function placesOf(
  { place }: RowPostings,
  index: number,
): readonly [from: number, three: number, four: number, end: number] {
  const at = index * placesOfList;
  return [place[at] as number, place[at + 1] as number, place[at + 2] as number, place[at + 3] as number];
}

/** Names, ascending, and what their postings show of the words beside. */
export interface PostingRange {
  readonly name: Uint32Array;
  readonly sign: Uint32Array;
  readonly from: number;
  readonly end: number;
}

/** The postings of the tokens of a row. Those of rare tokens are copied, so that they are read without the many places they come from. */
export interface RowPostings {
  /** Four for each token (`placesOf`), in the postings of the snapshot or, of a copied one, in `name` and `sign`. */
  readonly place: Uint32Array;
  /** 1 for tokens whose postings are copied. */
  readonly copied: Uint8Array;
  /** How many are of names of four words and more. */
  readonly long: number;
  readonly name: Uint32Array;
  readonly sign: Uint32Array;
}

/** What names may have beside a near token, and what gets those that do. */
export interface NamesBeside {
  readonly near: TokenFilter;
  /** Of names of four words and more those that are visited; null for all. */
  readonly long: LongNames | null;
  readonly visit: (name: number) => void;
}

/** When a name is passed over of which a single token is near. */
export interface LeftLimits {
  readonly near: TokenFilter;
  /** Whether a name of `size` words may score enough of which the tokens that are not near weigh so much. */
  readonly passes: (left: number, size: number) => boolean;
}
