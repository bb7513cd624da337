import type { PageText, ReadPage } from '../printed/read-printed.ts';
import { runsOf, type TextRun } from '../printed/text-lines.ts';
import type { Claim } from './claims.ts';
import { datesOf, type PrintedDay } from './find-dates.ts';
import { findName, nameTokens, type NameToken } from './find-name.ts';
import { findNumber, numberTokens, type NumberToken } from './find-number.ts';
import type { Sighting } from './sighting.ts';

/** The words of a reading, prepared for each kind of value. */
export interface PageContent {
  names: readonly NameToken[];
  numbers: readonly NumberToken[];
  days: readonly PrintedDay[];
}

/** Prepares lines of words. */
export function contentOf(runs: readonly TextRun[], today: string): PageContent {
  return { names: nameTokens(runs), numbers: numberTokens(runs), days: datesOf(runs, today) };
}

/** The content of a page according to its first and its second reading. */
export function contentsOf(page: ReadPage, today: string): { first: PageContent; again: PageContent } {
  return { first: contentOf(page.runs, today), again: contentOf(runsOf(page.wordsAgain), today) };
}

/** Searches for a claimed value, including the values of labelled fields. */
export function findClaim(
  { field, value, truncated }: Claim,
  content: PageContent,
  located: PageText['located'],
): Sighting | null {
  switch (field) {
    case 'lastName':
    case 'firstName':
      return findName(value, truncated, content.names);
    case 'number':
    case 'personalNumber':
    case 'section':
      return findNumber(value, content.numbers);
    default: {
      const day = content.days.find(({ values }) => values.includes(value));
      if (day) return { confidence: 1, words: day.words };
      // Some cards print only a year, which means its last day.
      const year = located.some((found) => found.field === field && found.value?.value === value);
      return year ? { confidence: 0.9, words: [] } : null;
    }
  }
}

/** Whether a value read beside a label is the claimed one. */
export function isValueOf(claim: Claim, value: string): boolean {
  if (claim.field.endsWith('Date')) return claim.value === value;
  const box = [0, 0, 0, 0] as const;
  const words = value.split(' ').map((text) => ({ text, confidence: 1, box }));
  const runs = [{ words, box }];
  return findClaim(claim, { names: nameTokens(runs), numbers: numberTokens(runs), days: [] }, []) !== null;
}
