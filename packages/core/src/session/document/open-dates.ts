import type { MrzFinding } from '@countersign/findings';

/** Year of two digits, month and day as a zone has them; what is not known of a date are fillers, or zeros but for the year. */
const partialDate = /^(\d\d|<<)(0[1-9]|1[0-2]|00|<<)(0[1-9]|[12]\d|3[01]|00|<<)$/;

/** A date of birth of which a document names parts. `null`: a part that is not known. */
export interface PartialDate {
  /** Two digits. */
  year: string | null;
  month: string | null;
  day: string | null;
}

/** The dates of a zone that is beyond doubt; of any other, what is no day may be a misread one. */
const openDates = (mrz: MrzFinding | null) => (mrz?.status === 'clean' ? (mrz.openDates ?? {}) : {});

/** Whether a zone beyond doubt has something else than a day where the date of birth is. */
export const hasOpenBirth = (mrz: MrzFinding | null): boolean => openDates(mrz).birthDate !== undefined;

/**
 * What the zone names of a date of birth that it leaves open (ICAO 9303-3, section 4.8).
 * @returns `null` where it names the day, or one that does not exist
 * @see spec/contract.md A-424
 */
export function partialBirth(mrz: MrzFinding | null): PartialDate | null {
  const [whole, ...parts] = partialDate.exec(openDates(mrz).birthDate ?? '') ?? [];
  const [year = null, month = null, day = null] = parts.map((part, at) =>
    part === '<<' || (at > 0 && part === '00') ? null : part,
  );
  const isOpen = whole !== undefined && [year, month, day].includes(null);
  return isOpen ? { year, month, day } : null;
}

/** Whether a day, `YYYY-MM-DD`, can be the one that a document names parts of. */
export function isWithin(date: string, { year, month, day }: PartialDate): boolean {
  const parts = [date.slice(2, 4), date.slice(5, 7), date.slice(8, 10)];
  return [year, month, day].every((part, at) => part === null || part === parts[at]);
}

/** Whether a zone whose check digits agree has a date that does not exist. @see spec/contract.md A-424 */
export function hasImpossibleDate(mrz: MrzFinding | null): boolean {
  const { birthDate, expiryDate } = openDates(mrz);
  return expiryDate !== undefined || (birthDate !== undefined && partialBirth(mrz) === null);
}

/** Years for which France issued its older identity cards at most. */
const frenchValidity = 15;
/** They exist since 1988. */
const firstFrenchYear = 88;

/**
 * The last month, `YYYY-MM`, in which a document can be valid whose end is not in its zone: the number of the older French identity
 * card begins with year and month of its issue. `null` of any other.
 * @see spec/contract.md A-424
 */
export function lastMonthOf(mrz: MrzFinding | null): string | null {
  if (mrz?.format !== 'FRID' || mrz.status !== 'clean') return null;
  const [, year, month] = /^(\d\d)(0[1-9]|1[0-2])/.exec(mrz.fields.number ?? '') ?? [];
  if (year === undefined || month === undefined) return null;
  const century = Number(year) >= firstFrenchYear ? 1900 : 2000;
  return `${century + Number(year) + frenchValidity}-${month}`;
}
