import type { FairShares } from '../runtime/fair-shares.ts';

/** Reserves a thread for ordinary pictures while an owner sends slow ones: running work cannot be stopped, so taking turns is not sufficient. */
export interface SlowBound {
  /** Whether a task of this owner may take a thread now. */
  mayBegin(owner: string | null): boolean;
  /** A task takes a thread. @returns a function that ends it and returns the milliseconds it took */
  begin(owner: string | null): () => number;
  /** Milliseconds that this owner's tasks have been running. */
  runningMs(owner: string): number;
}

/** Milliseconds per task above which an owner can count as slow. */
const slowMs = 1_000;
/** It must also take this many times as long as the quickest other owner: on a slow machine all owners take long, and none counts as slow. */
const slowFactor = 2;

interface Running {
  owner: string | null;
  since: number;
}

/**
 * Owners whose tasks take much longer than others' share all threads but one, as long as there are other owners.
 * Unknown owners count among them until their first task has ended. With a single thread there is nothing to reserve.
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
    // Nothing is known about a new owner until its first task has ended.
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
