/**
 * Milliseconds to wait for something that must happen, where its duration is not under test: far longer than needed, because the
 * machine may be busy. Vitest's own waits have the same limit, see `vitest.config.ts`.
 */
export const patienceMs = 60_000;

/** Milliseconds for a decision on pictures that are actually read: each waiting one takes seconds of processor time. */
export const picturesPatienceMs = 200_000;
