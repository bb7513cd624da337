/** Recent use of a resource by owner. */
export interface FairShares {
  /** Records finished work. @param ms milliseconds it took */
  charge(owner: string, ms: number): void;
  /** Milliseconds of recent work: everything charged, halved for every {@link halfLifeMs} since. 0 for unknown owners. */
  used(owner: string): number;
  /** Average milliseconds of a recent piece of work; `null` for unknown owners. */
  mean(owner: string): number | null;
  /** Recently charged owners and their use. At most {@link mostOwners}. */
  owners(): { owner: string; used: number }[];
}

/** Half-life of an owner's use in milliseconds: a heavy user waits for minutes at most. */
const halfLifeMs = 30_000;
/** Accounts below this number of milliseconds are dropped. */
const forgottenMs = 1;
/** Maximum accounts; those with the least use are dropped first. */
const mostOwners = 1_000;

interface Account {
  ms: number;
  /** Number of pieces of work, decaying like the milliseconds. */
  pieces: number;
  /** When both values were last updated. */
  at: number;
}

/**
 * Accounts for recent work per integration, so that every owner gets the same time: a weighted fair queue with all weights
 * equal to 1. It is local to one process; parallel processes each divide their own capacity.
 * @param now milliseconds of a monotonic clock
 */
export function createFairShares(now: () => number = () => performance.now()): FairShares {
  const accounts = new Map<string, Account>();
  const current = (owner: string): Account | null => {
    const account = accounts.get(owner);
    if (!account) return null;
    const at = now();
    const kept = 0.5 ** ((at - account.at) / halfLifeMs);
    Object.assign(account, { ms: account.ms * kept, pieces: account.pieces * kept, at });
    if (account.ms >= forgottenMs) return account;
    accounts.delete(owner);
    return null;
  };
  const owners = () =>
    [...accounts.keys()].flatMap((owner) => {
      const account = current(owner);
      return account ? [{ owner, used: account.ms }] : [];
    });
  return {
    charge(owner, ms) {
      const account = current(owner) ?? { ms: 0, pieces: 0, at: now() };
      account.ms += Math.max(ms, forgottenMs);
      account.pieces += 1;
      accounts.set(owner, account);
      if (accounts.size <= mostOwners) return;
      const [least] = owners().toSorted((a, b) => a.used - b.used);
      if (least) accounts.delete(least.owner);
    },
    used: (owner) => current(owner)?.ms ?? 0,
    mean(owner) {
      const account = current(owner);
      return account && account.ms / account.pieces;
    },
    owners,
  };
}
