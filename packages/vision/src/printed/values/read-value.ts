import { isCnhNumber, isCpf, isCurp } from './check-digits.ts';
import { digitsOf, fitMask, withoutTwins } from './confusables.ts';
import { stateNamed } from './country-names.ts';
import type { PrintedValue } from './printed-value.ts';
import { latestDay } from '../../calendar/calendar-day.ts';
import { readDate, type DateOrder } from './read-date.ts';
import { readName } from './read-name.ts';
import { tildesOf, withConsonants } from './voter-key.ts';

/** The kind of a field's value, which determines its pattern. */
export type ValueKind =
  | 'birth'
  | 'issue'
  | 'expiry'
  | 'last-year'
  | 'first-year'
  | 'name'
  | 'sex'
  | 'mexican-sex'
  | 'state'
  | 'number'
  | 'digits'
  | 'cedula'
  | 'cpf'
  | 'cnh'
  | 'curp'
  | 'voter-key'
  | 'cic'
  | 'ocr'
  | 'emission'
  | 'section'
  | 'licence-number'
  | 'categories'
  | 'text'
  | 'place';

/** Facts known in addition to the text. */
export interface ValueContext {
  /** `YYYY-MM-DD`. */
  today: string;
  dateOrder: DateOrder;
  /** The six letters of a voter key that follow from the names printed beside it; `null` (the default) if not known. */
  keyLetters?: string | null;
}

type Reader = (text: string, context: ValueContext) => PrintedValue | null;

/** One reader per kind; returns `null` if its pattern rejects the text. */
const readers: Readonly<Record<ValueKind, Reader>> = {
  birth: (text, { today, dateOrder }) => {
    const year = Number(today.slice(0, 4));
    return dateWithin(
      readDate(text, { order: dateOrder, century: year }),
      `${year - 125}-01-01`,
      latestDay(today),
    );
  },
  issue: (text, { today, dateOrder }) => {
    const year = Number(today.slice(0, 4));
    return dateWithin(
      readDate(text, { order: dateOrder, century: year }),
      `${year - 60}-01-01`,
      latestDay(today),
    );
  },
  expiry: (text, { today, dateOrder }) => {
    const year = Number(today.slice(0, 4));
    const date = readDate(text, { order: dateOrder, century: year + 49 });
    return dateWithin(date, `${year - 50}-01-01`, `${year + 49}-12-31`);
  },
  'last-year': (text, { today }) => {
    const years = text.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? [];
    const last = years.toSorted().at(-1);
    const ahead = Number(last) - Number(today.slice(0, 4));
    // A single year in the past may be the start of a period whose end was not read.
    const plausible = last !== undefined && Math.abs(ahead) <= 40 && (years.length > 1 || ahead >= 0);
    return plausible ? plain(`${last}-12-31`) : null;
  },
  'first-year': (text, { today }) => {
    const first = /(?<!\d)(?:19|20)\d{2}(?!\d)/.exec(text)?.[0];
    const age = Number(today.slice(0, 4)) - Number(first);
    return first !== undefined && age >= 0 && age <= 100 ? plain(first) : null;
  },
  name: (text) => readName(text),
  sex: (text) => sexOf(text, { F: 'F', M: 'M', H: 'M' }),
  'mexican-sex': (text) => sexOf(text, { H: 'M', M: 'F' }),
  state: (text) => {
    const code = stateNamed(text);
    return code === null ? null : plain(code);
  },
  number: (text) => {
    const bare = bareOf(text);
    return /^(?=.*\d)[A-Z0-9]{6,15}$/.test(bare) && (bare.match(/\d/g)?.length ?? 0) * 4 >= bare.length
      ? plain(bare)
      : null;
  },
  digits: (text) => ofLengths(text, [6, 7, 8, 9, 10, 11, 12, 13, 14]),
  cedula: (text) => ofLengths(text, [10, 9, 8, 7, 6]),
  cpf: (text) => checked(ofLengths(text, [11]), isCpf, { required: true }),
  cnh: (text) => checked(ofLengths(text, [11]), isCnhNumber, { required: false }),
  curp: (text, { today }) => {
    const bare = bareOf(strokesAsI(text));
    // The second last character is a digit for births up to 1999; a year that would be in the future was in the last century.
    const lastCentury = Number(digitsOf(bare.slice(4, 6))) > Number(today.slice(2, 4));
    const fitted = withoutTwins(bare, `AAAA999999AAAAAA${lastCentury ? '9' : '*'}9`).filter(({ value }) =>
      isCurp(value),
    );
    const [curp] = fitted;
    const isOnly = fitted.every(({ value }) => value === curp?.value);
    return curp !== undefined && isOnly ? { ...curp, confirmed: true } : null;
  },
  'voter-key': (text, { keyLetters = null }) => {
    const read = hooksAsJ(tildesOf(text, keyLetters));
    const fitted = fitMask(bareOf(read.text), 'AAAAAA99999999A999');
    const key = fitted && withConsonants(fitted, keyLetters);
    return key && { ...key, repaired: key.repaired + read.repaired, confirmed: false };
  },
  cic: (text) =>
    ofLengths(text, [9]) ?? masked(bareOf(text), 'AAAAA9999999999', (value) => value.slice(5, 14)),
  ocr: (text) => ofLengths(text, [13, 12]),
  emission: (text) => ofLengths(text, [2]),
  section: (text) => ofLengths(text, [4]),
  'licence-number': (text) => {
    const bare = bareOf(text);
    const [digits, others] = [/\d/g, /[OI]/g].map((kind) => bare.match(kind)?.length ?? 0) as [
      number,
      number,
    ];
    // Digits are misread as letters, so a word with one digit is a number if enough other characters may be digits.
    const isNumber = digits >= 2 || (digits === 1 && (digits + others) * 3 >= bare.length);
    return /^[A-Z0-9]{5,20}$/.test(bare) && isNumber ? plain(bare) : null;
  },
  categories: (text) => {
    // Some networks read a single C as a euro sign.
    const list = text.toUpperCase().replaceAll('€', 'C');
    const codes = list.split(/[^A-Z0-9]+/).filter(Boolean);
    // A trailing comma means that further categories were not read; a symbol between commas is a misread category.
    const isWhole = codes.length > 0 && !/,[^A-Z0-9]*(?:,|$)/.test(list);
    return isWhole && codes.every((code) => licenceCategory.test(code)) ? plain(codes.join(' ')) : null;
  },
  text: (text) => {
    const tidy = text.replaceAll(/\s+/g, ' ').replaceAll(/^[\s.,:;|_\-—'"]+|[\s:;|_\-—'"]+$/g, '');
    return (tidy.match(/\p{L}/gu)?.length ?? 0) >= 3 ? plain(tidy.toUpperCase()) : null;
  },
  place: (text, context) => {
    const place = readers.text(text, context);
    return place !== null && !/\d/.test(place.value) ? place : null;
  },
};

/** One licence category, of Brazil, Europe or North America. */
const licenceCategory = /^(?:ACC|A[BCDE]?|AM|A[12]|B[1E]?|C1?E?|D1?E?|[E-HK-NPRST])$/;

/** Reads a text as a value of the given kind; `null` if the pattern of the kind rejects it. */
export function readValue(kind: ValueKind, text: string, context: ValueContext): PrintedValue | null {
  return readers[kind](text, context);
}

function plain(value: string): PrintedValue {
  return { value, repaired: 0, confirmed: false };
}

/** Inside a word, engines read the hook of a J as a closing bracket, or as a closing bracket followed by the J. */
function hooksAsJ(text: string): { text: string; repaired: number } {
  const hook = /(?<=[0-9A-ZÑ])[)\]]J?(?=[0-9A-ZÑ])/gi;
  return { text: text.replaceAll(hook, 'J'), repaired: text.match(hook)?.length ?? 0 };
}

/** Next to a letter or digit, engines read the stroke of an I as an exclamation mark. */
const strokesAsI = (text: string): string => text.replaceAll(/[¡!](?=[0-9A-ZÑ])|(?<=[0-9A-ZÑ])[¡!]/gi, 'I');

/** The text in upper case, with everything except letters, digits and vertical bars removed. */
function bareOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^0-9A-ZÑ|]/g, '');
}

function dateWithin(
  date: { value: string; repaired: number } | null,
  from: string,
  to: string,
): PrintedValue | null {
  return date !== null && date.value >= from && date.value <= to ? { ...date, confirmed: false } : null;
}

const sexWords: Readonly<Record<string, 'M' | 'F'>> = {
  MASCULINO: 'M',
  HOMBRE: 'M',
  MALE: 'M',
  HOMEM: 'M',
  FEMENINO: 'F',
  FEMININO: 'F',
  MUJER: 'F',
  FEMALE: 'F',
  MULHER: 'F',
};

function sexOf(text: string, letters: Readonly<Partial<Record<string, 'M' | 'F'>>>): PrintedValue | null {
  const parts = text
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean);
  const sexes = parts.map((part) => sexWords[part] ?? letters[part]);
  const [first] = sexes;
  return first !== undefined && sexes.every((sex) => sex === first) ? plain(first) : null;
}

function masked(text: string, mask: string, pick = (value: string) => value): PrintedValue | null {
  const fitted = fitMask(text, mask);
  return fitted === null ? null : { value: pick(fitted.value), repaired: fitted.repaired, confirmed: false };
}

/** Reads a number that has one of the given lengths; separators are ignored. */
function ofLengths(text: string, lengths: readonly number[]): PrintedValue | null {
  const bare = bareOf(text);
  if (!lengths.includes(bare.length)) return null;
  const fitted = masked(bare, '9'.repeat(bare.length));
  // With more letters than digits it is a word, not a misread number.
  return fitted !== null && fitted.repaired * 2 <= bare.length ? fitted : null;
}

function checked(
  value: PrintedValue | null,
  holds: (text: string) => boolean,
  { required }: { required: boolean },
): PrintedValue | null {
  if (value === null) return null;
  const confirmed = holds(value.value);
  return confirmed || !required ? { ...value, confirmed } : null;
}
