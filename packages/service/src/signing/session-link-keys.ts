import type { Vault } from './vault.ts';

/** Seconds that the previous key still verifies after a rotation: the maximum lifetime of a session (90 d). */
const overlapSeconds = 90 * 86_400;

/** The keys of session tokens. Each is derived from the installation's root key under its own label; none is a shared secret. */
export interface SessionLinkKeys {
  /** The key of tokens issued at this time; `null` when it was replaced longer ago than any session lives. */
  keyOf(token: { issuedAt: number; nowSeconds: number }): Buffer | null;
}

/**
 * @param replacedAt seconds since 1970 at which each key was replaced by the next; ascending
 * @see spec/contract.md
 */
export function createSessionLinkKeys(
  vault: Pick<Vault, 'derive'>,
  replacedAt: readonly number[],
): SessionLinkKeys {
  return {
    keyOf({ issuedAt, nowSeconds }) {
      // Depends only on the time, so that the same URL can be rebuilt however often the key has changed since.
      const next = replacedAt.findIndex((time) => issuedAt < time);
      const generation = next < 0 ? replacedAt.length : next;
      const end = replacedAt[generation];
      if (end !== undefined && end + overlapSeconds <= nowSeconds) return null;
      return vault.derive(generation === 0 ? 'session-token' : `session-token/${generation}`);
    },
  };
}
