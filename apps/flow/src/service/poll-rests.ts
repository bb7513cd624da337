const pollRestMs = 2_000;
/** Interval between polls of a hidden page. */
const unseenRestMs = 10_000;

/** Waits after a failed request for the state. */
export const rest = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, pollRestMs));

/** Waits until the page is visible again, at most for the interval; returns at once if it is visible. */
export const restUnseen = (): Promise<void> =>
  new Promise<void>((resolve) => {
    if (!document.hidden) return resolve();
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', end);
      resolve();
    };
    const timer = setTimeout(end, unseenRestMs);
    document.addEventListener('visibilitychange', end);
  });

/** A signal that aborts when the page, visible now, is hidden. */
export function untilHidden(): { signal: AbortSignal; release: () => void } {
  const abort = new AbortController();
  const stop = () => abort.abort();
  if (!document.hidden) document.addEventListener('visibilitychange', stop);
  return { signal: abort.signal, release: () => document.removeEventListener('visibilitychange', stop) };
}
