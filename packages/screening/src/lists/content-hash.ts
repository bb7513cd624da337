import { createHash } from 'node:crypto';
import type { ListedEntity } from '../model/listed-entity.ts';

/**
 * Digest of what makes two states of an entity differ for a customer: schema, names, birth and death, gender, countries,
 * identifiers, and list, source, date and programme of its listings. Order, addresses, titles and wording play no role.
 * 32 hexadecimal digits.
 */
export function contentHash(entity: Omit<ListedEntity, 'contentHash'>): string {
  const material = [
    entity.schema,
    sorted(
      entity.names.map(({ text, kind, parts }) => [
        kind,
        text.normalize('NFC'),
        parts?.first ?? '',
        parts?.last ?? '',
      ]),
    ),
    sorted(entity.birth.map(({ from, to, approximate }) => [from, to, approximate ? 'approximate' : ''])),
    entity.death ?? '',
    entity.deceased,
    entity.gender ?? '',
    sorted(entity.countries.map(({ code, role }) => [code, role])),
    sorted(entity.identifiers.map(({ value, type, country }) => [type ?? '', value, country ?? ''])),
    sorted(
      entity.listings.map(({ list, source, date, programme }) => [list, source, date ?? '', programme ?? '']),
    ),
  ];
  return createHash('sha256').update(JSON.stringify(material)).digest('hex').slice(0, 32);
}

/** Rows as JSON, ascending, without repeats. */
function sorted(rows: string[][]): string[] {
  return [...new Set(rows.map((row) => JSON.stringify(row)))].sort();
}
