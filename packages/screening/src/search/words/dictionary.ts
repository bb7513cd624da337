import type { Sections } from '../../snapshot/sections.ts';
import type { Word } from '../../model/word.ts';
import { longestWord } from '../../scripts/path-cost.ts';
import type { SpelledWord } from '../../words/spelling-probe.ts';
import { wordOf } from '../../words/word-of.ts';
import { lookUp, type BucketTable } from '../structures/bucket-table.ts';
import { textHash } from '../structures/text-hash.ts';

const [firstLetter, lastLetter] = [97, 122];
/** Maximum number of words remembered by token. */
const mostWords = 60_000;
/** Separates the text of a token from its normal form, if that differs. */
const formMark = 0;

/** The distinct tokens of a snapshot, by id and by text. */
export class Dictionary {
  readonly size: number;
  readonly #bytes: Buffer;
  readonly #offset: Uint32Array;
  readonly #texts: BucketTable;
  readonly #spellings: ReadonlyMap<number, readonly number[]>;
  readonly #keys: BucketTable;
  readonly #words = new Map<number, Word>();
  readonly #letters = new Uint8Array(longestWord);
  /** The same by length; created once, because creating one costs more than reading the letters. */
  readonly #letterViews = Array.from({ length: longestWord + 1 }, (_, length) =>
    this.#letters.subarray(0, length),
  );
  readonly #spelled: { -readonly [Key in keyof SpelledWord]: SpelledWord[Key] };

  constructor(sections: Sections) {
    const bytes = sections['token.bytes'];
    this.#bytes = Buffer.from(bytes.buffer as SharedArrayBuffer, bytes.byteOffset, bytes.length);
    this.#offset = sections['token.offset'];
    this.#spellings = spellingsOf(sections['token.spelling']);
    this.size = this.#offset.length - 1;
    const ids = this.size;
    this.#texts = { bucket: sections['token.bucket'], entry: sections['token.entry'], ids };
    this.#keys = { bucket: sections['key.bucket'], entry: sections['key.entry'], ids };
    this.#spelled = { bytes: this.#bytes, from: 0, length: 0, normalFrom: 0, normalLength: 0 };
  }

  text(id: number): string {
    return this.#bytes.toString('utf8', this.#offset[id], this.#endOf(id));
  }

  #isText(id: number, text: string): boolean {
    const bytes = this.#bytes;
    const from = this.#offset[id] as number;
    const next = this.#offset[id + 1] as number;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > 127) return this.text(id) === text;
      // Most texts differ in the first letter, so no string is created for them.
      if (from + at >= next || bytes[from + at] !== unit) return false;
    }
    const end = from + text.length;
    return end === next || bytes[end] === formMark;
  }

  /** The end of a token's text. */
  #endOf(id: number): number {
    const next = this.#offset[id + 1] as number;
    let end = this.#offset[id] as number;
    while (end < next && this.#bytes[end] !== formMark) end += 1;
    return end;
  }

  /**
   * Reads the first byte of each token in one loop, so that the processor can wait for many memory accesses at once, and later reads are
   * cached.
   * @returns the sum of the bytes, so that the reads are not optimised away
   */
  fetch(ids: readonly number[]): number {
    let sum = 0;
    for (let at = 0; at < ids.length; at += 1)
      sum = (sum + (this.#bytes[this.#offset[ids[at] as number] as number] as number)) | 0;
    return sum;
  }

  /** A token as bytes; null for tokens with characters other than a to z. Valid until the next call. */
  spelled(id: number): SpelledWord | null {
    const spelled = this.#spelled;
    const bytes = this.#bytes;
    const from = this.#offset[id] as number;
    const next = this.#offset[id + 1] as number;
    let end = from;
    for (; end < next; end += 1) {
      const byte = bytes[end] as number;
      if (byte === formMark) break;
      if (byte < firstLetter || byte > lastLetter) return null;
    }
    spelled.from = from;
    spelled.length = end - from;
    spelled.normalFrom = end === next ? from : end + 1;
    spelled.normalLength = end === next ? end - from : next - end - 1;
    return spelled;
  }

  /**
   * The letters of a token, numbered as by `letterCodes`; null if that would need its text, for tokens that are not plain Latin words.
   * Valid until the next call.
   */
  lettersOf(id: number): Uint8Array | null {
    const from = this.#offset[id] as number;
    const length = this.#endOf(id) - from;
    const bytes = this.#bytes;
    const first = bytes[from] as number;
    if (length > longestWord || first < firstLetter || first > lastLetter) return null;
    const letters = this.#letters;
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[from + at] as number;
      if (byte < firstLetter || byte > lastLetter) return null;
      letters[at] = byte - firstLetter + 1;
    }
    return this.#letterViews[length] as Uint8Array;
  }

  /** The word of a token; for a remembered one no text is decoded. */
  word(id: number): Word {
    let word = this.#words.get(id);
    if (word === undefined) {
      word = wordOf(this.text(id));
      if (this.#words.size >= mostWords) this.#words.clear();
      this.#words.set(id, word);
    }
    return word;
  }

  /** Id of the token with exactly this text, or -1. */
  find(text: string): number {
    let found = -1;
    lookUp(this.#texts, textHash(text), (id) => {
      if (found < 0 && this.#isText(id, text)) found = id;
    });
    return found;
  }

  /** Tokens that equal this text or are written with these letters. */
  spelledBy(text: string): readonly number[] {
    const id = this.find(text);
    if (id < 0) return [];
    return this.#spellings.get(id) ?? [id];
  }

  /** Calls `found` with the id of every token filed under a word key, and rarely with others. */
  underKey(key: number, found: (id: number) => void): void {
    lookUp(this.#keys, key, found);
  }
}

/** For each token of a spelling: itself and the tokens spelt this way. A few hundred at most. */
function spellingsOf(pairs: Uint32Array): Map<number, number[]> {
  const spellings = new Map<number, number[]>();
  for (let at = 0; at < pairs.length; at += 2) {
    const [spelling, token] = pairs.subarray(at, at + 2) as unknown as [number, number];
    const known = spellings.get(spelling);
    if (known) known.push(token);
    else spellings.set(spelling, [spelling, token]);
  }
  return spellings;
}
