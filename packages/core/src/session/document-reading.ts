import type { MrzFinding, PictureFindings } from './findings.ts';
import { alpha2OfTravelCode } from './country-codes.ts';

/** Values of `document.type` on the wire. */
export type DocumentType = 'PASSPORT' | 'ID_CARD' | 'RESIDENCE_PERMIT' | 'DRIVERS_LICENSE' | 'VISA' | 'OTHER';

/** Where a value was read. @see spec/contract.md A-92 */
export type ReadingSource = 'MRZ' | 'VIZ' | 'BARCODE' | 'NFC';

/** What was read from the document, in the wire's terms. A member is `null` when it was not read or must not be relied on. */
export interface DocumentReading {
  source: ReadingSource | null;
  firstName: string | null;
  lastName: string | null;
  /** The document's name field was full, so the name may be cut off. */
  nameTruncated: boolean;
  gender: 'M' | 'F' | null;
  dateOfBirth: string | null;
  /** ISO 3166-1 alpha-2. */
  nationality: string | null;
  idNumber: string | null;
  /** `[A-Za-z0-9]` only. */
  number: string | null;
  type: DocumentType | null;
  /** ISO 3166-1 alpha-2; `null` for states without a code, such as the specimen state `UTO`. */
  country: string | null;
  /** The issuing state as the document writes it. */
  issuingState: string | null;
  validUntil: string | null;
  /** 0–1: the weakest character. */
  confidence: number;
}

/** Nothing was read. */
export const noReading: DocumentReading = {
  source: null,
  firstName: null,
  lastName: null,
  nameTruncated: false,
  gender: null,
  dateOfBirth: null,
  nationality: null,
  idNumber: null,
  number: null,
  type: null,
  country: null,
  issuingState: null,
  validUntil: null,
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
    default:
      return null;
  }
}

/** States whose optional data hold the holder's national number, by format and place. */
const nationalNumberIn: Readonly<Record<string, 'optional1' | 'optional2'>> = {
  'TD1 EST': 'optional1',
  'TD1 ESP': 'optional1',
};

function nationalNumber({ format, fields, status }: MrzFinding): string | null {
  const place =
    nationalNumberIn[`${format} ${fields.issuingState}`] ?? (format === 'TD3' ? 'optional1' : null);
  const value = status === 'clean' ? (fields.personalNumber ?? (place && fields[place])) : null;
  return value?.replace(/[^A-Za-z0-9]/g, '') || null;
}

/**
 * The reading of one attempt's document. An inconsistent zone stays readable as data; whether it may be relied on is judged
 * by the checks, not here.
 */
export function readingOf({ mrz }: PictureFindings, announcedType: string | null): DocumentReading {
  if (!mrz) return noReading;
  const { fields } = mrz;
  return {
    source: 'MRZ',
    firstName: fields.firstName,
    lastName: fields.lastName,
    nameTruncated: fields.truncated,
    gender: fields.sex,
    dateOfBirth: fields.birthDate,
    nationality: fields.nationality ? alpha2OfTravelCode(fields.nationality) : null,
    idNumber: nationalNumber(mrz),
    number: fields.number?.replace(/[^A-Za-z0-9]/g, '') || null,
    type: documentTypeOf(fields.documentCode, announcedType),
    country: alpha2OfTravelCode(fields.issuingState),
    issuingState: fields.issuingState,
    validUntil: fields.expiryDate,
    confidence: mrz.confidence,
  };
}
