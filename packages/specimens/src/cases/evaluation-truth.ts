import type { FilmTruth } from '../film/challenge-film.ts';
import { mrzText } from '../mrz/transliterate.ts';
import type { Person } from '../people/person.ts';
import type { CasePicture, SpecimenCase } from './specimen-case.ts';

/** The file that `countersign evaluate --truth` reads; paths are relative to it. @see docs/guides/evaluate.md */
export interface EvaluationTruth {
  documents: { id: string; images: string[]; fields: Record<string, string[]> }[];
  pairs: { id: string; a: string; b: string; same: boolean }[];
  liveness: { id: string; images: string[]; genuine: boolean; steps?: readonly string[]; at?: number[] }[];
}

/** A drawn case and the location of its pictures, `<folder>/<context>.jpg`. Their bytes are not needed. */
export interface PlacedCase {
  /** Folder of the pictures, and prefix of the case's ids. */
  folder: string;
  drawn: Pick<SpecimenCase, 'options' | 'codedPerson'> & {
    pictures: readonly Pick<CasePicture, 'context' | 'truth'>[];
  };
}

/** Card fields that readers return under the same name and in the same form; the others have units or no reader. */
const comparedFields = [
  'number',
  'personalNumber',
  'lastName',
  'firstName',
  'fullName',
  'birthDate',
  'issueDate',
  'expiryDate',
  'sex',
  'nationality',
  'birthPlace',
  'authority',
  'licenceNumber',
  'licenceCategories',
  'curp',
  'voterKey',
  'cic',
  'ocr',
] as const;

/** Maximum number of other documents with which each selfie is compared: 40 people already make 1,000 such pairs. */
const mostOthers = 25;

/**
 * Returns the true values of drawn cases: fields as printed and as encoded in zone and bar code, each selfie paired with its own document
 * and with documents of others, and each selfie as genuine.
 * @param file returns the name of a case's picture, relative to the truth file's folder
 */
export function evaluationTruth(
  cases: readonly PlacedCase[],
  file = (folder: string, context: string) => `${folder}/${context}.jpg`,
): EvaluationTruth {
  return {
    documents: cases.map(({ folder, drawn }) => ({
      id: folder,
      images: drawn.pictures
        .filter(({ context }) => context !== 'face')
        .map(({ context }) => file(folder, context)),
      fields: fieldsOf(drawn),
    })),
    pairs: cases.flatMap(({ folder, drawn }, index) => {
      const a = file(folder, 'face');
      const others = Array.from(
        { length: Math.min(mostOthers, cases.length - 1) },
        (_, step) => cases[(index + step + 1) % cases.length]!,
      );
      return [
        { id: folder, a, b: file(folder, 'document-front'), same: isHolder(drawn, drawn) },
        ...others.map((other) => ({
          id: `${folder}-${other.folder}`,
          a,
          b: file(other.folder, 'document-front'),
          same: isHolder(drawn, other.drawn),
        })),
      ];
    }),
    liveness: cases.map(({ folder }) => ({ id: folder, images: [file(folder, 'face')], genuine: true })),
  };
}

/** Returns the true values of a film, which is genuine only if it shows no attack. */
export function filmEvaluationTruth(
  { attack, requested, frames }: FilmTruth,
  images: string[],
): EvaluationTruth {
  const at = frames.map((frame) => frame.at);
  return {
    documents: [],
    pairs: [],
    liveness: [{ id: 'film', images, genuine: attack === 'none', steps: requested, at }],
  };
}

type Drawn = PlacedCase['drawn'];

/** Returns whether the selfie of one case shows the person on the document of another. */
const isHolder = ({ options: { seed, selfieSeed = seed } }: Drawn, document: Drawn): boolean =>
  selfieSeed === document.options.seed;

function fieldsOf({ pictures, codedPerson }: Drawn): Record<string, string[]> {
  const printed = Object.assign({}, ...pictures.map(({ truth }) => truth?.card.fields ?? {})) as Record<
    string,
    { value: string }
  >;
  const coded = codedValues(codedPerson);
  return Object.fromEntries(
    comparedFields.flatMap((name) => {
      const value = printed[name]?.value;
      // Readers return no sex for X, because zones leave it out.
      if (value === undefined || value === 'X') return [];
      const values = [value, ...(coded[name] === undefined ? [] : [coded[name]])];
      return [[name, [...new Set(values)]]];
    }),
  );
}

/** Returns the values that zone and bar code hold of a person; print may differ. */
function codedValues(person: Person): Record<string, string | undefined> {
  return {
    lastName: mrzText(person.lastName).replaceAll('<', ' '),
    firstName: mrzText(person.firstName).replaceAll('<', ' '),
    birthDate: person.birthDate,
    expiryDate: person.expiryDate,
  };
}
