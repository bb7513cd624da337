/**
 * Time limit in milliseconds for events that must happen, but whose duration is not under test: far longer than usual, because
 * the machine may be busy. Vitest's own waits have the same limit, see `vitest.config.ts`.
 */
export const patienceMs = 60_000;

/**
 * Time limit in milliseconds for a decision on pictures that are really read, which takes seconds of processor time for each
 * pending session.
 */
export const picturesPatienceMs = 200_000;
