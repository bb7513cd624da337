import type { BirthRange } from '../model/listed-entity.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthWord =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const approximateWord =
  /^(?:circa|approximately|approx\.?|about|around|abt\.?|ca?\.|ca?(?=\s?\d)|est(?:imated|\.)?|probably|possibly)\s*/iu;

/** Date formats, most specific first. A day or month of `00`, `dd`, `mm` or `xx` is unknown. */
const forms: readonly RegExp[] = [
  /^(?<year>\d{4})(?:-(?<number>\d{1,2})(?:-(?<day>\d{1,2}))?)?(?:[t ]\d{2}:.*|[+-]\d{2}:\d{2}|z)?$/iu,
  /^(?<year>\d{4})(?<number>\d{2})(?<day>\d{2})$/u,
  /^(?<year>\d{4})\/(?<number>\d{1,2})\/(?<day>\d{1,2})$/u,
  /^(?<day>\d{1,2}|dd|xx)[/.-](?<number>\d{1,2}|mm|xx)[/.-](?<year>\d{4})$/iu,
  /^(?<number>\d{1,2}|mm|xx)[/.](?<year>\d{4})$/iu,
  new RegExp(`^(?<day>\\d{1,2})(?:st|nd|rd|th)?[\\s-]*${monthWord}[\\s,-]*(?<year>\\d{4})$`, 'iu'),
  new RegExp(`^${monthWord}[\\s-]*(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})$`, 'iu'),
  new RegExp(`^${monthWord}[\\s,-]*(?<year>\\d{4})$`, 'iu'),
];

/**
 * Parses a date as written in lists, with its precision: `1945`, `1945-03`, `12 Mar 1945`, `dd/mm/1945`, `circa 1945`, `between 1945 and
 * 1949`, `1945 to 1949`, `1945 or 1946`, `early 1945`, `1940s`. In purely numeric dates the day comes before the month. `text` is `YYYY`,
 * `YYYY-MM` or `YYYY-MM-DD`, or two of them joined by ` to `. Null if it is not a date.
 */
export function parseDate(text: string): BirthRange | null {
  return isPlainDay(text) ? { text, from: text, to: text, approximate: false } : parseText(text);
}

const [dash, zero] = [0x2d, 0x30];

/** Whether a text is a valid date `YYYY-MM-DD`, the format of nearly all sources. */
function isPlainDay(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return false;
  const year = digitsAt(text, 0) * 100 + digitsAt(text, 2);
  const month = digitsAt(text, 5);
  const day = digitsAt(text, 8);
  // Comparisons with NaN are false.
  return isPossibleYear(year) && month >= 1 && month <= 12 && day >= 1 && day <= lastDayOf(year, month);
}

/** The value of two digits; NaN if they are not digits. */
function digitsAt(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - zero, text.charCodeAt(at + 1) - zero];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

function parseText(text: string): BirthRange | null {
  const clean = text
    .slice(0, 200)
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/[.;,]$/u, '');
  const plain = clean.replace(approximateWord, '');
  const approximate = plain !== clean;
  const range =
    /^(?:between |from )?(.{4,30}?)(?: ?(?:to|and|or|until|-|–|—|\/(?=\d{4}$)) ?)(.{4,30})$/iu.exec(plain);
  const single = parseSingle(plain);
  if (single !== null || range === null)
    return single && { ...single, approximate: approximate || single.approximate };
  const first = parseSingle((range[1] ?? '').replace(approximateWord, ''));
  const last = parseSingle((range[2] ?? '').replace(approximateWord, ''));
  if (first === null || last === null) return null;
  return joinRange(first, last, approximate);
}

/** The range from the first possible day of the earlier date to the last possible day of the later one. */
export function joinRange(a: BirthRange, b: BirthRange, approximate = false): BirthRange {
  const [first, last] = a.from <= b.from ? [a, b] : [b, a];
  const [start] = first.text.split(' to ');
  const end = last.text.split(' to ').at(-1);
  return { text: `${start} to ${end}`, from: first.from, to: last.to, approximate };
}

function parseSingle(text: string): BirthRange | null {
  const decade = /^(?:the )?(?:(?:early|mid|late)[ -])?(\d{3})0'?s$/iu.exec(text);
  if (decade !== null) {
    const tens = decade[1] ?? '';
    if (!isPossibleYear(Number(tens) * 10)) return null;
    return { text: `${tens}0 to ${tens}9`, from: `${tens}0-01-01`, to: `${tens}9-12-31`, approximate: false };
  }
  const part = /^(?:early|mid|late)[ -]/iu.exec(text);
  const plain = part === null ? text : text.slice(part[0].length);
  for (const form of forms) {
    const found = form.exec(plain);
    if (found?.groups === undefined) continue;
    const range = rangeOf(found.groups);
    return range && { ...range, approximate: part !== null };
  }
  return null;
}

function rangeOf(parts: Record<string, string | undefined>): Omit<BirthRange, 'approximate'> | null {
  const year = Number(parts.year);
  if (!isPossibleYear(year)) return null;
  const named =
    parts.month === undefined ? undefined : months.indexOf(parts.month.slice(0, 3).toLowerCase()) + 1;
  const month = named ?? numberOf(parts.number);
  const day = numberOf(parts.day);
  if (month === 0) return { text: `${year}`, from: `${year}-01-01`, to: `${year}-12-31` };
  if (month > 12) return null;
  const longest = lastDayOf(year, month);
  const start = `${year}-${two(month)}`;
  if (day === 0) return { text: start, from: `${start}-01`, to: `${start}-${two(longest)}` };
  if (day > longest) return null;
  const date = `${start}-${two(day)}`;
  return { text: date, from: date, to: date };
}

function lastDayOf(year: number, month: number): number {
  return month === 2 ? (isLeapYear(year) ? 29 : 28) : (daysOfMonth[month - 1] ?? 0);
}

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const isPossibleYear = (year: number): boolean => year >= 1000 && year <= 2200;

function numberOf(text: string | undefined): number {
  const value = Number(text ?? 0);
  return Number.isNaN(value) ? 0 : value;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
