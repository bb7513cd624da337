import { type Static, Type } from 'typebox';
import { box, closed, nullable, oneOf, share, text } from './members.ts';

/** Characters of one field: all that the largest bar code holds. */
const longestField = 8_192;

const fieldReading = closed({
  /** Normalised: dates `YYYY-MM-DD`, sex `M` or `F`, numbers without separators, names in upper case as printed. */
  value: text(longestField),
  /** As printed or encoded. */
  text: text(longestField),
  /** 0–1. */
  confidence: share,
  /** Where it is printed, in pixels of the upright original; `null` where that is not known. */
  box: nullable(box),
});

/** One field of a document as it was read. */
export type FieldReading = Static<typeof fieldReading>;

const read = Type.Optional(fieldReading);

/** Fields that bar codes and print carry. */
export const fieldReadings = closed({
  documentCode: read,
  issuingState: read,
  number: read,
  personalNumber: read,
  lastName: read,
  firstName: read,
  fullName: read,
  /** Names of the parents, a line each. */
  parents: read,
  birthDate: read,
  issueDate: read,
  firstIssueDate: read,
  expiryDate: read,
  sex: read,
  nationality: read,
  birthPlace: read,
  address: read,
  authority: read,
  licenceNumber: read,
  licenceCategories: read,
  state: read,
  curp: read,
  voterKey: read,
  cic: read,
  ocr: read,
  emissionNumber: read,
  /** Electoral section, 4 digits. */
  section: read,
  registrationYear: read,
  /** Code of three letters as North American licences have it, `BRO`. */
  eyeColor: read,
  hairColor: read,
  /** Whole centimetres. */
  height: read,
  /** Whole kilograms. */
  weight: read,
});

/** Fields that were read; absent ones were not. Dates are `YYYY-MM-DD`. */
export type FieldReadings = Static<typeof fieldReadings>;

/** What a field of a document is called, whatever carried it: zone, bar code or print. */
export type FieldName = keyof FieldReadings;

const documentKind = oneOf([
  'passport',
  'visa',
  'id-card',
  'residence-permit',
  'driving-licence',
  'mx-ine',
  'co-cedula-yellow',
  'co-cedula-digital',
  'br-cnh',
  'us-licence',
]);

/** Kinds of documents that pictures are sorted into; whether one is accepted is policy. */
export type DocumentKind = Static<typeof documentKind>;

export const documentClass = closed({
  kind: documentKind,
  /** ISO 3166-1 alpha-3 or a special code such as `UTO`; `null` when nothing names it. */
  issuingState: nullable(text(16)),
  /** 0–1. */
  confidence: share,
  /** Where it was read. */
  source: oneOf(['mrz', 'barcode', 'printed', 'outline']),
});

/** What a document picture seems to show, from its zone, codes, print and outline. */
export type DocumentClass = Static<typeof documentClass>;

/** Which side of a document; `null` when nothing names it. */
export const documentSide = nullable(oneOf(['front', 'back']));
