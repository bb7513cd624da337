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
  return [
    ...blocked,
    ...repeated(others, ({ face }) => face === 'same', { code: 108, rule: policy.duplicates }),
    ...repeated(others, ({ document, personalNumber }) => document || personalNumber, {
      code: 110,
      rule: policy.duplicates,
    }),
  ];
}

function repeated(
  sessions: readonly LinkedSession[],
  select: (session: LinkedSession) => boolean,
  { code, rule }: { code: number; rule: 'review' | 'decline' },
): CheckResult[] {
  if (!sessions.some(select)) return [];
  return rule === 'decline'
    ? [{ check: 'crosslinks', outcome: 'declined', code }]
    : [{ check: 'crosslinks', outcome: 'inconclusive', countsAs: 'declined', code }];
}
