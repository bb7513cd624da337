import { isGiven } from './decision-table.ts';
import { hasCnhCheckDigits, licenceCategory } from './numbers/cnh.ts';
import { parseCurp } from './numbers/curp.ts';
import { isCic } from './numbers/ine-card.ts';
import type { BrField, MxField } from './port.ts';
import type { BrInput, MxInput } from './verdict.ts';

/**
 * A remark for the operator about a number that does not follow the rules for its kind; never a verdict.
 * @see spec/registries.md 12
 */
export interface AdvisoryNote<Field extends string> {
  /**
   * `shape`: does not have the number's form; `check_digit`: digits disagree; `unknown_value`: not in a closed list; `date`: not a real
   * date.
   */
  code: 'shape' | 'check_digit' | 'unknown_value' | 'date';
  field: Field;
}

/** Remarks about the licence sent to Brazil's registry. The CPF has none, because wrong digits break a rule. */
export function brazilAdvice({ claims }: BrInput): AdvisoryNote<BrField>[] {
  const notes: AdvisoryNote<BrField>[] = [];
  const { licenceNumber, licenceCategory: category } = claims;
  if (isGiven(licenceNumber) && !hasCnhCheckDigits(licenceNumber)) {
    notes.push({ code: /^\d{11}$/.test(licenceNumber) ? 'check_digit' : 'shape', field: 'licenceNumber' });
  }
  if (isGiven(category) && licenceCategory(category) === null) {
    notes.push({ code: 'unknown_value', field: 'licenceCategory' });
  }
  return notes;
}

/** Remarks about the card and the CURP sent to Mexico's registry. */
export function mexicoAdvice({ cic, claims }: MxInput): AdvisoryNote<MxField | 'cic'>[] {
  const notes: AdvisoryNote<MxField | 'cic'>[] = [];
  if (isGiven(cic) && !isCic(cic.trim())) notes.push({ code: 'shape', field: 'cic' });
  if (!isGiven(claims.curp)) return notes;
  const curp = parseCurp(claims.curp);
  if (!curp) return [...notes, { code: 'shape', field: 'curp' }];
  if (!curp.hasCheckDigit) notes.push({ code: 'check_digit', field: 'curp' });
  if (!curp.isKnownState) notes.push({ code: 'unknown_value', field: 'curp' });
  if (curp.dateOfBirth === null) notes.push({ code: 'date', field: 'curp' });
  return notes;
}
