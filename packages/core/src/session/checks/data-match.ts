import { compareNames } from '../names.ts';
import { nameLimits } from '../policy.ts';
import type { CheckInput, CheckResult } from './check-result.ts';

/**
 * Do the client's data and the document agree? Clearly another name is declined; a name that is merely unlike, and another
 * date of birth, are doubtful (one digit typed wrong is common), so a person should look.
 * @see spec/contract.md A-100, code 104
 */
export function checkDataMatch(input: CheckInput): CheckResult[] {
  const name = judgeName(input);
  if (name === 'contradicts') return [{ check: 'data_match', outcome: 'declined', code: 104 }];
  return name === 'unlike' || birthDateDiffers(input) ? [doubt] : [];
}

const doubt: CheckResult = { check: 'data_match', outcome: 'inconclusive', countsAs: 'declined', code: 104 };

/** Comparison of the names supplied and read; names that were not supplied contradict nothing. */
export function judgeName({ session, reading }: CheckInput): 'agrees' | 'unlike' | 'contradicts' {
  const { firstName = null, lastName = null, secondLastName } = session.person;
  const surname = [lastName, secondLastName].filter(Boolean).join(' ') || null;
  const compared = compareNames({ firstName, lastName: surname }, reading);
  const parts = [compared.firstName, compared.lastName].filter((part) => part !== null);
  if (parts.length === 0) return 'agrees';
  const best = Math.max(Math.min(...parts), compared.whole ?? 0);
  if (best >= nameLimits.agree) return 'agrees';
  return best < nameLimits.contradict ? 'contradicts' : 'unlike';
}

/** Whether both sides name a date of birth and the dates differ. */
export function birthDateDiffers({ session, reading }: Pick<CheckInput, 'session' | 'reading'>): boolean {
  const supplied = session.person.dateOfBirth;
  return supplied !== undefined && reading.dateOfBirth !== null && supplied !== reading.dateOfBirth;
}
