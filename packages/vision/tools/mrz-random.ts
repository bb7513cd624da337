/** Seeded source of numbers, so that training can be repeated bit for bit. */
export interface Random {
  /** Even in [0, 1). */
  next(): number;
  /** Even in [from, to). */
  between(from: number, to: number): number;
  /** Bell-shaped around 0, spread 1, never beyond ±3. */
  bell(): number;
  /** Whole number in [0, count). */
  below(count: number): number;
  /** True in the given share of calls. */
  chance(share: number): boolean;
}

/** A sequence that depends on the seed alone (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    bell: () => (next() + next() + next() + next() - 2) * 1.5,
    below: (count) => Math.floor(next() * count),
    chance: (share) => next() < share,
  };
}
