/** Speaks through the two live regions of the page. Each text once; the same text again only after another. */
export interface Announcer {
  /** Progress and hints. */
  polite(text: string): void;
  /** Faults. */
  assertive(text: string): void;
}

/** Milliseconds between two polite texts; the last one of a quick series is spoken. */
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
