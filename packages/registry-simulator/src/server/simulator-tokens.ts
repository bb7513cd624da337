import { randomUUID } from 'node:crypto';
import type { SimulatedTokens } from './simulated-route.ts';

/** Lifetime of a bearer token, by the simulator's clock. @see spec/registries.md 15.1 */
export const bearerTokenSeconds = 3295;

/** Beyond this number the oldest tokens are dropped. */
const keptTokens = 50_000;

interface IssuedToken {
  facts: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970; `null`: never expires. */
  expiresAt: number | null;
  used: boolean;
}

/** The tokens of all routes. */
export interface TokenOffice {
  /**
   * The token operations of one call. `giveBack` restores the consent tokens that this call used up: a call that ended with 401
   * or 429 was not served.
   */
  forCall(): SimulatedTokens & { giveBack(): void };
  /** Whether a bearer token is valid. */
  isLive(token: string): boolean;
  /** Invalidates a token; unknown tokens are ignored. */
  revoke(token: string): void;
  clear(): void;
}

export function createTokenOffice(now: () => number): TokenOffice {
  const issued = new Map<string, IssuedToken>();
  const key = (kind: string, token: string): string => `${kind} ${token}`;

  const live = (kind: 'bearer' | 'consent', token: string): IssuedToken | null => {
    const found = issued.get(key(kind, token));
    if (found === undefined || found.used) return null;
    return found.expiresAt !== null && now() >= found.expiresAt ? null : found;
  };
  const issue = (kind: 'bearer' | 'consent', facts: Readonly<Record<string, unknown>> = {}): string => {
    const token = randomUUID();
    const expiresAt = kind === 'bearer' ? now() + bearerTokenSeconds * 1000 : null;
    issued.set(key(kind, token), { facts, expiresAt, used: false });
    const [oldest] = issued.keys();
    if (issued.size > keptTokens && oldest !== undefined) issued.delete(oldest);
    return token;
  };

  return {
    forCall() {
      const usedHere: IssuedToken[] = [];
      return {
        issue,
        look: (kind, token) => live(kind, token)?.facts ?? null,
        use(kind, token) {
          const found = live(kind, token);
          if (found === null) return;
          found.used = true;
          usedHere.push(found);
        },
        giveBack() {
          for (const token of usedHere) token.used = false;
        },
      };
    },
    isLive: (token) => live('bearer', token) !== null,
    revoke: (token) => void issued.delete(key('bearer', token)),
    clear: () => issued.clear(),
  };
}
