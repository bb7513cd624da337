import type { FairShares } from '../runtime/fair-shares.ts';

/** Keeps a thread for ordinary pictures while an owner sends slow ones: what runs cannot be stopped, so turns alone do not help. */
export interface SlowBound {
  /** Whether a task of this owner may take a thread now. */
  mayBegin(owner: string | null): boolean;
  /** A task takes a thread. @returns ends it, and returns how many milliseconds it took */
  begin(owner: string | null): () => number;
  /** Milliseconds that the tasks of this owner run already. */
  runningMs(owner: string): number;
}

/** Milliseconds per task beyond which an owner can be slow at all. */
const slowMs = 1_000;
/** And it takes so many times as long as the quickest of the others: on a slow machine all owners take long, and none is slow. */
const slowFactor = 2;

interface Running {
  owner: string | null;
  since: number;
}

/**
 * Owners whose tasks take much longer than those of others have all threads but one between them, as long as there are others.
 * Strangers count among them until their first task has ended. With one thread there is nothing to keep.
 */
export function createSlowBound({ threads, shares }: { threads: number; shares: FairShares }): SlowBound {
  const running = new Set<Running>();
  const of = (owner: string) => [...running].filter((task) => task.owner === owner);
  const longest = (owner: string) => Math.max(0, ...of(owner).map(({ since }) => performance.now() - since));
  const isSlow = (owner: string | null): boolean => {
    if (owner === null) return false;
    const mean = shares.mean(owner);
    const others = shares
      .owners()
      .flatMap((one) => (one.owner === owner ? [] : (shares.mean(one.owner) ?? [])));
    if (others.length === 0) return false;
    // Of a stranger nothing is known until its first task has ended.
    const typical = Math.max(mean ?? 0, longest(owner));
    return mean === null || typical > Math.max(slowMs, slowFactor * Math.min(...others));
  };
  return {
    mayBegin: (owner) =>
      !isSlow(owner) || [...running].filter((task) => isSlow(task.owner)).length < Math.max(1, threads - 1),
    begin(owner) {
      const task = { owner, since: performance.now() };
      running.add(task);
      return () => {
        running.delete(task);
        return performance.now() - task.since;
      };
    },
    runningMs: (owner) => of(owner).reduce((total, { since }) => total + performance.now() - since, 0),
  };
}
