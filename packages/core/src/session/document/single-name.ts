import type { DocumentReading } from './document-reading.ts';
import { nameSimilarity } from '../names/names.ts';
import { nameLimits } from '../policy.ts';
import type { SuppliedPerson } from '../session-data.ts';

/**
 * The first name sent by the client, for documents without one. Excludes a single name that the document has as last name, which
 * would otherwise appear twice.
 * @see spec/contract.md A-49
 */
export function suppliedFirstName(
  { firstName, lastName }: SuppliedPerson,
  read: Pick<DocumentReading, 'lastName'> | null,
): string | undefined {
  if (firstName === undefined || lastName !== undefined || !read?.lastName) return firstName;
  const isTheSame = (nameSimilarity(firstName, read.lastName) ?? 0) >= nameLimits.agree;
  return isTheSame ? undefined : firstName;
}
