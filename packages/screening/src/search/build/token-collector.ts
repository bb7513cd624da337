import { normalForm } from '../../words/normal-form.ts';
import { textHash } from '../structures/text-hash.ts';
import { BucketTableBuilder, maximalId, type BucketTable } from '../structures/bucket-table.ts';
import { sharedArray } from '../../snapshot/sections.ts';
import { GrowingArray } from '../structures/growing-array.ts';
import { WordTable } from '../structures/word-table.ts';

/** Distinct tokens collected while a snapshot is built, numbered in order of arrival. */
export class TokenCollector {
  readonly #ids = new WordTable();
  readonly texts: string[] = [];
  /** The notes of `PlainNames` by token number; 0 until one is recorded. */
  readonly notes = new GrowingArray('u32');

  /** The number of the token that is a range of a name, in small letters; the range consists of ASCII letters. -1 if it has none yet. */
  findLetters(name: string, from: number, to: number): number {
    return this.#ids.findLetters(name, from, to);
  }

  /** Returns the token's number, assigning one if needed. @throws RangeError beyond 16,777,215 distinct tokens */
  idOf(text: string): number {
    const known = this.#ids.find(text);
    if (known >= 0) return known;
    if (this.texts.length >= maximalId)
      throw new RangeError('A snapshot holds at most 16,777,215 distinct words.');
    const id = this.#ids.add(text);
    this.texts.push(text);
    this.notes.push(0);
    return id;
  }

  clear(): void {
    this.#ids.clear();
    this.texts.length = 0;
  }
}

/** The final id of each token: most frequent first, ties in order of arrival. `counts` is the number of names that contain each token. */
export function rankByCount(counts: Uint32Array): Uint32Array {
  let largest = 0;
  for (const count of counts) largest = Math.max(largest, count);
  const start = new Uint32Array(largest + 2);
  for (const count of counts) start[largest - count + 1] = (start[largest - count + 1] as number) + 1;
  for (let index = 1; index < start.length; index += 1) {
    start[index] = (start[index] as number) + (start[index - 1] as number);
  }
  const rank = new Uint32Array(counts.length);
  for (let token = 0; token < counts.length; token += 1) {
    // A descending counting sort: the most frequent word gets id 0.
    const slot = largest - (counts[token] as number);
    rank[token] = start[slot] as number;
    start[slot] = (start[slot] as number) + 1;
  }
  return rank;
}

const plain = /^[a-z]+$/u;
/** Separates a text from its normal form; no text contains it. */
const formMark = '\0';

/** A token's text, followed by a zero byte and its normal form if that differs; only the normal form of plain Latin words is read. */
function storedText(text: string): string {
  if (!plain.test(text)) return text;
  const normal = normalForm(text);
  return normal === text ? text : `${text}${formMark}${normal}`;
}

/** Encodes the texts in the order of their ids as bytes, offsets and a table of hashes. */
export function freezeTokens(texts: readonly string[]): {
  bytes: Uint8Array;
  offset: Uint32Array;
  table: BucketTable;
} {
  const offset = sharedArray('u32', texts.length + 1);
  const stored = texts.map(storedText);
  let total = 0;
  for (const [id, text] of stored.entries()) {
    offset[id] = total;
    total += Buffer.byteLength(text);
  }
  offset[texts.length] = total;
  const bytes = sharedArray('u8', total);
  const buffer = Buffer.from(bytes.buffer);
  for (const [id, text] of stored.entries()) buffer.write(text, offset[id] as number);
  return { bytes, offset, table: tableOf(texts) };
}

/** The texts encoded by `freezeTokens`, without their normal forms. */
export function tokenTexts(bytes: Uint8Array, offset: Uint32Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: offset.length - 1 }, (_, id) => {
    const text = buffer.toString('utf8', offset[id], offset[id + 1]);
    const end = text.indexOf(formMark);
    return end < 0 ? text : text.slice(0, end);
  });
}

function tableOf(texts: readonly string[]): BucketTable {
  const table = new BucketTableBuilder(texts.length + 1);
  for (const [id, text] of texts.entries()) table.add(textHash(text), id);
  return table.freeze(texts.length);
}
