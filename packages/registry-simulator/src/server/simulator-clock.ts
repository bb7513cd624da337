/** The simulator's running clock, which can be set ahead or back. @see spec/registries.md 15.6 */
export interface SimulatorClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Sets the clock to this time, in milliseconds since 1970. */
  set(now: number): void;
  /** Sets the clock this many milliseconds ahead of real time; negative: behind. */
  shift(offsetMs: number): void;
}

/** @param real milliseconds since 1970, the machine's clock */
export function createSimulatorClock(real: () => number): SimulatorClock {
  let offsetMs = 0;
  return {
    now: () => real() + offsetMs,
    set: (now) => (offsetMs = now - real()),
    shift: (offset) => (offsetMs = offset),
  };
}
