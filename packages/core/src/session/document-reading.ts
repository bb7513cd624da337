import type {
  BarcodeFinding,
  DocumentKind,
  FieldName,
  FieldReading,
  FieldReadings,
  MrzFinding,
  PictureFindings,
} from '@countersign/findings';
import { alpha2OfTravelCode } from './country-codes.ts';
import { sameValue } from './consistency.ts';
import { comparedFields, type ComparedField, type FieldSource, valuesOf } from './field-values.ts';

/** Values of `document.type` on the wire. */
export type DocumentType = 'PASSPORT' | 'ID_CARD' | 'RESIDENCE_PERMIT' | 'DRIVERS_LICENSE' | 'VISA' | 'OTHER';

/** Where a value was read. @see spec/contract.md A-92 */
export type ReadingSource = 'MRZ' | 'VIZ' | 'BARCODE' | 'NFC';

/** What was read from the document, in the wire's terms. A member is `null` when it was not read or must not be relied on. */
export interface DocumentReading {
  /** The surest source that gave anything. */
  source: ReadingSource | null;
  /** Sources of the value taken, per field. */
  sources: Partial<Record<ComparedField, ReadingSource[]>>;
  firstName: string | null;
  lastName: string | null;
  /** The document's name field was full, so the name may be cut off. */
  nameTruncated: boolean;
  gender: 'M' | 'F' | null;
  dateOfBirth: string | null;
  placeOfBirth: string | null;
  /** ISO 3166-1 alpha-2. */
  nationality: string | null;
  idNumber: string | null;
  address: string | null;
  /** `[A-Za-z0-9]` only. */
  number: string | null;
  type: DocumentType | null;
  /** ISO 3166-1 alpha-2; `null` for states without a code, such as the specimen state `UTO`. */
  country: string | null;
  /** The issuing state as the document writes it. */
  issuingState: string | null;
  /** Part of a country that issued it, letters after the hyphen of ISO 3166-2. */
  state: string | null;
  validFrom: string | null;
  validUntil: string | null;
  issuedBy: string | null;
  /** `null` for documents that are no driving licence. */
  licence: DrivingLicence | null;
  /** `null` for documents that are no Mexican voter card. */
  voterCard: VoterCard | null;
  /** 0–1: the weakest of what the reading rests on. */
  confidence: number;
}

export interface DrivingLicence {
  number: string | null;
  /** When its holder was first licensed, `YYYY-MM-DD`. */
  firstIssue: string | null;
  /** As printed, sorted; `null` when not read. */
  categories: string[] | null;
}

/** Numbers and years of a Mexican voter card. @see spec/registries.md 12.4, 12.5, 13.2 */
export interface VoterCard {
  /** 9 digits. */
  cic: string | null;
  /** 12 or 13 digits; the last nine of 13 are the citizen's. */
  ocr: string | null;
  /** 18 characters. */
  curp: string | null;
  /** 18 characters; `null` also where an N in it may be an Ñ. */
  voterKey: string | null;
  /** 2 digits. */
  emissionNumber: string | null;
  /** As printed, where a zone that was read agrees as far as it goes: it has no Ñ, and cuts long names off. */
  givenNames: string | null;
  /** `YYYY`. */
  registrationYear: string | null;
  /** `YYYY`. */
  issueYear: string | null;
}

/** Nothing was read. */
export const noReading: DocumentReading = {
  source: null,
  sources: {},
  firstName: null,
  lastName: null,
  nameTruncated: false,
  gender: null,
  dateOfBirth: null,
  placeOfBirth: null,
  nationality: null,
  idNumber: null,
  address: null,
  number: null,
  type: null,
  country: null,
  issuingState: null,
  state: null,
  validFrom: null,
  validUntil: null,
  issuedBy: null,
  licence: null,
  voterCard: null,
  confidence: 0,
};

/** Second letters of TD1 and TD2 document codes that states use for residence permits. */
const residencePermitCodes = new Set(['IR', 'AR', 'CR', 'RP', 'IT', 'AT']);

/**
 * The wire's document type for a zone's document code. The second letter is the issuing state's own choice, so what the
 * client announced decides between a card and a permit where the code leaves it open.
 * @returns `null` for a code that no supported document has
 */
export function documentTypeOf(documentCode: string, announced: string | null): DocumentType | null {
  switch (documentCode[0]) {
    case 'P':
      return 'PASSPORT';
    case 'V':
      return 'VISA';
    case 'R':
      return 'RESIDENCE_PERMIT';
    case 'I':
    case 'A':
    case 'C':
      return residencePermitCodes.has(documentCode) || announced === 'RESIDENCE_PERMIT'
        ? 'RESIDENCE_PERMIT'
        : 'ID_CARD';
    case 'D':
      return 'DRIVERS_LICENSE';
    default:
      return null;
  }
}

const typeOfKind: Readonly<Record<DocumentKind, DocumentType>> = {
  passport: 'PASSPORT',
  visa: 'VISA',
  'id-card': 'ID_CARD',
  'residence-permit': 'RESIDENCE_PERMIT',
  'driving-licence': 'DRIVERS_LICENSE',
  'mx-ine': 'ID_CARD',
  'co-cedula-yellow': 'ID_CARD',
  'co-cedula-digital': 'ID_CARD',
  'br-cnh': 'DRIVERS_LICENSE',
  'us-licence': 'DRIVERS_LICENSE',
};

/** States whose optional data hold the holder's national number, by format and place. */
const nationalNumberIn: Readonly<Record<string, 'optional1' | 'optional2'>> = {
  'TD1 EST': 'optional1',
  'TD1 ESP': 'optional1',
};

function nationalNumber({ format, fields, status }: MrzFinding): string | null {
  const place =
    nationalNumberIn[`${format} ${fields.issuingState}`] ?? (format === 'TD3' ? 'optional1' : null);
  const value = status === 'clean' ? (fields.personalNumber ?? (place && fields[place])) : null;
  return value && lettersAndDigits(value);
}

const lettersAndDigits = (text: string | null) => text?.replace(/[^A-Za-z0-9]/g, '') || null;

/**
 * The reading of one attempt's document: the zone's values, else the bar code's, else the print's. An inconsistent zone stays
 * readable as data; whether it may be relied on is judged by the checks, not here.
 */
export function readingOf(
  findings: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed' | 'documentClass'>,
  announcedType: string | null,
): DocumentReading {
  const values = valuesTaken(findings);
  if (values.source === null) return noReading;
  const { mrz } = findings;
  const { second, taken } = values;
  const issuingState = taken('issuingState') ?? findings.documentClass?.issuingState ?? null;
  const type = typeOf(findings, announcedType);
  return {
    source: values.source,
    sources: sourcesOf(findings),
    ...namesOf(taken('firstName'), taken('lastName'), second('fullName')),
    nameTruncated: mrz?.fields.truncated ?? false,
    gender: genderOf(taken('sex')),
    dateOfBirth: taken('birthDate'),
    placeOfBirth: second('birthPlace'),
    nationality: alpha2OrNull(taken('nationality')),
    idNumber: lettersAndDigits((mrz && nationalNumber(mrz)) ?? second('personalNumber')),
    address: second('address'),
    number: lettersAndDigits(taken('number')),
    type,
    country: alpha2OrNull(issuingState),
    issuingState,
    state: second('state'),
    validFrom: second('issueDate'),
    validUntil: taken('expiryDate'),
    issuedBy: second('authority'),
    licence: type === 'DRIVERS_LICENSE' ? licenceOf(second, issuingState) : null,
    voterCard: issuingState === 'MEX' && type === 'ID_CARD' ? voterCardOf(findings) : null,
    confidence: values.confidence,
  };
}

/** Where the reading comes from, and its values: of bar code and print alone (`second`), and of all three (`taken`). */
function valuesTaken({ mrz, barcode, printed }: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'>) {
  const code = barcode?.fields ?? null;
  const print = printed?.fields ?? null;
  const source: ReadingSource | null = mrz ? 'MRZ' : code ? 'BARCODE' : hasFields(print) ? 'VIZ' : null;
  const second = (name: FieldName) => (code?.[name] ?? print?.[name])?.value ?? null;
  const taken = (name: ComparedField) =>
    (mrz && name !== 'issueDate' ? mrz.fields[name] : null) ?? second(name);
  return { source, second, taken, confidence: mrz?.confidence ?? weakest(code ?? print ?? {}) };
}

const alpha2OrNull = (state: string | null) => (state ? alpha2OfTravelCode(state) : null);

/** Documents that print one name for all: its first word is taken for the first name. */
function namesOf(firstName: string | null, lastName: string | null, fullName: string | null) {
  if (firstName !== null || lastName !== null || fullName === null) return { firstName, lastName };
  const [first = null, ...rest] = fullName.split(' ').filter(Boolean);
  return { firstName: first, lastName: rest.join(' ') || null };
}

const hasFields = (fields: FieldReadings | null) => fields !== null && Object.keys(fields).length > 0;

const genderOf = (sex: string | null) => (sex === 'M' || sex === 'F' ? sex : null);

function licenceOf(second: (name: FieldName) => string | null, issuingState: string | null): DrivingLicence {
  const printed = second('licenceCategories');
  return {
    number: second('licenceNumber') ?? second('number'),
    firstIssue: second('firstIssueDate'),
    categories: printed === null ? null : categoriesOf(printed, issuingState),
  };
}

/** Values of the zone if it agrees with itself, else of the print. @see spec/registries.md 13.2 */
function voterCardOf({ mrz, printed }: Pick<PictureFindings, 'mrz' | 'printed'>): VoterCard {
  const zone = mrz?.format === 'TD1' && mrz.status === 'clean' ? mrz.fields : null;
  const inZone = (name: 'number' | 'optional1' | 'optional2', shape: RegExp) =>
    shape.exec(zone?.[name] ?? '')?.[1] ?? null;
  const inPrint = (name: FieldName) => printed?.fields[name]?.value ?? null;
  return {
    cic: inZone('number', /^(\d{9})$/) ?? inPrint('cic'),
    ocr: inZone('optional1', /^(\d{12,13})$/) ?? inPrint('ocr'),
    curp: inPrint('curp'),
    voterKey: voterKeyOf(printed?.fields ?? {}),
    emissionNumber: inZone('optional2', /^(\d{2})<</) ?? inPrint('emissionNumber'),
    givenNames: givenNamesOf(inPrint('firstName'), mrz),
    registrationYear: inPrint('registrationYear'),
    issueYear: issueYearOf(printed?.fields.expiryDate),
  };
}

/** Text engines lose the tilde in words that are none, and a query with another key is about another person. */
function voterKeyOf({ voterKey, firstName, lastName }: FieldReadings): string | null {
  const hasTilde = /Ñ/i.test(`${firstName?.value ?? ''} ${lastName?.value ?? ''}`.normalize('NFC'));
  const isDoubtful = hasTilde && voterKey?.value.slice(0, 6).includes('N');
  return isDoubtful ? null : (voterKey?.value ?? null);
}

function givenNamesOf(print: string | null, mrz: MrzFinding | null): string | null {
  if (print === null || mrz === null) return print;
  const { firstName, truncated } = mrz.fields;
  const folded = zoneLetters(print);
  const zone = zoneLetters(firstName ?? '');
  return folded === zone || (truncated && zone !== '' && folded.startsWith(zone)) ? print : null;
}

/** A name in the letters of a zone, which writes `N` for `Ñ`. */
const zoneLetters = (name: string) =>
  name
    .normalize('NFD')
    .toUpperCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim();

/** The card prints its validity as two years; what is kept of them is the end. */
function issueYearOf(validity: FieldReading | undefined): string | null {
  return /(?<!\d)((?:19|20)\d{2})\D+(?:19|20)\d{2}(?!\d)/.exec(validity?.text ?? '')?.[1] ?? null;
}

/** Brazil prints its categories without a separator. @see spec/registries.md 12.3 */
function categoriesOf(printed: string, issuingState: string | null): string[] {
  const words = printed.split(/[\s,]+/).filter(Boolean);
  if (issuingState !== 'BRA') return words;
  return words.flatMap((word) => (/^[A-E]{2}$/.test(word) ? word.split('') : [word]));
}

/** Fields a decision rests on; the confidence of a reading is the least of theirs. */
const essential: readonly FieldName[] = [
  'lastName',
  'firstName',
  'fullName',
  'birthDate',
  'number',
  'personalNumber',
  'expiryDate',
];

function weakest(fields: FieldReadings): number {
  const confidences = essential.flatMap((name) => fields[name]?.confidence ?? []);
  return confidences.length === 0 ? 0 : Math.min(...confidences);
}

function typeOf(
  { mrz, barcode, documentClass }: Pick<PictureFindings, 'mrz' | 'barcode' | 'documentClass'>,
  announced: string | null,
): DocumentType | null {
  if (mrz) return documentTypeOf(mrz.fields.documentCode, announced);
  const coded = barcode && typeOfBarcode(barcode);
  return coded ?? (documentClass ? typeOfKind[documentClass.kind] : null);
}

function typeOfBarcode({ kind, fields }: BarcodeFinding): DocumentType | null {
  if (kind === 'co-cedula-pdf417') return 'ID_CARD';
  if (kind !== 'aamva') return null;
  return fields?.documentCode?.value === 'ID' ? 'ID_CARD' : 'DRIVERS_LICENSE';
}

const wireSources: Readonly<Record<Exclude<FieldSource, 'session'>, ReadingSource>> = {
  mrz: 'MRZ',
  barcode: 'BARCODE',
  printed: 'VIZ',
};

/** Per field the sources that agree with the surest of them. */
function sourcesOf(
  findings: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'>,
): DocumentReading['sources'] {
  const rows = comparedFields.flatMap((field) => {
    const values = valuesOf(field, findings, null);
    const [surest] = values;
    if (!surest) return [];
    const same = values.filter((value) => value === surest || sameValue(field, surest, value) === true);
    return [[field, same.map(({ source }) => wireSources[source as keyof typeof wireSources])] as const];
  });
  return Object.fromEntries(rows);
}
