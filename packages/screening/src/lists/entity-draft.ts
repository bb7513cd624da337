import { countryTable } from '../tables/reference-tables.ts';
import type { Associate, Identifier, Listing, ListType, NameKind, Schema } from '../model/screening-types.ts';
import { cleanText, hasControls, inOwnMemory } from './clean-text.ts';
import { contentHash } from './content-hash.ts';
import { DistinctValues, type Sameness } from './distinct-values.ts';
import type { Limits } from './limits.ts';
import type { BirthRange, CountryRole, ListedEntity, ListedName } from '../model/listed-entity.ts';
import type { LoadLog } from './load-log.ts';
import { parseDate } from './parse-date.ts';

/** A record that cannot be used; the load continues without it. */
export class BadRecord extends Error {
  override name = 'BadRecord';
}

const shown = { snippet: 500, title: 300, programme: 300, position: 300, url: 2000, associates: 1000 };
const deadMark =
  /[([](?:[^)\]]*[\s,;:])?(?:deceased|died|dead|decedent|décédé|fallecid[oa]|verstorben)(?:[\s,;:.][^)\]]*)?[)\]]|[\s,–—-]+deceased\.?\s*$/iu;
const deathStatement =
  /^\(?(?:confirmed (?:to have )?)?(?<died>died|deceased|date of death)(?::? (?:(?:on|in) )?(?<date>(?:\d{1,2} )?(?:\p{L}{3,9}\.? )?\d{4}(?:-\d\d){0,2})\b| as (?:of|at) .*|\s*(?:[.;)]|$))/iu;
const imoNumber = /^IMO(?: (?:no\.?|number))?[\s:#]*(\d{7})$/iu;
const firstBirth = '1800';
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Words for a gender; null for words that leave it open. */
const genders = new Map<string, 'M' | 'F' | null>([
  ...['m', 'male', 'man'].map((word) => [word, 'M'] as const),
  ...['f', 'female', 'woman'].map((word) => [word, 'F'] as const),
  ...['', 'unknown', 'other', 'u', '-'].map((word) => [word, null] as const),
]);
const doubt = /reportedly|believed|possibly|presumed|allegedly|may be|unconfirmed|reported/iu;

/** Builds an entity from one record, cleaning and limiting its values. */
export class EntityDraft {
  readonly #log: LoadLog;
  readonly #limits: Limits;
  readonly #names = new DistinctValues(sameName);
  readonly #countries = new DistinctValues(sameCountry);
  readonly #birth = new DistinctValues(sameBirth);
  readonly #identifiers = new DistinctValues(sameIdentifier);
  readonly #associates = new DistinctValues(sameAssociate);
  readonly #listings = new DistinctValues(sameListing);
  readonly #positions = new DistinctValues(sameText);
  readonly #former = new DistinctValues(sameText);
  readonly id: string;
  schema: Schema;
  deceased = false;
  readonly #genders = new Set<'M' | 'F'>();
  #death: string | null = null;

  constructor(id: string, schema: Schema, { log, limits }: { log: LoadLog; limits: Limits }) {
    this.id = cleanText(id);
    this.schema = schema;
    this.#log = log;
    this.#limits = limits;
    if (this.id === '' || this.id.length > 500) throw new BadRecord('the record has no usable id');
  }

  get hasName(): boolean {
    return this.#names.size > 0;
  }

  /** The first primary name, otherwise the first name. */
  get caption(): string | null {
    let first: string | null = null;
    for (const { text, kind } of this.#names.values) {
      if (kind === 'primary') return text;
      first ??= text;
    }
    return first;
  }

  name(text: string | null | undefined, kind: NameKind, more?: Pick<ListedName, 'parts' | 'language'>): void {
    const clean = this.#clean(text);
    if (!startsPlainly(clean) && !letterOrDigit.test(clean)) return;
    if (clean.length > this.#limits.name && Array.from(clean).length > this.#limits.name)
      throw new BadRecord(`a name is longer than ${this.#limits.name} characters`);
    if (isMarkedDead(clean)) this.deceased = true;
    const name: ListedName = more === undefined ? { text: clean, kind } : { text: clean, kind, ...more };
    const before = this.#names.values[this.#names.placeOf(name)];
    // For a repeated text, the stronger kind is kept, with its parts if it has any.
    if (before !== undefined && (kindRank[before.kind] <= kindRank[kind] || more?.parts === undefined)) {
      if (kindRank[before.kind] > kindRank[kind]) before.kind = kind;
      return;
    }
    if (this.#names.size >= this.#limits.namesPerEntity)
      throw new BadRecord(`more than ${this.#limits.namesPerEntity} names`);
    this.#names.set(name);
  }

  /** Adds a birth date as written by the source. */
  birth(text: string | null | undefined): void {
    const clean = this.#clean(text);
    if (clean !== '') this.birthRange(parseDate(clean), clean);
  }

  /** A year before 1800 belongs to another calendar; as a birth year it would contradict every subject. */
  birthRange(range: BirthRange | null, from: string): void {
    if (range === null || range.to < firstBirth) this.#log.count(`date:${from || (range?.text ?? '')}`);
    else this.#birth.set(range);
  }

  /** Adds a date of death; even if unreadable, it means that the person is dead. */
  death(text: string | null | undefined): void {
    const clean = this.#clean(text);
    if (clean === '') return;
    this.deceased = true;
    const date = parseDate(clean);
    if (date === null) this.#log.count(`date:${clean}`);
    else if (this.#death === null || date.text.length > this.#death.length)
      this.#death = date.text.split(' to ')[0] ?? null;
  }

  /** Adds prose about the listed entity. Only its beginning counts: later parts may be about others, and reported facts may be untrue. */
  remark(text: string | null | undefined): void {
    const { died, date } = deathStatement.exec(this.#clean(text))?.groups ?? {};
    if (died === undefined) return;
    this.deceased = true;
    this.death(date);
  }

  sex(text: string | null | undefined): void {
    const clean = this.#clean(text).toLowerCase();
    const gender = genders.get(clean);
    if (gender === undefined) this.#log.count(`gender:${clean}`);
    else if (gender !== null) this.#genders.add(gender);
  }

  /** If there are several different genders, none counts. */
  get #gender(): 'M' | 'F' | null {
    const [gender = null, other] = this.#genders;
    return other === undefined ? gender : null;
  }

  country(text: string | null | undefined, role: CountryRole): void {
    const code = this.#countryCode(text);
    if (code !== null) this.#countries.set({ code, role });
  }

  identifier(value: string | null | undefined, type?: string, country?: string | null): void {
    const clean = this.#clean(value);
    if (clean === '' || clean.length > 200) return;
    const code = this.#countryCode(country);
    // Sources write the IMO number of a ship with or without its letters, and under any type.
    const imo = firstLetter(clean) === 'i' ? imoNumber.exec(clean)?.[1] : undefined;
    const kind = imo === undefined ? type : 'imo';
    const identifier: Identifier = { value: imo ?? clean };
    if (kind) identifier.type = kind;
    if (code !== null) identifier.country = code;
    if (this.#identifiers.size < this.#limits.namesPerEntity) this.#identifiers.set(identifier);
  }

  listing(list: ListType, source: { source: string; sourceName: string }, more: Partial<Listing> = {}): void {
    const date = more.date == null ? null : (parseDate(more.date)?.text.split(' to ')[0] ?? null);
    const listing: Listing = {
      list,
      source: source.source,
      sourceName: this.#clean(source.sourceName),
      url: webAddress(more.url),
      date,
      programme: this.#short(more.programme, shown.programme),
      title: this.#short(more.title, shown.title),
      snippet: this.#short(more.snippet, shown.snippet),
    };
    if (this.#listings.size < this.#limits.namesPerEntity) this.#listings.set(listing);
  }

  associate(name: string | null | undefined, relation: string | null): void {
    const clean = this.#clean(name);
    if (clean !== '' && this.#associates.size < shown.associates)
      this.#associates.set({ name: clean, relation: this.#short(relation, shown.title) });
  }

  position(text: string | null | undefined): void {
    const clean = this.#short(text, shown.position);
    if (clean !== null && this.#positions.size < shown.associates) this.#positions.set(clean);
  }

  formerId(id: string | null | undefined): void {
    const clean = this.#clean(id);
    if (clean !== '' && clean !== this.id) this.#former.set(clean);
  }

  /** @throws BadRecord if there is no name */
  finish(): ListedEntity {
    if (this.#names.size === 0) throw new BadRecord('the record has no name');
    const entity: ListedEntity = {
      id: this.id,
      formerIds: this.#former.values,
      schema: this.schema,
      names: this.#names.values,
      birth: this.#birth.values,
      death: this.#death,
      deceased: this.deceased,
      gender: this.#gender,
      countries: this.#countries.values,
      identifiers: this.#identifiers.values,
      listings: this.#listings.values,
      associates: this.#associates.values,
      positions: this.#positions.values,
      contentHash: '',
    };
    entity.contentHash = contentHash(entity);
    return entity;
  }

  #countryCode(text: string | null | undefined): string | null {
    const clean = this.#clean(text);
    if (clean === '') return null;
    const code = countryCode(clean);
    if (code === null) this.#log.count(`country:${clean}`);
    return code;
  }

  #clean(text: string | null | undefined): string {
    if (text == null) return '';
    const clean = cleanText(text);
    if (clean.length < text.length && hasControls(text)) this.#log.count('control characters');
    return clean;
  }

  #short(text: string | null | undefined, length: number): string | null {
    const clean = this.#clean(text);
    return clean === '' ? null : clean.length > length ? Array.from(clean).slice(0, length).join('') : clean;
  }
}

const sameText: Sameness<string> = { same: (a, b) => a === b, keyOf: (text) => text };
const sameName: Sameness<ListedName> = { same: (a, b) => a.text === b.text, keyOf: ({ text }) => text };
const sameAssociate: Sameness<Associate> = { same: (a, b) => a.name === b.name, keyOf: ({ name }) => name };
const sameCountry: Sameness<ListedEntity['countries'][number]> = {
  same: (a, b) => a.code === b.code && a.role === b.role,
  keyOf: ({ code, role }) => `${code} ${role}`,
};
const sameBirth: Sameness<BirthRange> = {
  same: (a, b) => a.text === b.text && a.from === b.from && a.to === b.to && a.approximate === b.approximate,
  keyOf: ({ text, from, to, approximate }) => `${text} ${from} ${to} ${approximate}`,
};
const sameIdentifier: Sameness<Identifier> = {
  same: (a, b) => a.value === b.value && a.type === b.type && a.country === b.country,
  // The type is last, because only it may contain the separator.
  keyOf: ({ value, type = '', country = '' }) => `${value}\0${country}\0${type}`,
};
const sameListing: Sameness<Listing> = {
  same: (a, b) =>
    a.list === b.list &&
    a.date === b.date &&
    a.url === b.url &&
    a.programme === b.programme &&
    a.source === b.source &&
    a.sourceName === b.sourceName &&
    a.title === b.title &&
    a.snippet === b.snippet,
  // Only `source` may contain the separator, and it is last.
  keyOf: ({ list, source, sourceName, url, date, programme, title, snippet }) =>
    `${list}\0${sourceName}\0${url ?? ''}\0${date ?? ''}\0${programme ?? ''}\0${title ?? ''}\0${snippet ?? ''}\0${source}`,
};

/** @param name cleaned */
function isMarkedDead(name: string): boolean {
  // A marker is in brackets or at the end of the name; this excludes nearly all names without using the patterns.
  const last = name.charAt(name.length - 1);
  const mayBe = last === 'd' || last === 'D' || last === '.' || name.includes('(') || name.includes('[');
  return mayBe && deadMark.test(name) && !doubt.test(name);
}

const firstLetter = (text: string): string => text.charAt(0).toLowerCase();

/** Whether the first character is an ASCII letter or digit. */
function startsPlainly(text: string): boolean {
  const letter = firstLetter(text);
  return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

const kindRank: Record<NameKind, number> = { primary: 0, alias: 1, former: 2, weak: 3 };

/** The address checked last, because the listings of an entity share theirs. */
const lastAddress: { text: string; judged: string | null } = { text: '', judged: null };

/** Returns the text if it is an `http` or `https` address, otherwise null. */
export function webAddress(text: string | null | undefined): string | null {
  const given = text ?? '';
  if (lastAddress.text !== given) {
    lastAddress.judged = judgeAddress(given);
    lastAddress.text = given;
  }
  return lastAddress.judged;
}

function judgeAddress(text: string): string | null {
  const clean = cleanText(text);
  if (clean === '' || clean.length > shown.url || !/^https?:\/\/[^\s]/iu.test(clean)) return null;
  return URL.canParse(clean) ? clean : null;
}

const codes = new Map<string, string | null>();

/** Alpha-2 code for a code (`gb-sct` becomes `GB`), a name, a demonym or common prose; null if unknown. */
export function countryCode(text: string): string | null {
  const known = codes.get(text);
  if (known !== undefined) return known;
  const countries = countryTable();
  const plain = text.replace(/\s*\([^)]*\)\s*$/u, '');
  const code = countries.codeOf(text) ?? countries.codeOf(plain) ?? partCode(text);
  if (codes.size < 10_000) codes.set(inOwnMemory(text), code);
  return code;
}

function partCode(text: string): string | null {
  return /^[a-z]{2}-[a-z0-9]{1,4}$/iu.test(text) ? countryTable().codeOf(text.slice(0, 2)) : null;
}
