import { hash } from 'node:crypto';
import type { ListedEntity } from '../model/listed-entity.ts';

/**
 * Digest of what makes two states of an entity differ for a customer: schema, names, birth and death, gender, countries,
 * identifiers, and list, source, date and programme of its listings. Order, addresses, titles and wording play no role.
 * 32 hexadecimal digits.
 */
export function contentHash(entity: Omit<ListedEntity, 'contentHash'>): string {
  const { schema, death, deceased, gender } = entity;
  const { names, birth, countries, identifiers, listings } = plainRows(entity) ?? rowsOf(entity);
  const material = [
    schema,
    names,
    birth,
    death ?? '',
    deceased,
    gender ?? '',
    countries,
    identifiers,
    listings,
  ];
  return hash('sha256', JSON.stringify(material)).slice(0, 32);
}

type Hashed = Pick<ListedEntity, 'names' | 'birth' | 'countries' | 'identifiers' | 'listings'>;
/** Rows as JSON, ascending, without repeats. */
type Rows = Record<keyof Hashed, string[]>;

function rowsOf({ names, birth, countries, identifiers, listings }: Hashed): Rows {
  const rows = (texts: string[][]): string[] => sorted(texts.map((row) => JSON.stringify(row)));
  return {
    names: rows(
      names.map(({ text, kind, parts }) => [
        kind,
        text.normalize('NFC'),
        parts?.first ?? '',
        parts?.last ?? '',
      ]),
    ),
    birth: rows(birth.map(({ from, to, approximate }) => [from, to, approximate ? 'approximate' : ''])),
    countries: rows(countries.map(({ code, role }) => [code, role])),
    identifiers: rows(identifiers.map(({ value, type, country }) => [type ?? '', value, country ?? ''])),
    listings: rows(
      listings.map(({ list, source, date, programme }) => [list, source, date ?? '', programme ?? '']),
    ),
  };
}

const [blank, quote, backslash, lastPlain] = [0x20, 0x22, 0x5c, 0x7e];

/** Whether a text is neither escaped by JSON nor changed by composing it: ASCII without quotes, backslashes and controls. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < blank || unit > lastPlain || unit === quote || unit === backslash) return false;
  }
  return true;
}

/**
 * The same put together by hand, which takes a fraction of the time; null for an entity with a text that JSON escapes or that may have
 * to be composed.
 */
function plainRows({ names, birth, countries, identifiers, listings }: Hashed): Rows | null {
  const rows: Rows = { names: [], birth: [], countries: [], identifiers: [], listings: [] };
  for (const { kind, text, parts } of names) {
    const [first, last] = parts === undefined ? ['', ''] : [parts.first, parts.last];
    if (!isPlain(text) || !isPlain(first) || !isPlain(last)) return null;
    rows.names.push(`["${kind}","${text}","${first}","${last}"]`);
  }
  for (const { from, to, approximate } of birth) {
    if (!isPlain(from) || !isPlain(to)) return null;
    rows.birth.push(`["${from}","${to}","${approximate ? 'approximate' : ''}"]`);
  }
  for (const { code, role } of countries) {
    if (!isPlain(code)) return null;
    rows.countries.push(`["${code}","${role}"]`);
  }
  for (const { type = '', value, country = '' } of identifiers) {
    if (!isPlain(type) || !isPlain(value) || !isPlain(country)) return null;
    rows.identifiers.push(`["${type}","${value}","${country}"]`);
  }
  for (const { list, source, date, programme } of listings) {
    if (!isPlain(source) || !isPlain(date ?? '') || !isPlain(programme ?? '')) return null;
    rows.listings.push(`["${list}","${source}","${date ?? ''}","${programme ?? ''}"]`);
  }
  return {
    names: sorted(rows.names),
    birth: sorted(rows.birth),
    countries: sorted(rows.countries),
    identifiers: sorted(rows.identifiers),
    listings: sorted(rows.listings),
  };
}

/** Up to so many rows are put in order by hand, which takes half as long. */
const few = 12;

function sorted(rows: string[]): string[] {
  if (rows.length < 2) return rows;
  if (rows.length > few) rows.sort();
  else insertInOrder(rows);
  return rows.filter((row, at) => row !== rows[at - 1]);
}

function insertInOrder(rows: string[]): void {
  for (let from = 1; from < rows.length; from += 1) {
    const row = rows[from] as string;
    let at = from;
    for (; at > 0 && (rows[at - 1] as string) > row; at -= 1) rows[at] = rows[at - 1] as string;
    rows[at] = row;
  }
}
