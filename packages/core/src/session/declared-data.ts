import type { PictureFindings } from '@countersign/findings';
import type { DeclaredField } from './declared-fields.ts';
import { type ComparedField, type FieldValue, valuesOf } from './document/field-values.ts';
import type { DocumentReading } from './document/document-reading.ts';
import { sameValue } from './document/consistency.ts';
import { editDistance } from './names/names.ts';
import { printedContradiction, readingLimits } from './policy.ts';
import type { SessionData } from './session-data.ts';
import { isPartOf } from './document/territories.ts';

/**
 * Result of a comparison. `unlike`: one character differs, as in a typing error. `unknown`: one side has no value, or no
 * reliable one, or the two are of different kinds.
 */
export type Agreement = 'agrees' | 'unlike' | 'contradicts' | 'unknown';

interface Compared {
  session: Pick<SessionData, 'person' | 'document'>;
  reading: DocumentReading;
  findings: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed' | 'documentClass'>;
}

/** Compares what the client declared with the document. @see spec/contract.md A-132 */
export function compareDeclared(input: Compared): Record<DeclaredField, Agreement> {
  const country = compareCountry(input);
  const type = compareType(input);
  const isAnother = country === 'contradicts' || type === 'contradicts';
  return {
    country,
    type,
    // A different document has a different number, which is no further fault.
    number: isAnother ? 'unknown' : compareNumber(input),
    idNumber: compareIdNumber(input),
    gender: compareGender(input),
  };
}

/** Whether the kind of document was recognised reliably enough to contradict the client. */
function isRecognised({ reading, findings: { documentClass } }: Compared): boolean {
  if (reading.source === 'MRZ' || reading.source === 'BARCODE') return true;
  return documentClass !== null && documentClass.confidence >= printedContradiction;
}

function compareCountry(input: Compared): Agreement {
  const { session, reading, findings } = input;
  const declared = session.document.country;
  if (declared === undefined || reading.country === null) return 'unknown';
  if (declared === reading.country || declared === reading.state) return 'agrees';
  if (isPartOf(declared, reading.country) || isPartOf(reading.country, declared)) return 'agrees';
  const sure = (findings.mrz?.fields.confidence.issuingState ?? 1) >= readingLimits.contradiction;
  return sure && isRecognised(input) ? 'contradicts' : 'unknown';
}

/** The second letter of a card's code is chosen by the issuing state: it does not distinguish a card from a permit. */
const cards = ['ID_CARD', 'RESIDENCE_PERMIT'];

function compareType(input: Compared): Agreement {
  const { session, reading, findings } = input;
  const declared = session.document.type;
  if (declared === undefined || reading.type === null) return 'unknown';
  if (declared === reading.type) return 'agrees';
  if (cards.includes(declared) && cards.includes(reading.type)) return 'agrees';
  // Passport cards.
  if (declared === 'PASSPORT' && findings.mrz?.fields.documentCode === 'IP') return 'agrees';
  return isRecognised(input) ? 'contradicts' : 'unknown';
}

/** Values that may contradict the client; print only if it was read reliably. */
const sureValues = (field: ComparedField, findings: Compared['findings']): FieldValue[] =>
  valuesOf(field, findings, null).filter(
    ({ source, confidence }) =>
      confidence >= (source === 'printed' ? printedContradiction : readingLimits.contradiction),
  );

const supplied = (value: string): FieldValue => ({
  source: 'session',
  value,
  confidence: 1,
  truncated: false,
});

const bare = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** Every number on the document, wherever it appears: states and clients differ in which of them is the document's. */
function numbersOf({ reading, findings }: Compared): FieldValue[] {
  const { licence, voterCard } = reading;
  const { optional1 = null, optional2 = null } = findings.mrz?.fields ?? {};
  const others = [reading.idNumber, licence?.number, voterCard?.cic, voterCard?.ocr, voterCard?.curp];
  return [
    ...valuesOf('number', findings, null),
    ...valuesOf('personalNumber', findings, null),
    ...[...others, optional1, optional2].flatMap((value) =>
      value ? [{ ...supplied(value), source: 'mrz' as const }] : [],
    ),
  ];
}

/** Minimum length of a partial number that identifies it: states print check digits and serial letters beside it. */
const partLength = 6;

const holds = (whole: string, part: string) => part.length >= partLength && whole.includes(part);

function isAmong(declared: string, numbers: readonly FieldValue[]): boolean {
  return numbers.some((value) => {
    if (sameValue('number', value, supplied(declared)) !== false) return true;
    const [one, other] = [bare(declared), bare(value.value)];
    return holds(one, other) || holds(other, one);
  });
}

const unlikeOrOther = (declared: string, read: string): Agreement =>
  editDistance(bare(declared), bare(read)) === 1 ? 'unlike' : 'contradicts';

function compareNumber(input: Compared): Agreement {
  const declared = input.session.document.number;
  const [sure] = sureValues('number', input.findings);
  if (declared === undefined || sure === undefined) return 'unknown';
  return isAmong(declared, numbersOf(input)) ? 'agrees' : unlikeOrOther(declared, sure.value);
}

/**
 * Personal numbers are of many kinds, and passports may carry anything in that field: only two of the same form can contradict each
 * other.
 */
function compareIdNumber(input: Compared): Agreement {
  const { session, reading, findings } = input;
  const declared = session.person.idNumber;
  if (declared === undefined) return 'unknown';
  if (isAmong(declared, numbersOf(input))) return 'agrees';
  const inZone = findings.mrz?.status === 'clean' ? reading.idNumber : null;
  const [sure] = sureValues('personalNumber', findings);
  const read = sure?.value ?? inZone;
  return read !== null && formOf(read) === formOf(declared) ? unlikeOrOther(declared, read) : 'unknown';
}

const formOf = (number: string): string => {
  const text = bare(number);
  return `${/^\d+$/.test(text) ? 'digits' : 'letters'} ${text.length}`;
};

function compareGender({ session, findings }: Compared): Agreement {
  const declared = session.person.gender;
  const [read] = sureValues('sex', findings);
  if (declared === undefined || (read?.value !== 'M' && read?.value !== 'F')) return 'unknown';
  return read.value === declared ? 'agrees' : 'contradicts';
}
