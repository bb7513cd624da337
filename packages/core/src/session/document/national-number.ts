import type { MrzFinding } from '@countersign/findings';

/**
 * The holder's national number in the optional data of a zone. States use either of the two fields for it, or for something else, or
 * for nothing. It is taken from: in passports, the optional data, which ICAO 9303-4 calls the personal number, except for states known
 * to use it differently; on cards, the field listed by state and place, and otherwise a value that has the form of the
 * state's national numbers and passes the state's own check digits. One in ten or eleven well-formed values passes by chance, and
 * a clean zone has no misread ones, so the remaining error is another kind of number that looks like a national one.
 */

/** Format of a state's personal numbers, and the rule for their check digits. */
interface NumberScheme {
  form: RegExp;
  /** @param value fits `form` */
  passes: (value: string) => boolean;
}

const digitsOf = (value: string): number[] => Array.from(value, Number);

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * (digits[place] ?? 0), 0);

const last = (value: string): number => Number(value.at(-1));

const luhn = (value: string): boolean => {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  const digits = digitsOf(value).toReversed();
  const sum = digits.reduce((total, digit, place) => total + (place % 2 === 1 ? doubled[digit]! : digit), 0);
  return sum % 10 === 0;
};

/** Estonia and Lithuania share one scheme. */
const baltic: NumberScheme = {
  form: /^[1-6]\d{10}$/,
  passes(value) {
    const digits = digitsOf(value);
    const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
    const second = weighted(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
    return (first < 10 ? first : second % 10) === last(value);
  },
};

/** The states of former Yugoslavia. */
const jmbg: NumberScheme = {
  form: /^\d{13}$/,
  passes(value) {
    const rest = (11 - (weighted(digitsOf(value), [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return rest % 10 === last(value);
  },
};

/** Czechia and Slovakia. */
const birthNumber: NumberScheme = {
  form: /^\d{10}$/,
  passes: (value) => (Number(value.slice(0, 9)) % 11) % 10 === last(value),
};

const letters = { es: 'TRWAGMYFPDXBNJZSQVHLCKE', fi: '0123456789ABCDEFHJKLMNPRSTUVWXY' };

/** By the zone's issuing state. */
const schemes: Readonly<Record<string, NumberScheme>> = {
  ARE: { form: /^784\d{12}$/, passes: luhn },
  BEL: {
    form: /^\d{11}$/,
    // Born from 2000 on: a 2 is prepended to the nine digits.
    passes: (value) =>
      ['', '2'].some((century) => 97 - (Number(century + value.slice(0, 9)) % 97) === Number(value.slice(9))),
  },
  BGR: {
    form: /^\d{10}$/,
    passes: (value) => (weighted(digitsOf(value), [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === last(value),
  },
  BIH: jmbg,
  CHL: {
    form: /^\d{7,8}[\dK]$/,
    passes(value) {
      const digits = digitsOf(value.slice(0, -1)).toReversed();
      const rest = (11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 2, 3]) % 11)) % 11;
      return (rest === 10 ? 'K' : String(rest)) === value.at(-1);
    },
  },
  CZE: birthNumber,
  EST: baltic,
  ESP: {
    form: /^[\dXYZ]\d{7}[A-Z]$/,
    passes: (value) =>
      letters.es[Number(value.slice(0, -1).replace('X', '0').replace('Y', '1').replace('Z', '2')) % 23] ===
      value.at(-1),
  },
  FIN: {
    form: /^\d{6}[A-FU-Y]?\d{3}[0-9A-FHJ-NPR-Y]$/,
    passes: (value) => letters.fi[Number(value.slice(0, 6) + value.slice(-4, -1)) % 31] === value.at(-1),
  },
  HRV: {
    form: /^\d{11}$/,
    // ISO 7064, MOD 11,10.
    passes(value) {
      const rest = digitsOf(value.slice(0, 10)).reduce(
        (state, digit) => (((state + digit) % 10 || 10) * 2) % 11,
        10,
      );
      return (11 - rest) % 10 === last(value);
    },
  },
  ISL: {
    // The last digit encodes the century.
    form: /^\d{9}[089]$/,
    passes: (value) =>
      (11 - (weighted(digitsOf(value), [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(value[8]),
  },
  ISR: { form: /^\d{9}$/, passes: luhn },
  KAZ: {
    form: /^\d{12}$/,
    passes(value) {
      const digits = digitsOf(value);
      const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
      const second = weighted(digits, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11;
      return (first < 10 ? first : second) === last(value);
    },
  },
  LTU: baltic,
  MDA: {
    form: /^\d{13}$/,
    passes: (value) => weighted(digitsOf(value), [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10 === last(value),
  },
  MKD: jmbg,
  MNE: jmbg,
  NLD: {
    form: /^\d{9}$/,
    passes: (value) => weighted(digitsOf(value), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
  },
  NOR: {
    form: /^\d{11}$/,
    passes(value) {
      const digits = digitsOf(value);
      const first = (11 - (weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11;
      const second = (11 - (weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
      return first === digits[9] && second === digits[10];
    },
  },
  POL: {
    form: /^\d{11}$/,
    passes: (value) => weighted(digitsOf(value), [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  },
  ROU: {
    form: /^[1-9]\d{12}$/,
    passes(value) {
      const rest = weighted(digitsOf(value), [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
      return (rest === 10 ? 1 : rest) === last(value);
    },
  },
  SRB: jmbg,
  SVK: birthNumber,
  SVN: jmbg,
  SWE: { form: /^(?:\d\d)?\d{10}$/, passes: (value) => luhn(value.slice(-10)) },
  TUR: {
    form: /^[1-9]\d{10}$/,
    passes(value) {
      const digits = digitsOf(value);
      const tenth = weighted(digits, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10;
      const eleventh = weighted(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10;
      return (tenth + 10) % 10 === digits[9] && eleventh === digits[10];
    },
  },
};

/** Cards whose optional data contain the holder's national number, by format and place. */
const placeOnCard: Readonly<Record<string, 'optional1' | 'optional2'>> = {
  'TD1 EST': 'optional1',
  'TD1 ESP': 'optional1',
};

/** States whose passports use the field otherwise: for numbers of the issuing office, of the application, or part of a number. */
const otherOptionalData: ReadonlySet<string> = new Set(['CHN', 'KOR', 'USA']);

/** Filler digits: zeros pass most check digits. */
const oneDigit = /^(\d)\1*$/;

/**
 * The national number in the optional data of a zone, letters and digits only.
 * @returns `null` where there is none, it is not known to be one, or the zone is not clean
 * @see spec/contract.md A-315
 */
export function nationalNumber(mrz: MrzFinding | null): string | null {
  if (mrz?.status !== 'clean') return null;
  const { format, fields } = mrz;
  const { issuingState } = fields;
  const byPlace =
    placeOnCard[`${format} ${issuingState}`] ??
    (format === 'TD3' && !otherOptionalData.has(issuingState) ? 'optional1' : null);
  if (byPlace && fields[byPlace]) return bare(fields[byPlace]);
  const scheme = schemes[issuingState];
  const values = [fields.optional1, fields.optional2].map((value) => value && bare(value));
  const isNumber = (value: string) =>
    !oneDigit.test(value) && scheme?.form.test(value) && scheme.passes(value);
  return values.find((value) => value && isNumber(value)) ?? null;
}

const bare = (value: string): string | null => value.replace(/[^A-Za-z0-9]/g, '') || null;
