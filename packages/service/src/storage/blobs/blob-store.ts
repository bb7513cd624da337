import type { Readable } from 'node:stream';

/**
 * Writes one blob. It is not readable before `commit`; after `commit` it survives a power failure.
 * Every method throws `Unavailable` when the disk is full.
 */
export interface BlobWriter {
  /** Resolves when the store is ready for more: await it, or the whole upload is buffered in memory. The store takes ownership of the chunk. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the blob durable and returns its name: random, never from user input. */
  commit(): Promise<string>;
  /** Discards what was written; safe to call after a failed `commit`. */
  abort(): Promise<void>;
}

export interface StoredBlob {
  name: string;
  /** Bytes as stored, encryption included. */
  size: number;
  /** Milliseconds since 1970. */
  storedAt: number;
}

/** Storage of media bytes: files, or an object store. It only sees ciphertext. */
export interface BlobStore {
  create(): Promise<BlobWriter>;
  /** The stored bytes. @throws BlobMissing */
  read(name: string): Promise<Readable>;
  /** No effect when there is no such blob. */
  delete(name: string): Promise<void>;
  /** Every committed blob, in any order. */
  list(): AsyncIterable<StoredBlob>;
  /** Deletes remains of uploads interrupted longer than `ageMs` ago; returns their number. */
  sweepUnfinished(ageMs: number): Promise<number>;
}

/** There is no blob of this name. */
export class BlobMissing extends Error {
  constructor(name: string) {
    super(`blob ${name} is missing`);
    this.name = 'BlobMissing';
  }
}
