/**
 * A part of a look had no end in its time. That is no finding: the machine may have been too busy, so nothing follows from it but
 * another look with more time.
 */
export class TookTooLong extends Error {
  /** What took too long used all its time on a processor: it is slow by itself, however busy the machine was. */
  readonly byItself: boolean;

  constructor(what: string, { byItself = false } = {}) {
    super(`${what} took too long`);
    this.name = 'TookTooLong';
    this.byItself = byItself;
  }
}
