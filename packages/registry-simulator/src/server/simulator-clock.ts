/** The simulator's clock; it runs, but can be set forward or back. @see spec/registries.md 15.6 */
export interface SimulatorClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Sets the current time, in milliseconds since 1970. */
  set(now: number): void;
  /** Sets the offset from real time in milliseconds; negative: behind. */
  shift(offsetMs: number): void;
}

/** @param real the machine's clock, milliseconds since 1970 */
export function createSimulatorClock(real: () => number): SimulatorClock {
  let offsetMs = 0;
  return {
    now: () => real() + offsetMs,
    set: (now) => (offsetMs = now - real()),
    shift: (offset) => (offsetMs = offset),
  };
}
