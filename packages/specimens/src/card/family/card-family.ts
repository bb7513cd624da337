import { seededRandom, type Random } from '../../random.ts';
import { faces, type Face } from '../../text/faces.ts';
import { familyLabels, type FamilyLanguage } from './family-labels.ts';

/** Positions and forms of field labels. */
const labelForms = ['above', 'beside', 'below', 'bilingual', 'numbered', 'none'] as const;

/** One of these forms; `bilingual` and `numbered` labels are above the value. */
export type LabelForm = (typeof labelForms)[number];

/** Formats of printed dates; `months` prints the month in two languages. */
const dateForms = ['word', 'months', 'dots', 'slashes', 'dashes', 'spaces', 'iso'] as const;

/** One of these formats. */
export type DateForm = (typeof dateForms)[number];

/** Properties that the documents of one invented issuer share. */
export interface CardFamily {
  labels: LabelForm;
  /** Languages of the labels; the second is used only in bilingual or numbered labels. */
  languages: readonly [FamilyLanguage, FamilyLanguage];
  labelFace: Face;
  valueFace: Face;
  /** True when names are printed in capitals. */
  capitals: boolean;
  dates: DateForm;
  /** Lengths of the groups into which spaces divide a document number; null when it has no spaces. */
  numberGroups: readonly number[] | null;
  /** True when given names come first. */
  givenFirst: boolean;
  /** True when the document number is the first field. */
  numberFirst: boolean;
  /** 2 when short fields share a line. */
  columns: 1 | 2;
  portrait: 'left' | 'right';
  /** Font sizes in millimetres, before they shrink to fit the available space. */
  valueSize: number;
  labelSize: number;
  /** Grey level of the values, from 0 (black) to 255. */
  ink: number;
  /** Lines below the print: opacity, and width in millimetres. */
  security: { opacity: number; width: number };
  /** Amount of wear, from 0 (none) to 1: streaks of paper across the values. */
  wear: number;
}

/** Number of families. Even ones are for tuning, odd ones for reporting. */
export const familyCount = 48;

const languages = Object.keys(familyLabels) as FamilyLanguage[];
const faceNames = Object.keys(faces) as Face[];
const groups: readonly CardFamily['numberGroups'][] = [null, null, null, [2, 7], [3, 3, 3]];

/**
 * Returns the family with a number, which is always the same. Forms of labels, faces, dates and languages alternate, so that each
 * occurs both among the families for tuning and among those for reporting.
 * @throws RangeError for a number beyond `familyCount`
 */
export function cardFamily(family: number): CardFamily {
  if (!Number.isInteger(family) || family < 0 || family >= familyCount)
    throw new RangeError(`family: must be a whole number from 0 to ${familyCount - 1}, not ${family}`);
  const random = seededRandom(family, 'card-family');
  // Neighbours share a turn, so that both halves go through every choice.
  const turn = Math.floor(family / 2);
  const inHalf = (list: number, shift: number): number => (turn * shift + (family % 2) * 5) % list;
  const first = languages[inHalf(languages.length, 1)] ?? 'en';
  return {
    labels: labelForms[turn % labelForms.length] ?? 'above',
    languages: [first, first === 'en' ? 'fr' : 'en'],
    labelFace: faceNames[inHalf(faceNames.length, 3)] ?? 'sans',
    valueFace: faceNames[inHalf(faceNames.length, 1)] ?? 'sansBold',
    dates: dateForms[inHalf(dateForms.length, 2)] ?? 'word',
    ...looksOf(random),
  };
}

function looksOf(
  random: Random,
): Omit<CardFamily, 'labels' | 'languages' | 'labelFace' | 'valueFace' | 'dates'> {
  return {
    capitals: random.chance(0.7),
    numberGroups: random.pick(groups),
    givenFirst: random.chance(0.25),
    numberFirst: random.chance(0.35),
    columns: random.chance(0.6) ? 2 : 1,
    portrait: random.chance(0.75) ? 'left' : 'right',
    valueSize: random.between(2.2, 3.1),
    labelSize: random.between(1.35, 1.9),
    ink: random.whole(10, 90),
    security: { opacity: random.between(0.3, 1), width: random.between(0.1, 0.2) },
    wear: random.chance(0.3) ? random.between(0.2, 0.8) : 0,
  };
}
