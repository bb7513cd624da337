import type { PictureFindings, PrintAgreement } from '@countersign/findings';
import { printLimits } from '../policy.ts';
import type { CheckResult } from './check-result.ts';

/** How print compares with the values that zone and bar code claim. */
interface PrintFacts {
  /** Fields that the print contradicts surely. */
  sure: readonly (keyof PrintAgreement)[];
  /** How many fields it contradicts, surely or not. */
  contradicted: number;
  /** How many fields were looked for, and how many of them it shows. */
  claimed: number;
  found: number;
  /** 0–1. */
  legibility: number;
  /** Whether the label of a name, of the number or of the date of birth has nothing beside it. */
  blank: boolean;
  /** Whether a name and the other one, or the date of birth, are not in print, and light reflects on the document. */
  reflected: boolean;
  /** Whether all values were read on other pictures than the portrait, beside which print shows none of them. */
  apart: boolean;
}

/** One rule; of several that apply, the first holds. */
export interface PrintRow {
  id: string;
  applies: (facts: PrintFacts) => boolean;
  /** `null`: print gives no reason for doubt. */
  result: CheckResult | null;
}

const altered: CheckResult = {
  check: 'authenticity',
  outcome: 'inconclusive',
  countsAs: 'declined',
  code: 507,
};
const unclear: CheckResult = {
  check: 'quality',
  outcome: 'inconclusive',
  countsAs: 'resubmission',
  code: 619,
};

const hidden: CheckResult = { ...unclear, cause: 'print_hidden' };

const numbers: readonly (keyof PrintAgreement)[] = ['number', 'personalNumber'];

/** What follows when print and zone or bar code differ. @see spec/contract.md A-121 */
export const printRows: readonly PrintRow[] = [
  {
    id: 'another number',
    applies: ({ sure }) => sure.some((field) => numbers.includes(field)),
    result: altered,
  },
  { id: 'two other values', applies: ({ sure }) => sure.length >= 2, result: altered },
  {
    id: 'one other value, or doubtful ones',
    applies: ({ contradicted }) => contradicted > 0,
    result: unclear,
  },
  {
    id: 'a legible page without any of the values',
    applies: ({ claimed, found, legibility }) =>
      claimed >= printLimits.fewestClaims && found === 0 && legibility >= printLimits.legible,
    result: unclear,
  },
  { id: 'a label with nothing beside it', applies: ({ blank }) => blank, result: hidden },
  {
    id: 'a reflection, and no name or no date of birth',
    applies: ({ reflected }) => reflected,
    result: hidden,
  },
  { id: 'a portrait beside none of the values', applies: ({ apart }) => apart, result: hidden },
  { id: 'no contradiction', applies: () => true, result: null },
];

/** What a document is not believed without, where its label shows that it belongs there. */
const needed: readonly (keyof PrintAgreement)[] = ['lastName', 'firstName', 'number', 'birthDate'];

/** Whether neither name is in print, or no date of birth, that zone or code have. */
function lacksPerson({ lastName, firstName, birthDate }: PrintAgreement): boolean {
  const names = [lastName, firstName].filter((name) => name !== undefined);
  const isAbsent = (field: PrintAgreement['lastName']): boolean => field?.state === 'absent';
  return (names.length > 0 && names.every(isAbsent)) || isAbsent(birthDate);
}

const reflects = ({ quality }: PictureFindings['pictures'][number]): boolean =>
  quality.some(
    ({ code, region, value }) => code === 'doc.glare' && region === 'card' && value >= printLimits.reflection,
  );

/** Judges print against zone and bar code; nothing where print was not compared. @see spec/contract.md A-121 */
export function checkPrint({
  agreement = {},
  legibility = 0,
  portraitPrint,
  pictures,
}: Pick<PictureFindings, 'agreement' | 'legibility' | 'portraitPrint' | 'pictures'>): CheckResult[] {
  const entries = Object.entries(agreement) as [
    keyof PrintAgreement,
    { state: string; confidence: number },
  ][];
  const contradicted = entries.filter(([, { state }]) => state === 'contradicts');
  const facts: PrintFacts = {
    sure: contradicted.filter(([, { confidence }]) => confidence >= printLimits.sure).map(([field]) => field),
    contradicted: contradicted.length,
    claimed: entries.length,
    found: entries.filter(([, { state }]) => state === 'found').length,
    legibility,
    blank: needed.some((field) => agreement[field]?.blank === true),
    reflected: lacksPerson(agreement) && pictures.some(reflects),
    apart:
      portraitPrint !== undefined &&
      portraitPrint.claimed >= printLimits.fewestClaims &&
      portraitPrint.found === 0,
  };
  const row = printRows.find(({ applies }) => applies(facts));
  return row?.result ? [row.result] : [];
}
