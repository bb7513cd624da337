import { afterEach, beforeEach } from 'vitest';

/**
 * The tests of this block are steps of one journey, each of which goes on where the one before it ended: after the first that fails
 * the others fail at once, instead of each waiting for what cannot come.
 */
export function asOneJourney(): void {
  let failed: string | null = null;
  beforeEach(() => {
    if (failed !== null) throw new Error(`must follow "${failed}", which failed`);
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') failed ??= task.name;
  });
}
