/** What counts as a sign that somebody uses the page. */
const signs = [
  'pointerdown',
  'pointermove',
  'touchmove',
  'wheel',
  'keydown',
  'input',
  'click',
  'focusin',
] as const;

/** Milliseconds between two looks at the clock. */
const lookMs = 2_000;

/** Measures the time without input. */
export interface Inactivity {
  /** Something happened that only a person brings about, such as a picture that was taken. */
  touch(): void;
  stop(): void;
}

/**
 * Calls `onIdle` after a time without input, and again after the next one. The time also passes while the page is hidden or the device
 * sleeps: a page that is shown again after that time calls it at once.
 * @param seconds asked for anew each time; `null`: never for now
 */
export function watchInactivity(seconds: () => number | null, onIdle: () => void): Inactivity {
  let last = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leftMs = () => (seconds() ?? Infinity) * 1_000 - (Date.now() - last);
  const look = () => {
    clearTimeout(timer);
    if (leftMs() <= 0) {
      last = Date.now();
      onIdle();
    }
    // Timers of hidden pages and of devices that sleep are late, so the clock decides.
    timer = setTimeout(look, lookMs);
  };
  const touch = () => {
    if (leftMs() > 0) last = Date.now();
    else look();
  };
  const seen = () => {
    if (!document.hidden) look();
  };
  for (const sign of signs) addEventListener(sign, touch, { passive: true, capture: true });
  document.addEventListener('visibilitychange', seen);
  look();
  return {
    touch,
    stop: () => {
      clearTimeout(timer);
      for (const sign of signs) removeEventListener(sign, touch, { capture: true });
      document.removeEventListener('visibilitychange', seen);
    },
  };
}
