import type { ScreeningOptions, Subject } from '../model/screening-types.ts';

/** A person or organisation under monitoring. Personal data: it is kept in memory alone. */
export interface Customer {
  /** Any text that is unique to the customer. */
  key: string;
  subject: Subject;
  options: ScreeningOptions;
}

const chunkBytes = 4 * 1024 * 1024;

/** Customers as bytes, by number; a million of them are no million objects. */
export class CustomerRecords {
  readonly #chunks: Buffer[] = [];
  readonly #chunk: number[] = [];
  readonly #start: number[] = [];
  readonly #size: number[] = [];
  #used = 0;

  get count(): number {
    return this.#size.length;
  }

  add(customer: Customer): void {
    const bytes = Buffer.from(JSON.stringify(customer));
    const last = this.#chunks.at(-1);
    if (!last || last.length - this.#used < bytes.length) {
      this.#chunks.push(Buffer.alloc(Math.max(chunkBytes, bytes.length)));
      this.#used = 0;
    }
    const chunk = this.#chunks.length - 1;
    (this.#chunks[chunk] as Buffer).set(bytes, this.#used);
    this.#chunk.push(chunk);
    this.#start.push(this.#used);
    this.#size.push(bytes.length);
    this.#used += bytes.length;
  }

  read(number: number): Customer {
    return JSON.parse(this.#bytes(number).toString()) as Customer;
  }

  /** Overwrites what was kept; the number must not be read again. */
  forget(number: number): void {
    this.#bytes(number).fill(0);
  }

  #bytes(number: number): Buffer {
    const start = this.#start[number] as number;
    const chunk = this.#chunks[this.#chunk[number] as number] as Buffer;
    return chunk.subarray(start, start + (this.#size[number] as number));
  }
}
