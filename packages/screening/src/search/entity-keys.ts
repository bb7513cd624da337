import type { PreparedName, Token } from '../model/prepared-name.ts';
import { acronymOf } from '../score/acronym.ts';
import { normalIdentifier } from '../score/facts.ts';
import { listedSide } from '../score/name-side.ts';
import { textHash } from './text-hash.ts';

/** Keys of the door of identifiers: numbers that evidence may hold for one have the same key. */
export function identifierKeys(identifiers: readonly { value: string }[]): Set<number> {
  const keys = new Set<number>();
  for (const { value } of identifiers) {
    const plain = normalIdentifier(value);
    if (plain !== null) keys.add(textHash(plain));
  }
  return keys;
}

/** The word that may stand for the whole name of an organisation, or null. */
export function wholeAcronym(name: PreparedName): string | null {
  return name.kind === 'person' ? null : acronymOf(listedSide(name));
}

/** Letters of a token as they stand in a word that it was glued to: of legal forms and numbers those written. */
export function lettersOf({ text, start, end }: Token, raw: string): string {
  if (!isSpelled(text)) return text;
  return raw
    .slice(start, end)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Tokens that stand for many spellings. */
export function isSpelled(text: string): boolean {
  return text.startsWith('=') || text.startsWith('#');
}
