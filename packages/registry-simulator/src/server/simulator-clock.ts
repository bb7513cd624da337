/** The simulator's time; it runs, but may be set ahead or back. @see spec/registries.md 15.6 */
export interface SimulatorClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** From now on it is this time, in milliseconds since 1970. */
  set(now: number): void;
  /** From now on it is this many milliseconds later than in reality; negative: earlier. */
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
