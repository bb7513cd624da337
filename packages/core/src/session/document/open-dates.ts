import type { MrzFinding, PictureFindings } from '@countersign/findings';

/** Two-digit year, month and day as in a zone. Unknown parts are fillers, or zeros except for the year. */
const partialDate = /^(\d\d|<<)(0[1-9]|1[0-2]|00|<<)(0[1-9]|[12]\d|3[01]|00|<<)$/;

/** A date of birth of which a document has only parts. `null`: an unknown part. */
export interface PartialDate {
  /** Two digits. */
  year: string | null;
  month: string | null;
  day: string | null;
}

/** The dates of a zone that is beyond doubt. In any other zone, an impossible date may be a misread one. */
const openDates = (mrz: MrzFinding | null) => (mrz?.status === 'clean' ? (mrz.openDates ?? {}) : {});

type ZoneAndCode = Pick<PictureFindings, 'mrz' | 'barcode'>;

/** Whether a zone beyond doubt has no full date as its date of birth, or a bar code one that does not exist. */
export const hasOpenBirth = ({ mrz, barcode }: ZoneAndCode): boolean =>
  openDates(mrz).birthDate !== undefined || barcode?.openDates?.birthDate !== undefined;

/**
 * The known parts of a date of birth that the zone leaves open (ICAO 9303-3, section 4.8).
 * @returns `null` if the zone has a full date, or one that does not exist
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

/** Whether a day, `YYYY-MM-DD`, is consistent with the parts of a date. */
export function isWithin(date: string, { year, month, day }: PartialDate): boolean {
  const parts = [date.slice(2, 4), date.slice(5, 7), date.slice(8, 10)];
  return [year, month, day].every((part, at) => part === null || part === parts[at]);
}

/** Whether a zone whose check digits agree, or a bar code, has a date that does not exist. @see spec/contract.md */
export function hasImpossibleDate({ mrz, barcode }: ZoneAndCode): boolean {
  const { birthDate, expiryDate } = openDates(mrz);
  // A bar code corrects its own reading errors, so that such a date was printed that way.
  if (barcode?.openDates !== undefined) return true;
  return expiryDate !== undefined || (birthDate !== undefined && partialBirth(mrz) === null);
}

/** Longest validity, in years, of France's older identity cards. */
const frenchValidity = 15;
/** Year of the first of them, 1988. */
const firstFrenchYear = 88;

/**
 * The last month, `YYYY-MM`, in which a document without an expiry date in its zone can be valid: the number of the older French identity
 * card begins with the year and month of issue. `null` for any other document.
 * @see spec/contract.md A-424
 */
export function lastMonthOf(mrz: MrzFinding | null): string | null {
  if (mrz?.format !== 'FRID' || mrz.status !== 'clean') return null;
  const [, year, month] = /^(\d\d)(0[1-9]|1[0-2])/.exec(mrz.fields.number ?? '') ?? [];
  if (year === undefined || month === undefined) return null;
  const century = Number(year) >= firstFrenchYear ? 1900 : 2000;
  return `${century + Number(year) + frenchValidity}-${month}`;
}
