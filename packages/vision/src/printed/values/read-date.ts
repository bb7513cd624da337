import { calendarDay } from '../../calendar/calendar-day.ts';
import { digitsOf } from './confusables.ts';

/** The order of day and month in a numeric date; `null` if unknown. */
export type DateOrder = 'dmy' | 'mdy' | null;

/** A printed date. */
export interface PrintedDate {
  /** `YYYY-MM-DD`. */
  value: string;
  /** Number of characters that had to be replaced; a day or month of one digit counts as two. */
  repaired: number;
}

/** Names of months by their first letters, folded to A–Z: German, French, Portuguese, Spanish, English and Italian. */
const monthNames: readonly (readonly string[])[] = [
  ['JAN', 'ENE', 'GEN', 'JANV'],
  ['FEB', 'FEV', 'FEVR'],
  ['MAR', 'MARS', 'MRZ', 'MAERZ'],
  ['APR', 'ABR', 'AVR', 'AVRIL'],
  ['MAY', 'MAI', 'MAG', 'MAYO', 'MAIO'],
  ['JUN', 'JUIN', 'GIU'],
  ['JUL', 'JUIL', 'LUG'],
  ['AUG', 'AGO', 'AOUT', 'AOU'],
  ['SEP', 'SET', 'SEPT'],
  ['OCT', 'OUT', 'OKT', 'OTT'],
  ['NOV'],
  ['DEC', 'DEZ', 'DIC'],
];

const wholeNames = [
  ['JANUARY', 'ENERO', 'JANEIRO', 'JANVIER', 'JANUAR'],
  ['FEBRUARY', 'FEBRERO', 'FEVEREIRO', 'FEVRIER', 'FEBRUAR'],
  ['MARCH', 'MARZO', 'MARCO', 'MARS'],
  ['APRIL', 'ABRIL', 'AVRIL'],
  ['MAY', 'MAYO', 'MAIO', 'MAI'],
  ['JUNE', 'JUNIO', 'JUNHO', 'JUIN', 'JUNI'],
  ['JULY', 'JULIO', 'JULHO', 'JUILLET', 'JULI'],
  ['AUGUST', 'AGOSTO', 'AOUT'],
  ['SEPTEMBER', 'SEPTIEMBRE', 'SETEMBRO', 'SEPTEMBRE'],
  ['OCTOBER', 'OCTUBRE', 'OUTUBRO', 'OCTOBRE', 'OKTOBER'],
  ['NOVEMBER', 'NOVIEMBRE', 'NOVEMBRO', 'NOVEMBRE'],
  ['DECEMBER', 'DICIEMBRE', 'DEZEMBRO', 'DECEMBRE', 'DEZEMBER'],
] as const;

const digit = '[0-9OQDILSZBG|]';
const named = new RegExp(
  `(?:^|[^0-9A-Z])(${digit}{1,2})\\s*[-./ ]?\\s*(?:DE\\s+)?([A-Z0-9]{3,10})(?:\\s*[/ ]\\s*([A-Z0-9]{3,5}))?\\s*[-./ ]?\\s*(?:DE\\s+)?(${digit}{4}|${digit}{2})(?=$|[^0-9A-Z])`,
);
const yearFirst = new RegExp(
  `(?:^|[^0-9A-Z])(${digit}{4})\\s?[-./ ]\\s?(${digit}{2})\\s?[-./ ]\\s?(${digit}{2})(?=$|[^0-9A-Z])`,
);
const numbers = new RegExp(
  `(?:^|[^0-9A-Z])(${digit}{1,2})\\s?[-./ ]\\s?(${digit}{1,2})\\s?[-./ ]\\s?(${digit}{4}|${digit}{2})(?=$|[^0-9A-Z])`,
);
const joined = new RegExp(`(?:^|[^0-9A-Z])(${digit}{2})(${digit}{2})(${digit}{4})(?=$|[^0-9A-Z])`);

/**
 * Finds the date in a printed text, with a month from {@link monthNames} or in numbers. Other text around it is ignored.
 * @param options.order order of numeric dates; without it, an ambiguous date is rejected
 * @param options.century last year that a two-digit year may mean in this century, `2036`; without it, two-digit years are rejected
 * @returns `null` if there is no date, or an impossible one
 */
export function readDate(
  text: string,
  { order, century = null }: { order: DateOrder; century?: number | null },
): PrintedDate | null {
  const folded = text.toUpperCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[—–]/g, '-');
  return (
    fromNames(folded, century) ??
    fromParts(yearFirst.exec(folded), ['y', 'm', 'd'], century) ??
    fromOrder(numbers.exec(folded) ?? joined.exec(folded), order, century)
  );
}

function fromNames(text: string, century: number | null): PrintedDate | null {
  const [, day = '', name = '', second, year = ''] = named.exec(text) ?? [];
  const month = monthOf(name) ?? (second === undefined ? null : monthOf(second));
  return month === null ? null : makeDate({ day, month: String(month).padStart(2, '0'), year }, century);
}

/** 1–12; `null` if it names no month. One wrong letter is tolerated if only one month is that close. */
function monthOf(name: string): number | null {
  const exact = monthNames.findIndex(
    (names, at) => names.includes(name) || wholeNames[at]?.includes(name as never),
  );
  if (exact >= 0) return exact + 1;
  const letters = name.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('5', 'S').replaceAll('8', 'B');
  const near = monthNames.flatMap((names, at) =>
    names.some((month) => month.length === letters.length && differing(month, letters) <= 1) ? [at + 1] : [],
  );
  return near.length === 1 && letters.length >= 3 ? (near[0] ?? null) : null;
}

function differing(a: string, b: string): number {
  return Array.from(a).filter((letter, at) => letter !== b[at]).length;
}

function fromOrder(
  match: RegExpExecArray | null,
  order: DateOrder,
  century: number | null,
): PrintedDate | null {
  const dayFirst = fromParts(match, ['d', 'm', 'y'], century);
  const monthFirst = fromParts(match, ['m', 'd', 'y'], century);
  if (dayFirst === null || monthFirst === null || dayFirst.value === monthFirst.value) {
    return dayFirst ?? monthFirst;
  }
  if (order === null) return null;
  return order === 'dmy' ? dayFirst : monthFirst;
}

function fromParts(
  match: RegExpExecArray | null,
  order: readonly ('d' | 'm' | 'y')[],
  century: number | null,
): PrintedDate | null {
  if (match === null) return null;
  const part = (name: 'd' | 'm' | 'y'): string => match[order.indexOf(name) + 1] ?? '';
  return makeDate({ day: part('d'), month: part('m'), year: part('y') }, century);
}

/** A day or month of one digit may have lost its other digit: a single reading is then insufficient, but two that agree are enough. */
const lostDigit = 2;

/**
 * Whether a printed date may be the given date with the first digit of its day or month missing: `12.12.1989` becomes `2.12.1989` if
 * the first digit touches the label.
 * @param whole `YYYY-MM-DD`
 */
export function isPartOfDate({ value, repaired }: PrintedDate, whole: string): boolean {
  if (repaired < lostDigit) return false;
  return Array.from(whole).every(
    (character, at) => character === value[at] || (value[at] === '0' && (at === 5 || at === 8)),
  );
}

function makeDate(
  parts: { day: string; month: string; year: string },
  century: number | null,
): PrintedDate | null {
  const [day, month, year] = [parts.day, parts.month, parts.year].map(digitsOf) as [string, string, string];
  const whole = wholeYear(year, century);
  if (whole === null || whole < 1850 || whole > 2199) return null;
  const value = calendarDay(whole, Number(month), Number(day));
  if (value === null) return null;
  const others = [parts.day, parts.month, parts.year].join('').replaceAll(/[0-9]/g, '').length;
  return {
    value,
    repaired: others + ([parts.day, parts.month].some(({ length }) => length === 1) ? lostDigit : 0),
  };
}

function wholeYear(year: string, century: number | null): number | null {
  if (year.length === 4) return Number(year);
  if (century === null) return null;
  const inThis = Math.floor(century / 100) * 100 + Number(year);
  return inThis > century ? inThis - 100 : inThis;
}
