/** Who had how much of a resource lately. */
export interface FairShares {
  /** Records work that ended. @param ms milliseconds it took */
  charge(owner: string, ms: number): void;
  /** Milliseconds of recent work: what was charged, halved for every {@link halfLifeMs} since. 0 for strangers. */
  used(owner: string): number;
  /** Average milliseconds of a recent piece of work; `null` for strangers. */
  mean(owner: string): number | null;
  /** Who was charged lately, with what they used. At most {@link mostOwners}. */
  owners(): { owner: string; used: number }[];
}

/** Half of an owner's use is forgotten after so many milliseconds: who had more than others waits for minutes at most. */
const halfLifeMs = 30_000;
/** Below so many milliseconds an owner's account is dropped. */
const forgottenMs = 1;
/** Those who used least are forgotten beyond. */
const mostOwners = 1_000;

interface Account {
  ms: number;
  /** Pieces of work, forgotten as the milliseconds are. */
  pieces: number;
  /** When both were last right. */
  at: number;
}

/**
 * An account of recent work per integration, for turns that cost every owner the same time: a weighted fair queue whose weights are
 * all 1. It lives in one process; processes side by side each share out what they have.
 * @param now milliseconds of a clock that never goes back
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
