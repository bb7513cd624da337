import type { PreparedName } from '../model/prepared-name.ts';
import { acronymOf } from '../score/acronym.ts';
import { normalIdentifier } from '../score/facts.ts';
import { listedSide } from '../score/name-side.ts';
import { textHash } from './structures/text-hash.ts';

/** Keys under which entities are filed by identifier: identifiers that evidence may treat as equal have the same key. */
export function identifierKeys(identifiers: readonly { value: string }[]): Set<number> {
  const keys = new Set<number>();
  for (const { value } of identifiers) {
    const plain = normalIdentifier(value);
    if (plain !== null) keys.add(textHash(plain));
  }
  return keys;
}

/** The word that may abbreviate an organisation's whole name, or null. */
export function wholeAcronym(name: PreparedName): string | null {
  return name.kind === 'person' ? null : acronymOf(listedSide(name));
}
