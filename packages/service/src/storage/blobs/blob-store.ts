import type { Readable } from 'node:stream';

/**
 * Takes one blob. Nothing of it can be read before `commit`; after `commit` it survives a power failure.
 * Every method throws `Unavailable` when the disk is full.
 */
export interface BlobWriter {
  /** Resolves when the store is ready for more: await it, or the whole upload gathers in memory. The chunk belongs to the store now. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the blob durable and gives its name: random, never from user input. */
  commit(): Promise<string>;
  /** Drops what was written; harmless after `commit` has failed. */
  abort(): Promise<void>;
}

export interface StoredBlob {
  name: string;
  /** Bytes as stored, encryption included. */
  size: number;
  /** Milliseconds since 1970. */
  storedAt: number;
}

/** Where media bytes lie: files, or an object store. It sees ciphertext only. */
export interface BlobStore {
  create(): Promise<BlobWriter>;
  /** The stored bytes. @throws BlobMissing */
  read(name: string): Promise<Readable>;
  /** No effect when there is no such blob. */
  delete(name: string): Promise<void>;
  /** Every committed blob, in no order. */
  list(): AsyncIterable<StoredBlob>;
  /** Drops remains of uploads that were cut off longer than `ageMs` ago; gives their number. */
  sweepUnfinished(ageMs: number): Promise<number>;
}

/** There is no blob of this name. */
export class BlobMissing extends Error {
  constructor(name: string) {
    super(`blob ${name} is missing`);
    this.name = 'BlobMissing';
  }
}
