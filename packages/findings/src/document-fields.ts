import { type Static, Type } from 'typebox';
import { box, closed, nullable, oneOf, share, text } from './members.ts';

/** Maximum characters of one field: as many as the largest bar code holds. */
const longestField = 8_192;

const fieldReading = closed({
  /** Normalised: dates `YYYY-MM-DD`, sex `M` or `F`, numbers without separators, names in upper case as printed. */
  value: text(longestField),
  /** As printed or encoded. */
  text: text(longestField),
  /** 0–1. */
  confidence: share,
  /** Position in pixels of the upright original; `null` if unknown. */
  box: nullable(box),
});

/** One field of a document as it was read. */
export type FieldReading = Static<typeof fieldReading>;

const read = Type.Optional(fieldReading);

/** Fields that bar codes and printed text can carry. */
export const fieldReadings = closed({
  documentCode: read,
  issuingState: read,
  number: read,
  personalNumber: read,
  lastName: read,
  firstName: read,
  fullName: read,
  /** Names of the parents, one per line. */
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
  /** Three-letter code as on North American licences, e.g. `BRO`. */
  eyeColor: read,
  hairColor: read,
  /** In whole centimetres. */
  height: read,
  /** In whole kilograms. */
  weight: read,
});

/** The fields that were read; the others are absent. Dates are `YYYY-MM-DD`. */
export type FieldReadings = Static<typeof fieldReadings>;

/** Name of a document field, regardless of its source: zone, bar code or print. */
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

/** Kinds of documents that pictures are classified as; whether a kind is accepted is policy. */
export type DocumentKind = Static<typeof documentKind>;

export const documentClass = closed({
  kind: documentKind,
  /** ISO 3166-1 alpha-3 or a special code such as `UTO`; `null` if unknown. */
  issuingState: nullable(text(16)),
  /** 0–1. */
  confidence: share,
  /** The source of the classification. */
  source: oneOf(['mrz', 'barcode', 'printed', 'outline']),
});

/** Classification of a document picture from its zone, codes, print and outline. */
export type DocumentClass = Static<typeof documentClass>;

/** The side of a document; `null` if unknown. */
export const documentSide = nullable(oneOf(['front', 'back']));
