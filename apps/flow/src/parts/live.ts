/** Announces texts through the two live regions of the page. Repeats are skipped until another text has been announced. */
export interface Announcer {
  /** For progress and hints. */
  polite(text: string): void;
  /** For faults. */
  assertive(text: string): void;
}

/** Minimum milliseconds between two polite texts; only the last one of a quick series is announced. */
const betweenMs = 2_000;

/** @param regions elements with `aria-live` */
export function createAnnouncer(regions: { polite: HTMLElement; assertive: HTMLElement }): Announcer {
  let spokenAt = -betweenMs;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const speak = (text: string) => {
    timer = null;
    spokenAt = performance.now();
    regions.polite.textContent = text;
  };
  return {
    polite(text) {
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => speak(text), Math.max(0, spokenAt + betweenMs - performance.now()));
    },
    assertive(text) {
      regions.assertive.textContent = text;
    },
  };
}
