import {
  type AcrossScripts,
  agreesAcrossScripts,
  hasOtherScript,
  scoreNames,
} from '../document/across-scripts.ts';
import { compareNames, hasOtherWord, joinedName, nameSimilarity, type PersonName } from '../names/names.ts';
import { sidesDiffer } from '../document/other-side.ts';
import { nameLimits, otherWordLimit } from '../policy.ts';
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
  return compareClaims(input, { name: true, birthDate: true });
}

/** The same, of those of the two that are asked for. */
export function compareClaims(
  input: Pick<CheckInput, 'session' | 'reading' | 'compareScripts'>,
  compared: { name: boolean; birthDate: boolean },
): CheckResult[] {
  const name = compared.name ? judgeName(input) : 'unknown';
  if (name === 'contradicts') return [{ check: 'data_match', outcome: 'declined', code: 104 }];
  if (name === 'unlike') return [doubt];
  const differs = compared.birthDate && birthDateDiffers(input);
  return differs ? [{ ...doubt, cause: 'birth_date_differs' }] : [];
}

const doubt: CheckResult = { check: 'data_match', outcome: 'inconclusive', countsAs: 'declined', code: 104 };

/** The name that the client sent; as one where it sent no parts. */
export function suppliedName({ person }: Pick<SessionData, 'person'>): PersonName {
  const { firstName = null, lastName = null, secondLastName, fullName = null } = person;
  const surname = [lastName, secondLastName].filter(Boolean).join(' ') || null;
  const isParted = firstName !== null || surname !== null;
  return { firstName, lastName: surname, wholeName: isParted ? null : fullName };
}

/**
 * Comparison of the names supplied and read. `unknown`: one side has none, or one in a script that cannot be compared. Another script
 * has more than one way to be written in Latin letters, so what differs there is a matter of doubt.
 */
export function judgeName({
  session,
  reading,
  ...tools
}: AcrossScripts & { session: Pick<SessionData, 'person'>; reading: PersonName }):
  | 'agrees'
  | 'unlike'
  | 'contradicts'
  | 'unknown' {
  const supplied = suppliedName(session);
  if (hasOtherScript(supplied)) {
    const agrees = agreesAcrossScripts(supplied, reading, tools);
    return agrees === null ? 'unknown' : agrees ? 'agrees' : 'unlike';
  }
  const { firstName, lastName, whole } = compareNames(supplied, reading);
  const parts = [firstName, lastName].filter((part) => part !== null);
  const best =
    parts.length === 0 ? compareWhole(supplied, reading) : Math.max(Math.min(...parts), whole ?? 0);
  if (best === null) return 'unknown';
  if (best >= nameLimits.agree) return isOtherPerson({ supplied, reading, ...tools }) ? 'unlike' : 'agrees';
  return best < nameLimits.contradict ? 'contradicts' : 'unlike';
}

/** Whether names that are alike as a whole are of two people, as `Eva` and `Max Konstantinopoulos`. @see spec/contract.md A-342 */
function isOtherPerson({
  supplied,
  reading,
  ...tools
}: AcrossScripts & { supplied: PersonName; reading: PersonName }): boolean {
  if (!hasOtherWord(joinedName(supplied), joinedName(reading))) return false;
  const score = scoreNames(supplied, reading, tools);
  return score !== null && score < otherWordLimit;
}

/** Names of which one is not parted, against everything that is known of the other; `null` where one is unknown. */
export function compareWhole(supplied: PersonName, read: PersonName): number | null {
  if (supplied.wholeName === null && read.wholeName === null) return null;
  const names = [joinedName(supplied), joinedName(read)] as const;
  return names.includes('') ? null : nameSimilarity(...names);
}

/** Whether both sides name a date of birth and the dates differ. */
export function birthDateDiffers({ session, reading }: Pick<CheckInput, 'session' | 'reading'>): boolean {
  const supplied = session.person.dateOfBirth;
  return supplied !== undefined && reading.dateOfBirth !== null && supplied !== reading.dateOfBirth;
}
