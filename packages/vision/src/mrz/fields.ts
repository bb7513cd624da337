import { formatOf, numberLayout, textOf } from './formats.ts';
import type { ZoneField, ZoneFormat } from './formats.ts';
import type { MrzFields, MrzFinding } from '@countersign/findings';
import { calendarDay, latestDay } from '../calendar/calendar-day.ts';

/** Calendar date, `YYYY-MM-DD`. */
type IsoDate = string;

/**
 * A date of birth from `YYMMDD`: the latest one that has begun anywhere when it is `today` in UTC (`YYYY-MM-DD`). `null` if a part is
 * unknown (fillers, `00`) or no such day exists.
 * @see spec/contract.md A-366
 */
export function birthDateOf(text: string, today: IsoDate): IsoDate | null {
  if (!/^\d{6}$/.test(text)) return null;
  const [year, month, day] = [Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6))];
  const latest = latestDay(today);
  const century = Math.floor(Number(latest.slice(0, 4)) / 100) * 100;
  const recent = calendarDay(century + year, month, day);
  return recent !== null && recent <= latest ? recent : calendarDay(century - 100 + year, month, day);
}

/** A date of expiry from `YYMMDD`: the year from 50 years before to 49 after that of `today`; otherwise as above. */
export function expiryDateOf(text: string, today: IsoDate): IsoDate | null {
  if (!/^\d{6}$/.test(text)) return null;
  const first = Number(today.slice(0, 4)) - 50;
  const year = first + ((((Number(text.slice(0, 2)) - first) % 100) + 100) % 100);
  return calendarDay(year, Number(text.slice(2, 4)), Number(text.slice(4, 6)));
}

/** Expiry in the zone of Spanish identity cards that never expire, which print 01 01 9999. */
const spanishNever = '990101';

const isNever = (text: string, documentCode: string, issuingState: string): boolean =>
  text === spanishNever && documentCode === 'ID' && issuingState === 'ESP';

/** The sex that a letter represents. Mexican identity cards print `H` (hombre) and `M` (mujer). @see spec/registries.md 5.5 */
export function sexOf(letter: string, documentCode: string, issuingState: string): 'M' | 'F' | null {
  const mexican = issuingState === 'MEX' && documentCode.startsWith('ID');
  if (mexican && letter === 'H') return 'M';
  if (mexican && letter === 'M') return 'F';
  return letter === 'M' || letter === 'F' ? letter : null;
}

const words = (text: string): string | null => text.split('<').filter(Boolean).join(' ') || null;
const withoutFillers = (text: string): string => text.replaceAll('<', '');
const trimmed = (text: string): string | null => text.replace(/^<+|<+$/g, '') || null;

type Names = Pick<MrzFields, 'lastName' | 'firstName' | 'truncated'>;

function namesOf(zone: ZoneFormat, part: (field: ZoneField) => string): Names {
  if (zone.format === 'FRID') {
    const [last, first] = [part('lastName'), part('firstName')];
    const truncated = !last.endsWith('<') || !first.endsWith('<');
    return { lastName: words(last), firstName: words(first), truncated };
  }
  const text = part('names');
  const split = text.search(/(?<=[^<])<</);
  const [last, rest] = split < 0 ? [text, ''] : [text.slice(0, split), text.slice(split + 2)];
  // Only two fillers separate family and given names: letters after two more are not a name, and hide where it ends.
  const [, first = '', behind = ''] = /^(.*?)(?:<<(.*))?$/.exec(rest) ?? [];
  const endsOpen = /[^<]/.test(behind);
  return { lastName: words(last), firstName: words(first), truncated: endsOpen || !text.endsWith('<') };
}

/**
 * Extracts the fields from the lines of a zone, ignoring check digits.
 * @param today `YYYY-MM-DD`, determines the century of two-digit years
 */
export function parseFields(zone: ZoneFormat, lines: readonly string[], today: IsoDate): MrzFields {
  const part = (field: ZoneField): string => {
    const place = zone.fields[field];
    return place ? textOf(lines, place) : '';
  };
  const layout = numberLayout(zone, lines);
  const documentCode = withoutFillers(part('documentCode'));
  const issuingState = withoutFillers(part('issuingState'));
  const optional2 = trimmed(part('optional2'));
  const colombianCard = zone.format === 'TD1' && documentCode === 'IC' && issuingState === 'COL';
  const rawSex = part('sex');
  return {
    documentCode,
    issuingState,
    number: withoutFillers((layout?.number ?? []).map((place) => textOf(lines, place)).join('')) || null,
    personalNumber: colombianCard ? optional2 : null,
    ...namesOf(zone, part),
    birthDate: birthDateOf(part('birthDate'), today),
    expiryDate: isNever(part('expiryDate'), documentCode, issuingState)
      ? null
      : expiryDateOf(part('expiryDate'), today),
    sex: sexOf(rawSex, documentCode, issuingState),
    rawSex: withoutFillers(rawSex),
    nationality: withoutFillers(part('nationality')) || null,
    optional1: layout?.optional1 ? trimmed(textOf(lines, layout.optional1)) : null,
    optional2,
    confidence: {},
  };
}

/** What zones contain if a document does not expire: fillers, zeros or nines. */
const never = /^(?:<{6}|0{6}|9{6})$/;

/** Dates of a zone that are not calendar dates, as printed. */
export function openDatesOf(
  { fields: places }: ZoneFormat,
  lines: readonly string[],
  { birthDate, expiryDate }: Pick<MrzFields, 'birthDate' | 'expiryDate'>,
): MrzFinding['openDates'] {
  const [birth, expiry] = [places.birthDate, places.expiryDate].map((place) => place && textOf(lines, place));
  const isOpen =
    expiryDate === null && expiry !== undefined && expiry !== spanishNever && !never.test(expiry);
  if (birthDate !== null && !isOpen) return undefined;
  return {
    ...(birthDate === null && birth !== undefined ? { birthDate: birth } : {}),
    ...(isOpen ? { expiryDate: expiry } : {}),
  };
}

/** The format of complete text lines, or `null` if their size or characters fit none. */
export function formatOfLines(lines: readonly string[]): ZoneFormat | null {
  const columns = lines[0]?.length ?? 0;
  if (!lines.every((line) => line.length === columns && /^[0-9A-Z<]+$/.test(line))) return null;
  return formatOf(lines.length, columns, lines[0] ?? '');
}
