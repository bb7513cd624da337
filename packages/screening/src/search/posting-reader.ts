import type { Sections } from '../snapshot/sections.ts';
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
    const { name, sign, end } = postings;
    const { hash, midHash, shortHash, sign: signs, bits } = filter;
    let at = postings.from;
    for (const until = this.#placeOf(3, postings, at); at < until; at += 1) {
      if (((hash[(sign[at] as number) & 0xffff] as number) & bits) !== 0)
        this.#visit(name[at] as number, visit);
    }
    for (const until = this.#placeOf(4, postings, at); at < until; at += 1) {
      const beside = sign[at] as number;
      const words = (midHash[beside & 4095] as number) | (midHash[(beside >>> 12) & 4095] as number);
      if ((words & bits) !== 0) this.#visit(name[at] as number, visit);
    }
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
    return name >= (this.#region[3 * 2] as number);
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

/** When a name is passed over of which a single token is near. */
export interface LeftLimits {
  readonly near: TokenFilter;
  /** Whether a name of `size` words may score enough of which the tokens that are not near weigh so much. */
  readonly passes: (left: number, size: number) => boolean;
}
