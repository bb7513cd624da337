/**
 * Milliseconds that anything is waited for which must come, and whose time is not what a test is about: far longer than it takes,
 * because the machine may be busy with other things. Vitest's own waits have the same limit, see `vitest.config.ts`.
 */
export const patienceMs = 60_000;

/** Milliseconds for a decision on pictures that are really read: seconds of a processor, for each of those that wait. */
export const picturesPatienceMs = 200_000;
