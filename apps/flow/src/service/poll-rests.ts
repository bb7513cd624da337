const pollRestMs = 2_000;
/** Between two looks of an unseen page. */
const unseenRestMs = 10_000;

/** Rests after a question for the state that got no answer. */
export const rest = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, pollRestMs));

/** Rests until the page is seen again, or for a while; not at all where it is seen already. */
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

/** A signal that aborts when the page, seen now, is hidden. */
export function untilHidden(): { signal: AbortSignal; release: () => void } {
  const abort = new AbortController();
  const stop = () => abort.abort();
  if (!document.hidden) document.addEventListener('visibilitychange', stop);
  return { signal: abort.signal, release: () => document.removeEventListener('visibilitychange', stop) };
}
