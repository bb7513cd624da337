import type { ReasonCause } from '@countersign/contract';
import type { CheckInput, CheckResult } from './check-result.ts';
import type { LinkedSession } from '../crosslinks.ts';

/**
 * Was this person or document approved before, for another end-user? What that means is the integration's rule. A face the
 * operator has blocked is declined whatever that rule is.
 * @see spec/contract.md A-100, codes 108, 110, 127
 */
export function checkCrosslinks({ links, policy }: CheckInput): CheckResult[] {
  const blocked: CheckResult[] = links.blocklisted
    ? [{ check: 'policy', outcome: 'declined', code: 127 }]
    : [];
  if (policy.duplicates === 'inform') return blocked;
  const others = links.sessions.filter(
    ({ status, sameEndUser }) => status === 'approved' && sameEndUser !== true,
  );
  const rule = policy.duplicates;
  return [
    ...blocked,
    // A document of another end-user stays his whoever shows it. Where nobody was named, the person's face shows whose it is.
    ...repeated(others, (link) => isSameDocument(link) && link.sameEndUser === false, { code: 110, rule }),
    ...repeated(others, ({ face, sameEndUser }) => face === 'same' && sameEndUser === null, {
      code: 108,
      rule,
    }),
    ...repeated(others, ({ face }) => face === 'same', { code: 108, rule, cause: 'other_end_user' }),
    ...repeated(others, isSameDocument, { code: 110, rule }),
  ];
}

const isSameDocument = ({ document, personalNumber }: LinkedSession): boolean => document || personalNumber;

function repeated(
  sessions: readonly LinkedSession[],
  select: (session: LinkedSession) => boolean,
  { rule, ...reason }: { code: number; rule: 'review' | 'decline'; cause?: ReasonCause },
): CheckResult[] {
  if (!sessions.some(select)) return [];
  return rule === 'decline'
    ? [{ check: 'crosslinks', outcome: 'declined', ...reason }]
    : [{ check: 'crosslinks', outcome: 'inconclusive', countsAs: 'declined', ...reason }];
}
