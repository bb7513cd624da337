/** One row as the driver returns it: `bytea` as Uint8Array, timestamps as text in UTC, bigint as number. */
export type Row = Record<string, unknown>;

export interface Database {
  readonly engine: 'pglite' | 'postgres';
  /** One parametrised statement outside any transaction: a single round trip for the hot paths. */
  query<T extends Row>(text: string, values?: unknown[]): Promise<T[]>;
  /**
   * Runs `work` in one transaction. A deadlock, serialisation failure or lock time-out is retried at most 3 times with jitter, then thrown
   * as `Unavailable`. A transaction that has not ended after 6.5 s, or `limitMs`, throws the same. If the result of a commit was lost, the
   * transaction may have been executed and is never retried. On the embedded engine, using the handle itself while a transaction of the
   * same async context is open throws at once (it would wait for ever).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Embedded engine with a directory: copies its files into a new directory, which can be opened like its own, while no statement runs.
   * `null`: there are no files.
   * @returns how long it took, in seconds
   */
  copyFiles: ((directory: string) => Promise<number>) | null;
  /** Sets the receiver of log lines reported by transactions; until then they are dropped. */
  setReporter(reporter: Reporter): void;
  close(): Promise<void>;
}

/** Receives a log line: its members and its message. */
export type Reporter = (line: Record<string, unknown>, words: string) => void;

export interface TransactionOptions {
  /** Time limit in milliseconds for the whole transaction, commit included; for work that no request waits for. Default 6.5 s. */
  limitMs?: number;
}

/** An open transaction. Storage functions take it as their first argument and use no other connection. */
export interface Tx {
  /** One parametrised statement in the transaction. */
  query<T extends Row>(text: string, values?: unknown[]): Promise<T[]>;
  /** Reports a log line once the transaction is committed; if it is rolled back, nothing is reported. */
  report: Reporter;
}
