import { isOlder, type Validators, withoutQuery } from '@countersign/screening';

/** Details of the current copy from one address; absent members: loaded by an earlier release. */
export interface KnownCopy extends Validators {
  /** SHA-256 of the bytes as received. */
  sha256?: string;
  /** When it left the publisher: the time of the request minus its `Age`. ISO 8601 in UTC. */
  leftAt?: string;
  /** When a complete copy was last received, changed or not; later it was only confirmed by 304. ISO 8601 in UTC. */
  receivedAt?: string;
  /** SHA-256 of earlier copies, newest first. */
  past?: string[];
}

/** A newly received copy from one address, with bytes different from the current ones. */
export interface ArrivedCopy extends Validators {
  sha256: string;
  leftAt: string;
  receivedAt: string;
}

/** Number of earlier copies that are recognised. */
const remembered = 20;

/**
 * Why a copy is older than the current one; an outdated cache on the way may serve such copies. Checks, in this order, its
 * `Last-Modified`, whether it was in use before, and its `Age`. `null` if it is not older, or there is no evidence. A later `Last-Modified`
 * is trusted: the publisher then reverted a change.
 */
export function olderCopy(
  url: string,
  known: KnownCopy | undefined,
  { arrived, now: time }: { arrived: ArrivedCopy; now: Date },
): string | null {
  if (known === undefined || known.sha256 === arrived.sha256) return null;
  const [before, now] = [httpDate(known.lastModified), httpDate(arrived.lastModified)];
  const place = withoutQuery(url);
  if (isOlder(now, before)) return `${place}: Last-Modified ${now}, in force is ${before}`;
  if (isOlder(before, now)) return null;
  if (known.past?.includes(arrived.sha256) === true) return `${place}: the same bytes were in force before`;
  const { leftAt = null } = known;
  const loadAt = time.toISOString();
  // If no cache states an Age, or the clock of this machine was ahead, the time proves nothing.
  if (!isOlder(arrived.leftAt, loadAt) || isOlder(loadAt, leftAt)) return null;
  return isOlder(arrived.leftAt, leftAt)
    ? `${place}: left the publisher ${arrived.leftAt} (Age), in force is ${leftAt}`
    : null;
}

const httpDate = (text: string | null): string | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** The details to record about a copy that is taken into use, or found to be the current one. */
export function knownFrom(known: KnownCopy | undefined, arrived: ArrivedCopy): KnownCopy {
  const { past = [], sha256 } = known ?? {};
  if (known === undefined || sha256 === arrived.sha256) {
    // Another mirror may report an earlier date for the same bytes: the later one is kept as the bound for older copies.
    const keepsDate = isOlder(httpDate(arrived.lastModified), httpDate(known?.lastModified ?? null));
    const keepsTime = isOlder(arrived.leftAt, known?.leftAt ?? null);
    return {
      ...arrived,
      ...(keepsDate && known !== undefined && { lastModified: known.lastModified }),
      ...(keepsTime && known?.leftAt !== undefined && { leftAt: known.leftAt }),
      past,
    };
  }
  const others = [...(sha256 === undefined ? [] : [sha256]), ...past];
  return { ...arrived, past: others.filter((one) => one !== arrived.sha256).slice(0, remembered) };
}

/** The error for an older copy, including what to do. @param evidence one or more sentences, one for each sign */
export const olderRefusal = (source: string, evidence: readonly string[]): string =>
  `${source} is older than what is in force, which stays: ${evidence.join('; ')}. ` +
  `A cache on the way may serve it: it passes, or the publisher has to clear it. If the copy is right: ` +
  `"countersign lists load --may-be-older ${source}"; if the publisher's dates often go back: "unsteadyDates": true in sources.json`;
