import { joinedName, type NameParts, type PersonName } from '../names/names.ts';
import { scriptLimit } from '../policy.ts';

/** A person's name in parts, or as a whole. */
export interface WrittenName {
  first?: string;
  last?: string;
  whole?: string;
}

/**
 * Compares two names in any scripts, as screening does. The required tables belong to screening, which this package may not load.
 * @returns 0 to 100; `null` if it does not support the script
 */
export type CompareScripts = (supplied: WrittenName, read: WrittenName) => number | null;

/** Dependency for comparing names across scripts; without it they are not compared. */
export interface AcrossScripts {
  compareScripts?: CompareScripts;
}

const otherLetter = /(?!\p{Script=Latin})\p{L}/u;

/** Whether a name contains a non-Latin letter; documents publish Latin letters. */
export const hasOtherScript = (supplied: PersonName): boolean => otherLetter.test(joinedName(supplied));

/**
 * Score of the supplied name against the name read, in any scripts, using the parts that both have.
 * @returns 0 to 100; `null` where nothing can be compared
 * @see spec/contract.md
 */
export function scoreNames(
  supplied: PersonName,
  read: PersonName,
  { compareScripts }: AcrossScripts,
): number | null {
  const pair = pairOf(supplied, read);
  return (pair && compareScripts?.(...pair)) ?? null;
}

/** Whether a name supplied in another script matches the name read; `null` where nothing can be compared. @see spec/contract.md A-316 */
export function agreesAcrossScripts(
  supplied: PersonName,
  read: PersonName,
  tools: AcrossScripts,
): boolean | null {
  const score = scoreNames(supplied, read, tools);
  return score === null ? null : score >= scriptLimit;
}

function pairOf(supplied: PersonName, read: PersonName): [WrittenName, WrittenName] | null {
  if (supplied.wholeName !== null || read.wholeName !== null) {
    const names = [joinedName(supplied), joinedName(read)] as const;
    return names.includes('') ? null : [{ whole: names[0] }, { whole: names[1] }];
  }
  const first = supplied.firstName && read.firstName;
  const last = supplied.lastName && read.lastName;
  if (!first && !last) return null;
  const shared = ({ firstName, lastName }: NameParts): WrittenName => ({
    ...(first ? { first: firstName ?? '' } : {}),
    ...(last ? { last: lastName ?? '' } : {}),
  });
  return [shared(supplied), shared(read)];
}
