import {
  type AcrossScripts,
  agreesAcrossScripts,
  hasOtherScript,
  scoreNames,
} from '../document/across-scripts.ts';
import {
  compareNames,
  cutOff,
  hasOtherWord,
  joinedName,
  nameSimilarity,
  type PersonName,
} from '../names/names.ts';
import type { DocumentReading } from '../document/document-reading.ts';
import { isWithin } from '../document/open-dates.ts';
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

/** The name that the client sent; a whole name if it sent no parts. */
export function suppliedName({ person }: Pick<SessionData, 'person'>): PersonName {
  const { firstName = null, lastName = null, secondLastName, fullName = null } = person;
  const surname = [lastName, secondLastName].filter(Boolean).join(' ') || null;
  const isParted = firstName !== null || surname !== null;
  return { firstName, lastName: surname, wholeName: isParted ? null : fullName };
}

type NameJudgement = 'agrees' | 'unlike' | 'contradicts' | 'unknown';

/** A name that was read, with what is known of its form. */
type ReadName = PersonName & Partial<Pick<DocumentReading, 'isNameCut' | 'isOneName'>>;

/**
 * Compares the supplied name with the one read. `unknown`: one side has no name, or has it in a script that cannot be compared. Names in
 * another script can be spelt in several ways in Latin letters, so a difference there only raises doubt.
 */
export function judgeName({
  session,
  reading,
  ...tools
}: AcrossScripts & { session: Pick<SessionData, 'person'>; reading: ReadName }): NameJudgement {
  const sent = suppliedName(session);
  const judged = compareSent(sent, reading, tools);
  const mayAgree = judged === 'agrees' || judged === 'unknown';
  return mayAgree && reading.isOneName && lacksGivenName(sent, reading, tools) ? 'unlike' : judged;
}

function compareSent(sent: PersonName, reading: ReadName, tools: AcrossScripts): NameJudgement {
  if (hasOtherScript(sent)) {
    const agrees = agreesAcrossScripts(sent, reading, tools);
    return agrees === null ? 'unknown' : agrees ? 'agrees' : 'unlike';
  }
  const supplied = reading.isNameCut ? cutAlike(sent, reading) : sent;
  const { firstName, lastName, whole } = compareNames(supplied, reading);
  const parts = [firstName, lastName].filter((part) => part !== null);
  const best =
    parts.length === 0 ? compareWhole(supplied, reading) : Math.max(Math.min(...parts), whole ?? 0);
  if (best === null) return 'unknown';
  if (best >= nameLimits.agree) return isOtherPerson({ supplied, reading, ...tools }) ? 'unlike' : 'agrees';
  return best < nameLimits.contradict ? 'contradicts' : 'unlike';
}

/** What forms contain in place of a name that a person does not have. */
const noName = /^(?:fnu|lnu|nfn|nln|unknown|n\/?a|x{1,4}|[-–—.?]+)$/i;

/** Whether the given name that was sent does not occur in a document's only name. @see spec/contract.md A-425 */
function lacksGivenName({ firstName }: PersonName, { lastName }: PersonName, tools: AcrossScripts): boolean {
  const given = firstName?.split(/\s+/).filter((word) => word !== '' && !noName.test(word)) ?? [];
  if (given.length === 0 || lastName === null) return false;
  const names = lastName.split(/\s+/);
  return !given.some((word) => names.some((name) => isSameWord(word, name, tools)));
}

function isSameWord(word: string, name: string, tools: AcrossScripts): boolean {
  const [supplied, read] = [word, name].map((wholeName) => ({ wholeName, firstName: null, lastName: null }));
  if (supplied && read && hasOtherScript(supplied))
    return agreesAcrossScripts(supplied, read, tools) !== false;
  return (nameSimilarity(word, name) ?? 1) >= nameLimits.contradict;
}

/** The supplied name, with words shortened where the document's full name field cut them off. @see spec/contract.md A-425 */
function cutAlike(supplied: PersonName, { firstName, lastName, wholeName }: PersonName): PersonName {
  const cut = (name: string | null, read: string | null) =>
    name === null ? null : cutOff(name, read ?? joinedName({ firstName, lastName, wholeName }));
  return {
    firstName: cut(supplied.firstName, firstName),
    lastName: cut(supplied.lastName, lastName),
    wholeName: cut(supplied.wholeName, null),
  };
}

/**
 * Whether names that are similar as a whole belong to two people, such as `Eva` and `Max Konstantinopoulos`.
 * @see spec/contract.md A-342
 */
function isOtherPerson({
  supplied,
  reading,
  ...tools
}: AcrossScripts & { supplied: PersonName; reading: ReadName }): boolean {
  if (!hasOtherWord(joinedName(supplied), joinedName(reading))) return false;
  // The score treats a few letters as an abbreviation of another name; in a name that was cut off they are its beginning.
  if (reading.isNameCut) return true;
  const score = scoreNames(supplied, reading, tools);
  return score !== null && score < otherWordLimit;
}

/** Compares two names when one is not split into first and last name, using everything known of the other; `null` if one is unknown. */
export function compareWhole(supplied: PersonName, read: PersonName): number | null {
  if (supplied.wholeName === null && read.wholeName === null) return null;
  const names = [joinedName(supplied), joinedName(read)] as const;
  return names.includes('') ? null : nameSimilarity(...names);
}

/** Whether both sides name a date of birth, or parts of it, and the dates differ. */
export function birthDateDiffers({
  session: { person },
  reading: { dateOfBirth, partialBirth },
}: Pick<CheckInput, 'session' | 'reading'>): boolean {
  const supplied = person.dateOfBirth;
  if (supplied === undefined) return false;
  if (dateOfBirth !== null) return supplied !== dateOfBirth;
  return partialBirth !== null && !isWithin(supplied, partialBirth);
}
