/** Errors of a job that the job worker handles specially. */

/** A check could not run; the job is retried and finally passed to the operator. Never an approval, never a decline. */
export class ChecksIncomplete extends Error {
  constructor(missing: readonly string[]) {
    super(`checks could not run: ${missing.join(', ')}`);
    this.name = 'ChecksIncomplete';
  }
}

/** A job that did not seem to need pictures does, because settings have changed. */
export class PicturesToRead extends Error {
  constructor() {
    super('there are pictures to read');
    this.name = 'PicturesToRead';
  }
}

/** No lists are loaded: the screening waits, because no result is possible without lists. */
export class ScreeningUnavailable extends Error {
  constructor() {
    super('no watchlists are loaded');
    this.name = 'ScreeningUnavailable';
  }
}
