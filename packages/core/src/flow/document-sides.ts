import type { FlowDocumentType } from '@countersign/contract';

/** A document as a person chooses it. `country` is ISO 3166-1 alpha-2. */
export interface ChosenDocument {
  country: string;
  type: FlowDocumentType;
}

/** Countries whose driving licences carry a bar code with all data on the back. */
const codedLicences = new Set(['US', 'CA']);

/**
 * Whether the flow takes the back of a document: where its zone or code is, as far as type and country tell.
 * @see spec/contract.md
 */
export function hasBack({ country, type }: ChosenDocument): boolean {
  if (type === 'DRIVERS_LICENSE') return codedLicences.has(country);
  return type !== 'PASSPORT';
}
