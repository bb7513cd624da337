/** Errors of a job's work that the job worker handles in ways of their own. */

/** A check could not run; the job is tried again and in the end goes to the operator. Never an approval, never a decline. */
export class ChecksIncomplete extends Error {
  constructor(missing: readonly string[]) {
    super(`checks could not run: ${missing.join(', ')}`);
    this.name = 'ChecksIncomplete';
  }
}

/** A job that was thought to need no pictures does: settings changed meanwhile. */
export class PicturesToRead extends Error {
  constructor() {
    super('there are pictures to read');
    this.name = 'PicturesToRead';
  }
}

/** No lists are loaded: the screening waits, because without lists no result is possible. */
export class ScreeningUnavailable extends Error {
  constructor() {
    super('no watchlists are loaded');
    this.name = 'ScreeningUnavailable';
  }
}
