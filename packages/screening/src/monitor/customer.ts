import type { ScreeningOptions, Subject } from '../model/screening-types.ts';
import { GrowingArray } from '../search/structures/growing-array.ts';

/** A monitored person or organisation. Personal data: kept in memory only. */
export interface Customer {
  /** Any text that is unique to the customer. */
  key: string;
  subject: Subject;
  options: ScreeningOptions;
}

const chunkBytes = 4 * 1024 * 1024;
/** Numbers stored per customer: chunk, offset and length. */
const numbersOfPlace = 3;

/** The bytes of customers, in memory that threads share. */
export interface SharedRecords {
  chunks: readonly Uint8Array[];
  place: Uint32Array;
}

/** Customers as bytes, by number: a million customers do not need a million objects. Other threads can read them. */
export class CustomerRecords {
  readonly #chunks: Buffer[] = [];
  readonly #place = new GrowingArray('u32', 16);
  #used = 0;

  get count(): number {
    return this.#place.length / numbersOfPlace;
  }

  add(customer: Customer): void {
    const bytes = Buffer.from(JSON.stringify(customer));
    const last = this.#chunks.at(-1);
    if (!last || last.length - this.#used < bytes.length) {
      this.#chunks.push(Buffer.from(new SharedArrayBuffer(Math.max(chunkBytes, bytes.length))));
      this.#used = 0;
    }
    const chunk = this.#chunks.length - 1;
    (this.#chunks[chunk] as Buffer).set(bytes, this.#used);
    for (const number of [chunk, this.#used, bytes.length]) this.#place.push(number);
    this.#used += bytes.length;
  }

  freeze(): SharedRecords {
    return { chunks: this.#chunks, place: this.#place.freeze() };
  }
}

/** Reads customers by number. */
export class CustomerReader {
  readonly #chunks: readonly Buffer[];
  readonly #place: Uint32Array;

  constructor({ chunks, place }: SharedRecords) {
    this.#chunks = chunks.map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length));
    this.#place = place;
  }

  get count(): number {
    return this.#place.length / numbersOfPlace;
  }

  read(number: number): Customer {
    return JSON.parse(this.#bytes(number).toString()) as Customer;
  }

  /** Overwrites a record; its number must not be read again. */
  forget(number: number): void {
    this.#bytes(number).fill(0);
  }

  #bytes(number: number): Buffer {
    const at = number * numbersOfPlace;
    const [chunk, start, size] = [at, at + 1, at + 2].map((place) => this.#place[place] ?? 0);
    return (this.#chunks[chunk ?? 0] as Buffer).subarray(start, (start ?? 0) + (size ?? 0));
  }
}
