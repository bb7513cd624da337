import type { Box } from '../picture/raster.ts';

/** The value of a field of a document, whatever carried it: zone, bar code or print. Dates are `YYYY-MM-DD`. */
export type FieldName =
  | 'documentCode'
  | 'issuingState'
  | 'number'
  | 'personalNumber'
  | 'lastName'
  | 'firstName'
  | 'fullName'
  | 'birthDate'
  | 'issueDate'
  | 'firstIssueDate'
  | 'expiryDate'
  | 'sex'
  | 'nationality'
  | 'birthPlace'
  | 'address'
  | 'authority'
  | 'licenceNumber'
  | 'licenceCategories'
  | 'state'
  | 'curp'
  | 'voterKey'
  | 'cic'
  | 'ocr'
  | 'emissionNumber'
  | 'registrationYear';

/** One field as it was read. */
export interface FieldReading {
  /** Normalised: dates `YYYY-MM-DD`, sex `M` or `F`, numbers without separators, names in upper case as printed. */
  value: string;
  /** As printed or encoded. */
  text: string;
  /** 0–1. */
  confidence: number;
  /** Where it is, in pixels of the upright original; `null` where that is not known. */
  box: Box | null;
}

/** Fields that were read; absent ones were not. */
export type FieldReadings = Partial<Record<FieldName, FieldReading>>;
