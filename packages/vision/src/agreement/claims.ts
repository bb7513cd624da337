import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import type { MrzReading } from '../mrz/reading.ts';

/** Fields for which print is compared with zone and bar code. */
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

/** A field's value according to zone or bar code. */
export interface Claim {
  field: ClaimedField;
  /** Dates `YYYY-MM-DD`. */
  value: string;
  /** Whether the end of the value may have been cut off. */
  truncated: boolean;
  /**
   * Whether another number on the document contradicts this one: passports have only one number, while zone and print of a card may show
   * different ones.
   */
  sole: boolean;
}

/** Characters of a zone below this confidence make no claim. */
const sureCharacter = 0.3;
/** Shorter values occur on a page by chance. */
const shortest = 2;

/** Whether a claim is searched for on a page; a name of one letter is only compared with the value beside its label. */
export const isSought = ({ value }: Claim): boolean => value.length >= shortest;

/** The values to look for in print: from the zone, otherwise from the bar code. A zone that contradicts itself makes no claims. */
export function claimsOf({
  mrz,
  barcode,
}: {
  mrz: MrzReading | null;
  barcode: BarcodeReading | null;
}): Claim[] {
  return claimedFields.flatMap((field): Claim[] => {
    const claim = zoneClaim(field, mrz) ?? codeClaim(field, barcode);
    return claim === null || (!isSought(claim) && !field.endsWith('Name')) ? [] : [claim];
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
