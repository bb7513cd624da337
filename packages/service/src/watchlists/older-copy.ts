import { isOlder, type Validators, withoutQuery } from '@countersign/screening';

/** What is known of the copy of one address that is in force; absent members: loaded by an earlier release. */
export interface KnownCopy extends Validators {
  /** SHA-256 of the bytes as they came. */
  sha256?: string;
  /** When it left the publisher: the time of the request less its `Age`. ISO 8601 in UTC. */
  leftAt?: string;
  /** When a whole copy last came, the same one or another; later ones were confirmed by 304 alone. ISO 8601 in UTC. */
  receivedAt?: string;
  /** SHA-256 of copies that were in force before it, the newest first. */
  past?: string[];
}

/** A copy of one address as it came now, with bytes other than those in force. */
export interface ArrivedCopy extends Validators {
  sha256: string;
  leftAt: string;
  receivedAt: string;
}

/** Copies before the one in force that are recognised. */
const remembered = 20;

/**
 * Why a copy is older than the one in force, which a cache on the way may serve that has not looked for a newer one: in this order its
 * `Last-Modified`, that it was in force before, and its `Age`. `null` where it is not, or where nothing says so. A later `Last-Modified`
 * is taken at its word: then the publisher took a change back.
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
  // Where no cache states an Age, and where the clock of this machine was ahead, nothing follows from the time.
  if (!isOlder(arrived.leftAt, loadAt) || isOlder(loadAt, leftAt)) return null;
  return isOlder(arrived.leftAt, leftAt)
    ? `${place}: left the publisher ${arrived.leftAt} (Age), in force is ${leftAt}`
    : null;
}

const httpDate = (text: string | null): string | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

/** What to remember of a copy that comes into force, or that was found to be the one in force. */
export function knownFrom(known: KnownCopy | undefined, arrived: ArrivedCopy): KnownCopy {
  const { past = [], sha256 } = known ?? {};
  if (known === undefined || sha256 === arrived.sha256) {
    // Another mirror may give the same bytes an earlier date: the later one is what an older copy must not reach.
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

/** The refusal of an older copy, with what to do. @param evidence one sentence for each sign, 1 or more */
export const olderRefusal = (source: string, evidence: readonly string[]): string =>
  `${source} is older than what is in force, which stays: ${evidence.join('; ')}. ` +
  `A cache on the way may serve it: it passes, or the publisher has to clear it. If the copy is right: ` +
  `"countersign lists load --may-be-older ${source}"; if the publisher's dates often go back: "unsteadyDates": true in sources.json`;
