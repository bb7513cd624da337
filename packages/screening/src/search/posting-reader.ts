import type { Sections } from '../snapshot/sections.ts';
import { NameCursor } from './name-cursor.ts';
import { wordsOfHashes, wordsOfSigns } from './postings.ts';
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
  /** The first name of more words than postings have long hashes of, and than they have any hashes of. */
  readonly #firstOfFour: number;
  readonly #firstLong: number;
  #limit: WorkLimit | undefined;

  constructor(sections: Sections) {
    this.cursor = new NameCursor(sections);
    this.#names = sections['name.entity'].length;
    this.#offset = sections['post.offset'];
    this.#name = sections['post.name'];
    this.#sign = sections['post.sign'];
    const region = sections['name.region'];
    this.#firstOfFour = region[wordsOfHashes * 2] as number;
    this.#firstLong = region[wordsOfSigns * 2] as number;
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

  /** The same for postings that were copied. @throws ScreeningIncomplete */
  eachCopied(postings: PostingRange, filter: TokenFilter, visit: (name: number) => void): void {
    this.#limit?.spendPostings(postings.end - postings.from);
    this.#eachPassing(postings, filter, visit);
  }

  /** Most postings end here, before anything of their name is read. */
  #eachPassing(postings: PostingRange, filter: TokenFilter, visit: (name: number) => void): void {
    this.cursor.restart();
    const { name, sign, from, end } = postings;
    const { hash, shortHash, sign: signs, bits } = filter;
    const four = placeOf(name, this.#firstOfFour, postings);
    const long = placeOf(name, this.#firstLong, { from: four, end });
    for (let at = from; at < four; at += 1) {
      const beside = sign[at] as number;
      const words = (hash[beside & 0xffff] as number) | (hash[beside >>> 16] as number);
      if ((words & bits) !== 0) this.#visit(name[at] as number, visit);
    }
    for (let at = four; at < long; at += 1) {
      const beside = sign[at] as number;
      const words =
        (shortHash[beside & 1023] as number) |
        (shortHash[(beside >>> 10) & 1023] as number) |
        (shortHash[(beside >>> 20) & 1023] as number);
      if ((words & bits) !== 0) this.#visit(name[at] as number, visit);
    }
    for (let at = long; at < end; at += 1) {
      const beside = sign[at] as number;
      const words =
        (signs[beside & 255] as number) |
        (signs[(beside >>> 8) & 255] as number) |
        (signs[(beside >>> 16) & 255] as number) |
        (signs[beside >>> 24] as number);
      if ((words & bits) !== 0) this.#visit(name[at] as number, visit);
    }
  }

  #visit(name: number, visit: (name: number) => void): void {
    this.cursor.moveTo(name);
    visit(name);
  }

  /** Where the postings of a token begin and end; they are charged as read. @throws ScreeningIncomplete */
  #postingsOf(token: number): readonly [from: number, end: number] {
    const [from, end] = [this.#offset[token] as number, this.#offset[token + 1] as number];
    this.#limit?.spendPostings(end - from);
    return [from, end];
  }

  /** The postings of these tokens one after the other, of those tokens that few names hold. */
  copyOf(tokens: Uint32Array, isCopied: (index: number) => boolean): CopiedPostings {
    const start = new Uint32Array(tokens.length + 1);
    const places: number[] = [];
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index] as number;
      const end = isCopied(index) ? (this.#offset[token + 1] as number) : 0;
      for (let at = this.#offset[token] as number; at < end; at += 1) places.push(at);
      start[index + 1] = places.length;
    }
    return {
      start,
      name: Uint32Array.from(places, (at) => this.#name[at] as number),
      sign: Uint32Array.from(places, (at) => this.#sign[at] as number),
    };
  }

  /** Whether a name has so many words that rare tokens do not show in every filter (`TokenFilter`). */
  isLong(name: number): boolean {
    return name >= this.#firstOfFour;
  }
}

/** Names, ascending, and what their postings show of the words beside. */
export interface PostingRange {
  readonly name: Uint32Array;
  readonly sign: Uint32Array;
  readonly from: number;
  readonly end: number;
}

/** Postings copied token by token, so that they are read without the many places they come from. */
export interface CopiedPostings {
  /** By index of the token where its postings begin; one more than tokens. */
  readonly start: Uint32Array;
  readonly name: Uint32Array;
  readonly sign: Uint32Array;
}

/** Where in a part of an ascending list the names from `first` on begin. */
function placeOf(
  names: Uint32Array,
  first: number,
  { from, end }: Pick<PostingRange, 'from' | 'end'>,
): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((names[middle] as number) < first) low = middle + 1;
    else high = middle;
  }
  return low;
}
