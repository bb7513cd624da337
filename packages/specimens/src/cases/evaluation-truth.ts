import type { FilmTruth } from '../film/challenge-film.ts';
import { mrzText } from '../mrz/transliterate.ts';
import type { Person } from '../people/person.ts';
import type { CasePicture, SpecimenCase } from './specimen-case.ts';

/** What `countersign evaluate --truth` reads; files are relative to that file. @see docs/guides/evaluate.md */
export interface EvaluationTruth {
  documents: { id: string; images: string[]; fields: Record<string, string[]> }[];
  pairs: { id: string; a: string; b: string; same: boolean }[];
  liveness: { id: string; images: string[]; genuine: boolean; steps?: readonly string[]; at?: number[] }[];
}

/** A drawn case and where its pictures are: `<folder>/<context>.jpg`. Their bytes are not needed. */
export interface PlacedCase {
  /** Also the start of its ids. */
  folder: string;
  drawn: Pick<SpecimenCase, 'options' | 'codedPerson'> & {
    pictures: readonly Pick<CasePicture, 'context' | 'truth'>[];
  };
}

/** Fields of cards that readers give under the same name and in the same form; the rest has units or is read by nothing. */
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

/** Each selfie is compared with the documents of so many others at most: 40 people already make 1,000 such pairs. */
const mostOthers = 25;

/**
 * The true values of drawn cases: fields as printed and as zone and bar code have them, each selfie with its own document and with those
 * of others, and each selfie as a genuine one.
 * @param file name of a picture of a case, from the truth file's folder
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

/** The true values of a film: genuine only where nothing is pretended. */
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

/** Whether the selfie of one case shows the person on the document of another. */
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
      // No reader gives a sex for X: zones leave it out.
      if (value === undefined || value === 'X') return [];
      const values = [value, ...(coded[name] === undefined ? [] : [coded[name]])];
      return [[name, [...new Set(values)]]];
    }),
  );
}

/** What zone and bar code hold of a person, where print may have it otherwise. */
function codedValues(person: Person): Record<string, string | undefined> {
  return {
    lastName: mrzText(person.lastName).replaceAll('<', ' '),
    firstName: mrzText(person.firstName).replaceAll('<', ' '),
    birthDate: person.birthDate,
    expiryDate: person.expiryDate,
  };
}
