import { hash } from 'node:crypto';
import type { ListedEntity } from '../model/listed-entity.ts';

/**
 * Digest of what makes two states of an entity differ for a customer: schema, names, birth and death, gender, countries,
 * identifiers, and list, source, date and programme of its listings. Order, addresses, titles and wording play no role.
 * 32 hexadecimal digits.
 */
export function contentHash(entity: Omit<ListedEntity, 'contentHash'>): string {
  const { names, birth, countries, identifiers, listings } = entity;
  const material = [
    entity.schema,
    rows(names, ({ text, kind, parts }) => json(kind, composed(text), parts?.first ?? '', parts?.last ?? '')),
    rows(birth, ({ from, to, approximate }) => json(from, to, approximate ? 'approximate' : '')),
    entity.death ?? '',
    entity.deceased,
    entity.gender ?? '',
    rows(countries, ({ code, role }) => json(code, role)),
    rows(identifiers, ({ value, type, country }) => json(type ?? '', value, country ?? '')),
    rows(listings, ({ list, source, date, programme }) => json(list, source, date ?? '', programme ?? '')),
  ];
  return hash('sha256', JSON.stringify(material)).slice(0, 32);
}

/** What JSON escapes, and surrogates: one that has no other is escaped, too. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;
const ascii = /^[\u0000-\u007f]*$/;

/** A row of texts as `JSON.stringify` writes it, which takes several times as long for texts without escapes. */
function json(...texts: string[]): string {
  const plain = texts.join('","');
  for (const text of texts) if (escaped.test(text)) return JSON.stringify(texts);
  return `["${plain}"]`;
}

function composed(text: string): string {
  return ascii.test(text) ? text : text.normalize('NFC');
}

/** Rows as JSON, ascending, without repeats. */
function rows<T>(of: readonly T[], write: (one: T) => string): string[] {
  const written = of.map(write);
  return written.length < 2 ? written : [...new Set(written)].sort();
}
