import type { PictureFindings, PrintAgreement } from '@countersign/findings';
import { printLimits } from '../policy.ts';
import type { CheckResult } from './check-result.ts';

/** How print compares with the values from zone and bar code. */
interface PrintFacts {
  /** Fields that the print certainly contradicts. */
  sure: readonly (keyof PrintAgreement)[];
  /** Number of fields it contradicts, certainly or not. */
  contradicted: number;
  /** Number of fields searched for, and how many were found. */
  claimed: number;
  found: number;
  /** 0–1. */
  legibility: number;
  /** Whether the label of a name, the number or the date of birth has no value beside it. */
  blank: boolean;
  /** Whether a name together with the other one, or with the date of birth, is missing from print, and the document has a reflection. */
  reflected: boolean;
  /** Whether all values were read on other pictures than the portrait's, whose print shows none of them. */
  apart: boolean;
}

/** One rule; the first that applies wins. */
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

/** The consequence when print differs from zone or bar code. @see spec/contract.md A-121 */
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

/** Fields without which a document is not trusted if their labels show that they belong there. */
const needed: readonly (keyof PrintAgreement)[] = ['lastName', 'firstName', 'number', 'birthDate'];

/** Whether print lacks both names, or any date of birth, that the zone or code has. */
function lacksPerson({ lastName, firstName, birthDate }: PrintAgreement): boolean {
  const names = [lastName, firstName].filter((name) => name !== undefined);
  const isAbsent = (field: PrintAgreement['lastName']): boolean => field?.state === 'absent';
  return (names.length > 0 && names.every(isAbsent)) || isAbsent(birthDate);
}

const reflects = ({ quality }: PictureFindings['pictures'][number]): boolean =>
  quality.some(
    ({ code, region, value }) => code === 'doc.glare' && region === 'card' && value >= printLimits.reflection,
  );

/** Compares print with zone and bar code; empty where print was not compared. @see spec/contract.md A-121 */
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
