import { createHash, randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../encryption/constant-time.ts';

/** Milliseconds: validity of the link, of an idle sign-in, and of a sign-in in total. */
export const signInLimits = { linkMs: 5 * 60_000, idleMs: 30 * 60_000, longestMs: 8 * 3_600_000 } as const;

/** Credentials in a signed-in browser: both are required. */
export interface ConsoleCredentials {
  /** Value of the cookie, which scripts cannot read. */
  cookie: string;
  /** Kept by the page. Browsers send cookies to every port of a host, but a page's storage belongs to its origin alone. */
  key: string;
}

/** The sign-ins of one console, in memory: they end with it. */
export interface SignIns {
  /** Issues the token of a new link and voids the previous one. */
  issueToken(): string;
  /** @returns `null` if the token is wrong, used or too old */
  exchange(token: string): ConsoleCredentials | null;
  /** Whether a sign-in is valid; counts as use. */
  use(given: Partial<ConsoleCredentials>): boolean;
  end(given: Partial<ConsoleCredentials>): void;
}

interface Kept {
  cookie: Buffer;
  key: Buffer;
  since: number;
  usedAt: number;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const secret = (): string => randomBytes(32).toString('base64url');

/** @param now milliseconds of a monotonic clock */
export function createSignIns(now: () => number): SignIns {
  let link: { digest: Buffer; since: number } | null = null;
  let kept: Kept[] = [];
  const isOver = ({ since, usedAt }: Kept) =>
    now() - usedAt > signInLimits.idleMs || now() - since > signInLimits.longestMs;
  const find = ({ cookie = '', key = '' }: Partial<ConsoleCredentials>): Kept | undefined => {
    kept = kept.filter((each) => !isOver(each));
    const given = { cookie: digest(cookie), key: digest(key) };
    return kept.find(
      (each) => equalInConstantTime(each.cookie, given.cookie) && equalInConstantTime(each.key, given.key),
    );
  };
  return {
    issueToken() {
      const token = secret();
      link = { digest: digest(token), since: now() };
      return token;
    },
    exchange(token) {
      if (link === null || !equalInConstantTime(link.digest, digest(token))) return null;
      const isLate = now() - link.since > signInLimits.linkMs;
      link = null;
      if (isLate) return null;
      const given = { cookie: secret(), key: secret() };
      kept.push({ cookie: digest(given.cookie), key: digest(given.key), since: now(), usedAt: now() });
      return given;
    },
    use(given) {
      const found = find(given);
      if (found) found.usedAt = now();
      return found !== undefined;
    },
    end(given) {
      const found = find(given);
      kept = kept.filter((each) => each !== found);
    },
  };
}
