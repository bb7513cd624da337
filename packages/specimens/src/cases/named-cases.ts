import type { FacePair } from '../face/face-pair.ts';
import { facePairs } from '../face/face-pairs.ts';
import { specimenCase, type CaseOptions, type SpecimenCase } from './specimen-case.ts';

/** Cases with a known right answer, by the name of what is special about them. */
export const namedCases = {
  approvedPerson,
  lookAlike,
  doubtfulFace,
  blurredDocument,
  expiredDocument,
  minor,
  damagedMrz,
} as const;

/** Name of a case. */
export type NamedCase = keyof typeof namedCases;

/** What of a named case may be varied. */
export type CaseVariation = Pick<CaseOptions, 'kind' | 'condition'>;

const liisaMaasikas = { firstName: 'Liisa', lastName: 'Maasikas' };

/** Liisa Maasikas with her own valid passport, well photographed: everything agrees. */
export function approvedPerson(variation: CaseVariation = {}): Promise<SpecimenCase> {
  return specimenCase({ seed: ownSeed(), person: liisaMaasikas, ...variation });
}

/** Somebody else holds a valid, readable document: only the faces differ. */
export function lookAlike(variation: CaseVariation = {}): Promise<SpecimenCase> {
  const { portrait, selfie } = firstPair('mismatch');
  return specimenCase({ seed: portrait.seed, selfieSeed: selfie.seed, ...variation });
}

/** Valid document, and a selfie about which the network cannot be sure either way. */
export function doubtfulFace(variation: CaseVariation = {}): Promise<SpecimenCase> {
  const { portrait, selfie } = firstPair('review');
  return specimenCase({ seed: portrait.seed, selfieSeed: selfie.seed, ...variation });
}

/** The right person, but the document picture is so blurred that nothing on it can be read. */
export function blurredDocument(variation: CaseVariation = {}): Promise<SpecimenCase> {
  return specimenCase({ seed: ownSeed(), person: liisaMaasikas, condition: 'unreadable-blur', ...variation });
}

/** The right person with a readable document that ran out on 2019-03-14. */
export function expiredDocument(variation: CaseVariation = {}): Promise<SpecimenCase> {
  const person = { ...liisaMaasikas, issueDate: '2009-03-14', expiryDate: '2019-03-14' };
  return specimenCase({ seed: ownSeed(), person, ...variation });
}

/** The right person with a valid document, born 2012-06-21. */
export function minor(variation: CaseVariation = {}): Promise<SpecimenCase> {
  return specimenCase({
    seed: ownSeed(),
    person: { ...liisaMaasikas, birthDate: '2012-06-21' },
    ...variation,
  });
}

/** The right person with a document whose date of birth carries a wrong check digit in print. */
export function damagedMrz(variation: CaseVariation = {}): Promise<SpecimenCase> {
  return specimenCase({ seed: ownSeed(), person: liisaMaasikas, damagedMrz: true, ...variation });
}

/** Seed of a woman's face whose selfie matches her portrait. */
function ownSeed(): number {
  return firstPair('match').portrait.seed;
}

function firstPair(wanted: FacePair['kind']): FacePair {
  const pair = facePairs.find(({ kind }) => kind === wanted);
  if (!pair) throw new Error(`the face pairs hold no ${wanted}`);
  return pair;
}
