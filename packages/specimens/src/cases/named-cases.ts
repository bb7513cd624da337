import type { FacePair } from '../face/face-pair.ts';
import { facePairs } from '../face/face-pairs.ts';
import { specimenCase, type CaseOptions, type SpecimenCase } from './specimen-case.ts';

const liisaMaasikas = { firstName: 'Liisa', lastName: 'Maasikas' };
const match = firstPair('match');
const mismatch = firstPair('mismatch');
const review = firstPair('review');
const liisa: CaseOptions = { seed: match.portrait.seed, person: liisaMaasikas };

/** Options of the cases with a known correct result, each named after its distinctive property. */
export const namedCaseOptions = {
  approvedPerson: liisa,
  lookAlike: { seed: mismatch.portrait.seed, selfieSeed: mismatch.selfie.seed },
  doubtfulFace: { seed: review.portrait.seed, selfieSeed: review.selfie.seed },
  blurredDocument: { ...liisa, condition: 'unreadable-blur' },
  expiredDocument: {
    ...liisa,
    person: { ...liisaMaasikas, issueDate: '2009-03-14', expiryDate: '2019-03-14' },
  },
  minor: { ...liisa, person: { ...liisaMaasikas, birthDate: '2012-06-21' } },
  damagedMrz: { ...liisa, damagedMrz: true },
  forgedZone: { ...liisa, forgedZone: 'person' },
} as const satisfies Record<string, CaseOptions>;

/** Name of a case. */
export type NamedCase = keyof typeof namedCaseOptions;

/** Options of a named case that may be varied. */
export type CaseVariation = Pick<CaseOptions, 'kind' | 'condition' | 'forgedZone' | 'marker'>;

/** Draws a named case. */
export type DrawCase = (variation?: CaseVariation) => Promise<SpecimenCase>;

/** Liisa Maasikas with her own valid passport, well photographed: everything agrees. */
export const approvedPerson: DrawCase = (variation) => drawNamed('approvedPerson', variation);

/** Another person with a valid, readable document: only the faces differ. */
export const lookAlike: DrawCase = (variation) => drawNamed('lookAlike', variation);

/** A valid document, and a selfie whose distance is too close to the threshold for a clear result. */
export const doubtfulFace: DrawCase = (variation) => drawNamed('doubtfulFace', variation);

/** The right person, but the document picture is so blurred that nothing on it can be read. */
export const blurredDocument: DrawCase = (variation) => drawNamed('blurredDocument', variation);

/** The right person with a readable document that expired on 2019-03-14. */
export const expiredDocument: DrawCase = (variation) => drawNamed('expiredDocument', variation);

/** The right person with a valid document, born 2012-06-21. */
export const minor: DrawCase = (variation) => drawNamed('minor', variation);

/** The right person with a document on which the date of birth has a wrong check digit. */
export const damagedMrz: DrawCase = (variation) => drawNamed('damagedMrz', variation);

/** The right face on a valid passport whose zone and print name different people. */
export const forgedZone: DrawCase = (variation) => drawNamed('forgedZone', variation);

/** All named cases, by name. */
export const namedCases: Readonly<Record<NamedCase, DrawCase>> = {
  approvedPerson,
  lookAlike,
  doubtfulFace,
  blurredDocument,
  expiredDocument,
  minor,
  damagedMrz,
  forgedZone,
};

function drawNamed(name: NamedCase, variation: CaseVariation = {}): Promise<SpecimenCase> {
  return specimenCase({ ...namedCaseOptions[name], ...variation });
}

function firstPair(wanted: FacePair['kind']): FacePair {
  const pair = facePairs.find(({ kind }) => kind === wanted);
  if (!pair) throw new Error(`the face pairs hold no ${wanted}`);
  return pair;
}
