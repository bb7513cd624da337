/** Seeded random numbers: the same seed returns the same sequence on every machine. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** Uniformly distributed from `low` up to `high`. */
  between(low: number, high: number): number;
  /** Integer from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** An item of the list. Throws on an empty list. */
  pick<Item>(list: readonly Item[]): Item;
  /** True with the given probability, 0–1. */
  chance(probability: number): boolean;
  /** Bell-shaped distribution with mean 0 and standard deviation 1, within −3 to 3. */
  bell(): number;
}

/** Returns a generator for one purpose. Each purpose of a seed has its own sequence. */
export function seededRandom(seed: number, purpose: string): Random {
  let state = mixText(`${seed}|${purpose}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low: number, high: number): number => low + (high - low) * next();
  return {
    next,
    between,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    chance: (probability) => next() < probability,
    bell: () => next() + next() + next() + next() + next() + next() - 3,
  };
}

function mixText(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  }
  return hash | 0;
}
