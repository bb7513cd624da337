import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import type { MrzReading } from '../mrz/reading.ts';

/** Fields in which print is compared with zone and bar code. */
const claimedFields = [
  'number',
  'personalNumber',
  'lastName',
  'firstName',
  'birthDate',
  'expiryDate',
  'section',
] as const;

/** One of these fields. */
export type ClaimedField = (typeof claimedFields)[number];

/** A value that zone or bar code give for a field. */
export interface Claim {
  field: ClaimedField;
  /** Dates `YYYY-MM-DD`. */
  value: string;
  /** Its end may have been cut off. */
  truncated: boolean;
  /** Another number on the document is not this one: passports carry one alone, on cards zone and print may show different ones. */
  sole: boolean;
}

/** Characters of a zone read less surely claim nothing. */
const sureCharacter = 0.3;
/** A shorter value occurs on a page by chance. */
const shortest = 2;

/** The values to look for in print: the zone's, else the bar code's. A zone that contradicts itself claims nothing. */
export function claimsOf({
  mrz,
  barcode,
}: {
  mrz: MrzReading | null;
  barcode: BarcodeReading | null;
}): Claim[] {
  return claimedFields.flatMap((field): Claim[] => {
    const claim = zoneClaim(field, mrz) ?? codeClaim(field, barcode);
    return claim === null || claim.value.length < shortest ? [] : [claim];
  });
}

function zoneClaim(field: ClaimedField, mrz: MrzReading | null): Claim | null {
  const part = field === 'section' ? 'optional1' : field;
  if (mrz === null || mrz.status === 'inconsistent' || mrz.repaired.includes(part)) return null;
  const value = field === 'section' ? sectionOf(mrz) : mrz.fields[field];
  if (value === null || (mrz.fields.confidence[part] ?? 1) < sureCharacter) return null;
  const truncated = mrz.fields.truncated && (field === 'lastName' || field === 'firstName');
  return { field, value, truncated, sole: mrz.format === 'TD3' };
}

/** The electoral section with which the OCR number of a Mexican voter card begins. @see spec/registries.md 12.5 */
function sectionOf({ format, fields }: MrzReading): string | null {
  const isVoterCard = format === 'TD1' && fields.issuingState === 'MEX';
  return (isVoterCard && /^(\d{4})\d{9}$/.exec(fields.optional1 ?? '')?.[1]) || null;
}

function codeClaim(field: ClaimedField, barcode: BarcodeReading | null): Claim | null {
  const value = barcode?.fields?.[field]?.value;
  return value === undefined ? null : { field, value, truncated: false, sole: false };
}
