import { checkDigit } from './check-digit.ts';
import { mrzText } from './transliterate.ts';

/** Formats of the specimens' machine-readable zones. */
export type SpecimenMrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB';

/** The content of a zone. Names may contain any Latin letters; everything else is as printed, without fillers. */
export interface MrzInput {
  format: SpecimenMrzFormat;
  /** Such as `P`, `I`, `ID` or `V`. */
  documentCode: string;
  issuingState: string;
  lastName: string;
  firstName: string;
  /** 1 to 9 characters; with TD1 up to 22, of which those after the ninth go into the optional data. */
  number: string;
  nationality: string;
  /** `YYYY-MM-DD`; `XX` for an unknown month or day. */
  birthDate: string;
  /** `<` for unspecified. On Mexican cards `H` is male and `M` is female. */
  sex: 'F' | 'M' | 'H' | '<';
  /** `YYYY-MM-DD`. */
  expiryDate: string;
  /** First optional field. Maximum length: TD1 15, TD2 7, TD3 14, MRV-A 16, MRV-B 8. */
  optional1?: string;
  /** Second optional field of TD1, at most 11 characters. */
  optional2?: string;
}

/** Returns the lines of the zone, with computed check digits. Throws `RangeError` if a field does not fit. */
export function mrzLines(input: MrzInput): string[] {
  return formats[input.format](input);
}

const formats: Readonly<Record<SpecimenMrzFormat, (input: MrzInput) => string[]>> = {
  TD1: td1,
  TD2: (input) => twoLines(input, { width: 36, optional: 7, composite: true }),
  TD3: td3,
  MRVA: (input) => twoLines(input, { width: 44, optional: 16, composite: false }),
  MRVB: (input) => twoLines(input, { width: 36, optional: 8, composite: false }),
};

/** Returns the name field, truncated if too long. */
export function nameField(lastName: string, firstName: string, width: number): string {
  return `${mrzText(lastName)}<<${mrzText(firstName)}`.slice(0, width).padEnd(width, '<');
}

function td3(input: MrzInput): string[] {
  const personal = fill(input.optional1 ?? '', 14);
  // An empty personal number may have a filler instead of its check digit.
  const personalDigit = input.optional1 ? checkDigit(personal) : '<';
  const number = withDigit(fill(input.number, 9));
  const birth = withDigit(shortDate(input.birthDate));
  const expiry = withDigit(shortDate(input.expiryDate));
  const composite = checkDigit(number + birth + expiry + personal + personalDigit);
  return [
    heading(input) + nameField(input.lastName, input.firstName, 39),
    number + fill(input.nationality, 3) + birth + input.sex + expiry + personal + personalDigit + composite,
  ];
}

function twoLines(
  input: MrzInput,
  { width, optional, composite }: { width: number; optional: number; composite: boolean },
): string[] {
  const number = withDigit(fill(input.number, 9));
  const birth = withDigit(shortDate(input.birthDate));
  const expiry = withDigit(shortDate(input.expiryDate));
  const rest = fill(input.optional1 ?? '', optional);
  const last = composite ? checkDigit(number + birth + expiry + rest) : '';
  return [
    heading(input) + nameField(input.lastName, input.firstName, width - 5),
    number + fill(input.nationality, 3) + birth + input.sex + expiry + rest + last,
  ];
}

function td1(input: MrzInput): string[] {
  const optional1 = input.optional1 ?? '';
  const long = input.number.length > 9;
  const number = long
    ? `${input.number.slice(0, 9)}<${fill(`${input.number.slice(9)}${checkDigit(input.number)}<${optional1}`, 15)}`
    : withDigit(fill(input.number, 9)) + fill(optional1, 15);
  const birth = withDigit(shortDate(input.birthDate));
  const expiry = withDigit(shortDate(input.expiryDate));
  const optional2 = fill(input.optional2 ?? '', 11);
  return [
    heading(input) + number,
    birth +
      input.sex +
      expiry +
      fill(input.nationality, 3) +
      optional2 +
      checkDigit(number + birth + expiry + optional2),
    nameField(input.lastName, input.firstName, 30),
  ];
}

function heading(input: MrzInput): string {
  return fill(input.documentCode, 2) + fill(input.issuingState, 3);
}

function withDigit(field: string): string {
  return field + checkDigit(field);
}

function shortDate(date: string): string {
  return (date.slice(2, 4) + date.slice(5, 7) + date.slice(8, 10)).replaceAll('X', '<');
}

function fill(text: string, width: number): string {
  if (text.length > width) throw new RangeError(`field is longer than ${width} characters`);
  return text.padEnd(width, '<');
}
