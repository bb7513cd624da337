/** One row as the driver gives it: `bytea` as Uint8Array, timestamps as text in UTC, bigint as number. */
export type Row = Record<string, unknown>;

export interface Database {
  readonly engine: 'pglite' | 'postgres';
  /** One parametrised statement outside any transaction; the hot paths' single round trip. */
  query<T extends Row>(text: string, values?: unknown[]): Promise<T[]>;
  /**
   * Runs `work` in one transaction. A deadlock, serialisation failure or lock time-out is retried at most 3 times with jitter,
   * then thrown as `Unavailable`. So is a transaction that has not ended after 6.5 s, or `limitMs`; where the answer to a commit was
   * lost it is never tried again, and may have been carried out. On the embedded engine, using the handle itself while a
   * transaction of the same async context is open throws at once (it would wait for ever).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Embedded engine with a directory: copies its files into a new directory, which can be opened like its own, while no statement
   * runs. `null`: there are none. @returns seconds that took
   */
  copyFiles: ((directory: string) => Promise<number>) | null;
  /** Sets the receiver of what transactions report; until then reports are dropped. */
  setReporter(reporter: Reporter): void;
  close(): Promise<void>;
}

/** Receives a log line: its members and its message. */
export type Reporter = (line: Record<string, unknown>, words: string) => void;

export interface TransactionOptions {
  /** Limit in milliseconds for the whole transaction, commit included; for work that no request waits for. Default 6.5 s. */
  limitMs?: number;
}

/** An open transaction. Storage functions take it as their first argument and use no other connection. */
export interface Tx {
  /** One parametrised statement in the transaction. */
  query<T extends Row>(text: string, values?: unknown[]): Promise<T[]>;
  /** Reports a log line when the transaction has committed; if it is rolled back, nothing is reported. */
  report: Reporter;
}
