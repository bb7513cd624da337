import type {
  BarcodeFinding,
  DocumentKind,
  FieldName,
  FieldReadings,
  PictureFindings,
} from '@countersign/findings';
import { type VoterCard, voterCardOf } from './voter-card.ts';
import { alpha2OfTravelCode } from './country-codes.ts';
import { sameValue } from './consistency.ts';
import { type Address, documentAddress, isWholeAddress } from './address.ts';
import { comparedFields, type ComparedField, type FieldSource, valuesOf } from './field-values.ts';
import type { ReadingSource } from './publish-limits.ts';
import { nationalNumber } from './national-number.ts';
import { lastMonthOf, partialBirth, type PartialDate } from './open-dates.ts';
import { isVoterCardZone, readField, type ReadField, voterCardNumbers } from './read-field.ts';
import type { SessionData } from '../session-data.ts';
import { splitName, type SplitName } from '../names/split-name.ts';

/** Values of `document.type` on the wire. */
export type DocumentType = 'PASSPORT' | 'ID_CARD' | 'RESIDENCE_PERMIT' | 'DRIVERS_LICENSE' | 'VISA' | 'OTHER';

/**
 * What was read from the document, in the interface's values. A member is `null` when it was not read or is not reliable; `fields` also has
 * what is not reliable.
 * @see spec/contract.md A-140
 */
export interface DocumentReading {
  /** The most reliable source that had any value. */
  source: ReadingSource | null;
  /** Per field, the sources that have the chosen value. */
  sources: Partial<Record<ComparedField, ReadingSource[]>>;
  /** Every field that was read, reliable or not. */
  fields: Partial<Record<FieldName, ReadField>>;
  firstName: string | null;
  lastName: string | null;
  /** The whole name, if the document does not separate first and last name and nothing shows how to; those two are then `null`. */
  wholeName: string | null;
  /** How a name printed as a whole was split; `null` if the document separates it or it could not be split. */
  splitBy: SplitName['by'] | null;
  /** The document's name field was full, so the name may be cut off. */
  nameTruncated: boolean;
  /** The name comes from a name field that was full, or that the issuer marked as cut off, and no other source has all of it. */
  isNameCut: boolean;
  /** The document has one name and no given names, as some people do. */
  isOneName: boolean;
  gender: 'M' | 'F' | null;
  dateOfBirth: string | null;
  /** The known parts of a date of birth that the document leaves open; `null` if it has the full date, or nothing. */
  partialBirth: PartialDate | null;
  placeOfBirth: string | null;
  /** ISO 3166-1 alpha-2. */
  nationality: string | null;
  idNumber: string | null;
  address: Address | null;
  /** As the document writes it. */
  eyeColor: string | null;
  hairColor: string | null;
  /** Whole centimetres. */
  height: string | null;
  /** Whole kilograms. */
  weight: string | null;
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
  /** The last month, `YYYY-MM`, in which the document can be valid if it has no day of expiry; `null` if unknown. */
  lastMonth: string | null;
  issuedBy: string | null;
  /** Whether a portrait was found on the document. */
  hasPortrait: boolean;
  /** `null` for documents other than driving licences. */
  licence: DrivingLicence | null;
  /** `null` for documents other than Mexican voter cards. */
  voterCard: VoterCard | null;
  /** 0–1: the lowest confidence among the values that the reading rests on. */
  confidence: number;
}

export interface DrivingLicence {
  number: string | null;
  /** When its holder was first licensed, `YYYY-MM-DD`. */
  firstIssue: string | null;
  /** As printed, sorted; `null` when not read. */
  categories: string[] | null;
}

/** Nothing was read. */
export const noReading: DocumentReading = {
  source: null,
  sources: {},
  fields: {},
  firstName: null,
  lastName: null,
  wholeName: null,
  splitBy: null,
  nameTruncated: false,
  isNameCut: false,
  isOneName: false,
  gender: null,
  dateOfBirth: null,
  partialBirth: null,
  placeOfBirth: null,
  nationality: null,
  idNumber: null,
  address: null,
  eyeColor: null,
  hairColor: null,
  height: null,
  weight: null,
  number: null,
  type: null,
  country: null,
  issuingState: null,
  state: null,
  validFrom: null,
  validUntil: null,
  lastMonth: null,
  issuedBy: null,
  hasPortrait: false,
  licence: null,
  voterCard: null,
  confidence: 0,
};

/** Document codes of TD1 and TD2 that states use for residence permits; the United States print `C1` and `C2`. */
const residencePermitCodes = new Set(['IR', 'AR', 'CR', 'RP', 'IT', 'AT', 'C1', 'C2']);

/** The code of crew member certificates (ICAO 9303-5). */
const crewCode = 'AC';
/**
 * The document type for a zone's document code; null for a code of no supported document. States choose the second letter freely; if the
 * code does not distinguish card and permit, the declared type decides.
 * @see spec/contract.md A-426
 */
export function documentTypeOf(documentCode: string, announced: string | null): DocumentType | null {
  if (documentCode === crewCode) return 'OTHER';
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

const lettersAndDigits = (text: string | null) => text?.replace(/[^A-Za-z0-9]/g, '') || null;

type Sources = Pick<PictureFindings, 'mrz' | 'barcode' | 'printed' | 'documentClass'>;

/**
 * The reading of one attempt's document. Each field is taken from the zone, the bar code or the print, whichever is the first reliable one.
 * @param session the client's data, which may confirm values and help to split a name. `null`: unknown
 */
export function readingOf(
  findings: Sources & Partial<Pick<PictureFindings, 'portrait'>>,
  session: Pick<SessionData, 'person' | 'document'> | null,
): DocumentReading {
  const source = sourceOf(findings);
  if (source === null) return noReading;
  const { mrz } = findings;
  const fields = fieldsOf(findings, session);
  const published = (name: FieldName) => reliableValue(fields[name]);
  const issuingState = issuingStateOf(fields, findings);
  const type = typeOf(findings, session?.document.type ?? null);
  const isVoterCard = issuingState === 'MEX' && type === 'ID_CARD';
  const voterCard = isVoterCard ? voterCardOf(findings, published) : null;
  const numberField = isDigitalCedula(findings) ? 'personalNumber' : 'number';
  const sources = sourcesOf(findings);
  // A number that only print has, such as a CIC, is not a compared field.
  const numberSources = sources[numberField] ?? (fields.number ? [fields.number.source] : undefined);
  return {
    source,
    sources: { ...sources, ...(numberSources ? { number: numberSources } : {}) },
    fields,
    ...namesOf(fields, session),
    nameTruncated: isTruncated(findings),
    isNameCut: isNameCut(fields, findings),
    isOneName: isOneName(fields, findings),
    gender: genderOf(published('sex')),
    dateOfBirth: published('birthDate'),
    partialBirth: published('birthDate') === null ? partialBirth(mrz) : null,
    placeOfBirth: published('birthPlace'),
    nationality: alpha2OrNull(published('nationality')),
    idNumber: lettersAndDigits(nationalNumber(mrz) ?? voterCard?.curp ?? published('personalNumber')),
    address: addressOf(fields.address, { issuingState, isVoterCard }),
    eyeColor: published('eyeColor'),
    hairColor: published('hairColor'),
    height: published('height'),
    weight: published('weight'),
    number: lettersAndDigits(published(numberField)),
    type,
    country: alpha2OrNull(issuingState),
    issuingState,
    state: published('state'),
    validFrom: published('issueDate'),
    validUntil: published('expiryDate'),
    lastMonth: published('expiryDate') === null ? lastMonthOf(mrz) : null,
    issuedBy: published('authority'),
    hasPortrait: findings.portrait != null,
    licence: type === 'DRIVERS_LICENSE' ? licenceOf(published, findings, issuingState) : null,
    voterCard,
    confidence: confidenceOf(findings),
  };
}

/**
 * Where other zones have the document number, this card's zone has its serial number; the document number is the holder's.
 * @see spec/registries.md 13.3
 */
const isDigitalCedula = ({ mrz, documentClass }: Sources): boolean =>
  mrz
    ? mrz.fields.issuingState === 'COL' && mrz.fields.documentCode === 'IC'
    : documentClass?.kind === 'co-cedula-digital';

const isTruncated = ({ mrz, barcode }: Sources): boolean =>
  mrz ? mrz.fields.truncated : (barcode?.truncated ?? false);

/** Whether the part of a name that was cut off is missing: the end of the given names, or of the surname if there was no room for any. */
function isNameCut({ firstName, lastName }: DocumentReading['fields'], findings: Sources): boolean {
  const cut = firstName ?? lastName;
  return isTruncated(findings) && cut !== undefined && cut.source !== 'VIZ';
}

/** Print without given names may have some that were not read; a clean zone or a code then has none. */
function isOneName({ firstName, lastName }: DocumentReading['fields'], findings: Sources): boolean {
  if (firstName !== undefined || !lastName?.reliable || isTruncated(findings)) return false;
  return findings.mrz ? findings.mrz.status === 'clean' : lastName.source === 'BARCODE';
}

const confidenceOf = ({ mrz, barcode, printed }: Sources): number =>
  mrz?.confidence ?? weakest(barcode?.fields ?? printed?.fields ?? {});

/** Everything that was read is used to identify the document; the checks decide whether that suffices. */
const issuingStateOf = ({ issuingState }: DocumentReading['fields'], { documentClass }: Sources) =>
  issuingState?.value ?? documentClass?.issuingState ?? null;

function sourceOf({ mrz, barcode, printed }: Sources): ReadingSource | null {
  if (mrz) return 'MRZ';
  if (barcode?.fields) return 'BARCODE';
  return hasFields(printed?.fields ?? null) ? 'VIZ' : null;
}

function fieldsOf(
  findings: Sources,
  session: Pick<SessionData, 'person' | 'document'> | null,
): DocumentReading['fields'] {
  const { mrz, barcode, printed } = findings;
  const names = [mrz?.fields, barcode?.fields, printed?.fields].flatMap((fields) =>
    Object.keys(fields ?? {}),
  );
  if (mrz && mrz.status !== 'clean' && isVoterCardZone(mrz)) names.push(...voterCardNumbers);
  if (printed?.fields.cic) names.push('number');
  const rows = [...new Set(names)].flatMap((name) => {
    const field = readField(name as FieldName, findings, session);
    return field === null ? [] : [[name, field] as const];
  });
  return Object.fromEntries(rows);
}

/** The address as published; part of a printed address is not enough. */
function addressOf(
  address: ReadField | undefined,
  card: { issuingState: string | null; isVoterCard: boolean },
): Address | null {
  if (!address?.reliable || (address.source === 'VIZ' && !isWholeAddress(address, card))) return null;
  return documentAddress(address, card.issuingState);
}

const alpha2OrNull = (state: string | null) => (state ? alpha2OfTravelCode(state) : null);

/** First and last name, split if the document prints them as one. */
function namesOf(
  { firstName, lastName, fullName, parents }: DocumentReading['fields'],
  session: Pick<SessionData, 'person'> | null,
): Pick<DocumentReading, 'firstName' | 'lastName' | 'wholeName' | 'splitBy'> {
  const own = { firstName: reliableValue(firstName), lastName: reliableValue(lastName) };
  const isWhole = !firstName && !lastName && fullName?.reliable;
  if (!isWhole) return { ...own, wholeName: null, splitBy: null };
  const { value, text } = fullName;
  const hints = { text, parents: parents?.reliable ? parents.text : null, person: session?.person ?? null };
  const split = splitName(value, hints);
  if (split === null) return { ...own, wholeName: value, splitBy: null };
  return { firstName: split.firstName, lastName: split.lastName, wholeName: null, splitBy: split.by };
}

const reliableValue = (field: ReadField | undefined) => (field?.reliable ? field.value : null);

const hasFields = (fields: FieldReadings | null) => fields !== null && Object.keys(fields).length > 0;

const genderOf = (sex: string | null) => (sex === 'M' || sex === 'F' ? sex : null);

function licenceOf(
  published: (name: FieldName) => string | null,
  { printed }: Pick<PictureFindings, 'printed'>,
  issuingState: string | null,
): DrivingLicence {
  const categories = published('licenceCategories');
  // If printed only once, it is also the document number, which zone or code may have more reliably (no letter O in place of a zero).
  const { licenceNumber, number } = printed?.fields ?? {};
  const ofDocument = licenceNumber?.value === number?.value ? published('number') : null;
  return {
    number: ofDocument ?? published('licenceNumber') ?? published('number'),
    firstIssue: published('firstIssueDate'),
    categories: categories === null ? null : categoriesOf(categories, issuingState),
  };
}

/** Brazil prints its categories without a separator. @see spec/registries.md 12.3 */
function categoriesOf(printed: string, issuingState: string | null): string[] {
  const words = printed.split(/[\s,]+/).filter(Boolean);
  if (issuingState !== 'BRA') return words;
  return words.flatMap((word) => (/^[A-E]{2}$/.test(word) ? word.split('') : [word]));
}

/** Fields on which a decision rests; the confidence of a reading is the lowest of theirs. */
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

/** Per field, the sources that agree with the most reliable of them. */
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
