import type { DocumentReading } from './document-reading.ts';
import { nameSimilarity } from '../names/names.ts';
import { nameLimits } from '../policy.ts';
import type { SuppliedPerson } from '../session-data.ts';

/**
 * The first name that the client sent, where the document has none: not the one name of a person that a document has as last name, which
 * would be shown twice.
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
