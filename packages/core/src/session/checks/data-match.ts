import type { DocumentReading } from '../document-reading.ts';
import { compareNames, nameSimilarity, type NameParts } from '../names.ts';
import { sidesDiffer } from '../other-side.ts';
import { nameLimits } from '../policy.ts';
import type { SessionData } from '../session-data.ts';
import type { CheckInput, CheckResult } from './check-result.ts';

/**
 * Do the client's data and the document agree? Clearly another name is declined; a name that is merely unlike, and another
 * date of birth, are doubtful (one digit typed wrong is common), so a person should look.
 * @see spec/contract.md A-100, code 104
 */
export function checkDataMatch(input: CheckInput): CheckResult[] {
  // Zone or code and the client's data are of two documents then: `authenticity` reports that.
  if (input.policy.requireDocument && sidesDiffer(input.findings)) return [];
  const name = judgeName(input);
  if (name === 'contradicts') return [{ check: 'data_match', outcome: 'declined', code: 104 }];
  if (name === 'unlike') return [doubt];
  return birthDateDiffers(input) ? [{ ...doubt, cause: 'birth_date_differs' }] : [];
}

const doubt: CheckResult = { check: 'data_match', outcome: 'inconclusive', countsAs: 'declined', code: 104 };

/** Comparison of the names supplied and read; names that were not supplied contradict nothing. */
export function judgeName({
  session,
  reading,
}: {
  session: Pick<SessionData, 'person'>;
  reading: NameParts & Pick<DocumentReading, 'wholeName'>;
}): 'agrees' | 'unlike' | 'contradicts' {
  const { firstName = null, lastName = null, secondLastName } = session.person;
  const surname = [lastName, secondLastName].filter(Boolean).join(' ') || null;
  const compared = compareNames({ firstName, lastName: surname }, reading);
  const parts = [compared.firstName, compared.lastName].filter((part) => part !== null);
  const best =
    parts.length === 0
      ? compareWhole([firstName, surname], reading.wholeName)
      : Math.max(Math.min(...parts), compared.whole ?? 0);
  if (best === null) return 'agrees';
  if (best >= nameLimits.agree) return 'agrees';
  return best < nameLimits.contradict ? 'contradicts' : 'unlike';
}

/** A name that the document does not part against everything that was supplied of it; `null` where either is unknown. */
function compareWhole(supplied: readonly (string | null)[], whole: string | null): number | null {
  const name = supplied.filter(Boolean).join(' ');
  return whole && name ? nameSimilarity(name, whole) : null;
}

/** Whether both sides name a date of birth and the dates differ. */
export function birthDateDiffers({ session, reading }: Pick<CheckInput, 'session' | 'reading'>): boolean {
  const supplied = session.person.dateOfBirth;
  return supplied !== undefined && reading.dateOfBirth !== null && supplied !== reading.dateOfBirth;
}
