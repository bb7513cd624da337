import type { FieldReading } from '@countersign/findings';
import type { SuppliedAddress } from '../session-data.ts';

/** A parsed address; members as written, `null` where absent. @see spec/contract.md */
export interface ParsedAddress {
  street: string | null;
  houseNumber: string | null;
  unit: string | null;
  city: string | null;
  state: string | null;
  postcode: string | null;
  country: string | null;
}

/** An address as published. */
export interface Address {
  full: string;
  parsed: ParsedAddress;
}

const unparsed: ParsedAddress = {
  street: null,
  houseNumber: null,
  unit: null,
  city: null,
  state: null,
  postcode: null,
  country: null,
};

/**
 * The address of a document, split into lines if the layout of the state's documents is known.
 * @param issuingState ISO 3166-1 alpha-3
 */
export function documentAddress(
  { value, text }: Pick<FieldReading, 'value' | 'text'>,
  issuingState: string | null,
): Address {
  const lines = text
    .toUpperCase()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const parse = parsers[issuingState ?? ''];
  return { full: value, parsed: { ...unparsed, ...parse?.(lines) } };
}

/** Minimum address lines: on North American licences, where town and state come last, and on Mexican voter cards. */
const fewestLines = { northAmerican: 2, voterCard: 3 };

/**
 * Whether a printed address has all lines found on every document of its kind; fewer lines mean that part of it was not read.
 * @param issuingState ISO 3166-1 alpha-3
 * @see spec/contract.md A-350
 */
export function isWholeAddress(
  { text }: Pick<FieldReading, 'text'>,
  { issuingState, isVoterCard }: { issuingState: string | null; isVoterCard: boolean },
): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  if (isVoterCard) return lines >= fewestLines.voterCard;
  return lines >= (issuingState === 'USA' || issuingState === 'CAN' ? fewestLines.northAmerican : 1);
}

/** The address the client supplied; `null` if it supplied nothing or only a country. */
export function suppliedAddress(address: SuppliedAddress): Address | null {
  const { fullAddress, street, houseNumber, postcode, country } = address;
  const line = [[street, houseNumber].filter(Boolean).join(' '), postcode].filter(Boolean).join(', ');
  const full = fullAddress ?? line;
  if (full === '') return null;
  return {
    full,
    parsed: {
      ...unparsed,
      street: street ?? null,
      houseNumber: houseNumber ?? null,
      postcode: postcode ?? null,
      country: country ?? null,
    },
  };
}

type Parser = (lines: readonly string[]) => Partial<ParsedAddress>;

const unitWords = /^(?:APT|UNIT|STE|SUITE|RM|FL|NO|#)[. ]*/;

/** `120 ANYDER ST APT 4`, optionally a separate line for the unit, then `AMAUROT, XX 12345`. */
const american: Parser = (lines) => {
  const [first = '', ...others] = lines;
  const last = others.pop() ?? '';
  const [, city, state, postcode] =
    /^(.+?),? ([A-Z]{2})(?: (\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d))?$/.exec(last) ?? [];
  if (city === undefined || others.length > 1) return {};
  const [, houseNumber, street, unit] =
    /^(\d[\dA-Z/-]*) (.+?)(?: ((?:APT|UNIT|STE|SUITE|RM|FL|#)[. ]*[\dA-Z-]+))?$/.exec(first) ?? [];
  const unitLine = others[0] ?? unit;
  return {
    street: street ?? first,
    houseNumber: houseNumber ?? null,
    unit: unitLine?.replace(unitWords, '') ?? null,
    city,
    state: state ?? null,
    postcode: postcode ?? null,
  };
};

/** `C RÍO ÁNIDRO 120 INT 4`, `COL AMAUROTE 12345`, `ANIDRO, UTO.` */
const mexican: Parser = (lines) => {
  if (lines.length !== 3) return {};
  const [first = '', second = '', third = ''] = lines;
  const [, street, houseNumber, unit] =
    /^(.+?) (\d+[A-Z]?|S\/N)(?:[, ]+(?:INT|DEPTO|DEP)[. ]*([\dA-Z-]+))?$/.exec(first) ?? [];
  const postcode = /(?<!\d)(\d{5})$/.exec(second)?.[1];
  const [, city, state] = /^(.+), ([^,]+?)\.?$/.exec(third) ?? [];
  if (street === undefined || postcode === undefined || city === undefined) return {};
  return {
    street,
    houseNumber: houseNumber ?? null,
    unit: unit ?? null,
    city,
    state: state ?? null,
    postcode,
  };
};

const parsers: Readonly<Record<string, Parser | undefined>> = { USA: american, CAN: american, MEX: mexican };
