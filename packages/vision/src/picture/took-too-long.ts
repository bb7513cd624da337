/**
 * A part of an inspection exceeded its time limit. This is not a finding: the machine may have been too busy, so the only consequence is
 * another inspection with more time.
 */
export class TookTooLong extends Error {
  /** Whether the slow part used all its time on a processor, and so is slow however busy the machine was. */
  readonly byItself: boolean;

  constructor(what: string, { byItself = false } = {}) {
    super(`${what} took too long`);
    this.name = 'TookTooLong';
    this.byItself = byItself;
  }
}
