import type { FlowDocumentType } from '@countersign/contract';
import { isCodedLicence } from '../session/document/sides.ts';

/** A document as chosen by a person. `country` is ISO 3166-1 alpha-2. */
export interface ChosenDocument {
  country: string;
  type: FlowDocumentType;
}

/**
 * Whether the flow captures the back of a document: it does if the zone or code is there, judging by type and country.
 * @see spec/contract.md
 */
export function hasBack({ country, type }: ChosenDocument): boolean {
  if (type === 'DRIVERS_LICENSE') return isCodedLicence(country);
  return type !== 'PASSPORT';
}
