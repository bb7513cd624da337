import type { Vault } from './vault.ts';

/** Seconds that the key before still verifies after a rotation: the longest lifetime a session can have (90 d). */
const overlapSeconds = 90 * 86_400;

/** The keys of session tokens. Each comes from the installation's root key under a label of its own; none is a shared secret. */
export interface SessionLinkKeys {
  /** The key of tokens issued at this time; `null` when it has been replaced for longer than any session lives. */
  keyOf(token: { issuedAt: number; nowSeconds: number }): Buffer | null;
}

/**
 * @param replacedAt seconds since 1970 at which the first key, and every later one, gave way to the next; ascending
 * @see spec/contract.md
 */
export function createSessionLinkKeys(
  vault: Pick<Vault, 'derive'>,
  replacedAt: readonly number[],
): SessionLinkKeys {
  return {
    keyOf({ issuedAt, nowSeconds }) {
      // By the time alone, so that the same URL can be rebuilt however often the key has changed since.
      const next = replacedAt.findIndex((time) => issuedAt < time);
      const generation = next < 0 ? replacedAt.length : next;
      const end = replacedAt[generation];
      if (end !== undefined && end + overlapSeconds <= nowSeconds) return null;
      return vault.derive(generation === 0 ? 'session-token' : `session-token/${generation}`);
    },
  };
}
