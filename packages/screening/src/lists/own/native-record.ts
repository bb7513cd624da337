import { listTypes } from '../../model/list-types.ts';
import { BadRecord, type EntityDraft } from '../entity-draft.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, type SourceContext } from '../source-context.ts';
import { countryRoles, type ListedEntity } from '../../model/listed-entity.ts';
import { nameKinds } from '../../model/screening-types.ts';

const members = new Set(
  'id schema names birth death deceased gender countries identifiers listings associates positions formerIds deleted'.split(
    ' ',
  ),
);

type Data = Record<string, unknown>;

/** The entity of a native record, or the id of one to be removed. @throws BadRecord */
export function readNativeRecord(
  value: unknown,
  context: Pick<SourceContext, 'log' | 'limits'>,
): ListedEntity | { deleted: string } {
  const record = dataOf(value, 'the record');
  const id = text(record.id, 'id');
  if (id === null) throw new BadRecord('the record has no id');
  if (record.deleted === true) return { deleted: id };
  for (const name of Object.keys(record)) if (!members.has(name)) context.log.count(`member:${name}`);
  const draft = draftOf(context, id, schemaOf(text(record.schema, 'schema') ?? 'Person'));
  addPerson(draft, record);
  addNative(draft, record);
  return draft.finish();
}

function addPerson(draft: EntityDraft, record: Data): void {
  for (const name of listOf(record.names, 'names')) {
    if (typeof name === 'string') draft.name(name, 'primary');
    else {
      const { text: whole, kind, parts, language } = dataOf(name, 'a name');
      const words = parts == null ? null : dataOf(parts, 'parts');
      const code = text(language, 'language');
      draft.name(text(whole, 'text'), oneOf(kind, nameKinds, 'kind') ?? 'primary', {
        ...(words && {
          parts: { first: text(words.first, 'first') ?? '', last: text(words.last, 'last') ?? '' },
        }),
        ...(code !== null && { language: code }),
      });
    }
  }
  for (const date of listOf(record.birth, 'birth')) draft.birth(text(date, 'birth'));
  draft.death(text(record.death, 'death'));
  if (record.deceased === true) draft.deceased = true;
  draft.sex(text(record.gender, 'gender'));
}

function addNative(draft: EntityDraft, record: Data): void {
  for (const country of listOf(record.countries, 'countries')) {
    if (typeof country === 'string') draft.country(country, 'nationality');
    else {
      const { code, role } = dataOf(country, 'a country');
      draft.country(text(code, 'code'), oneOf(role, countryRoles, 'role') ?? 'nationality');
    }
  }
  for (const identifier of listOf(record.identifiers, 'identifiers')) {
    const { type, value, country } = dataOf(identifier, 'an identifier');
    draft.identifier(text(value, 'value'), text(type, 'type') ?? undefined, text(country, 'country'));
  }
  for (const listing of listOf(record.listings, 'listings')) addListing(draft, dataOf(listing, 'a listing'));
  for (const associate of listOf(record.associates, 'associates')) {
    if (typeof associate === 'string') draft.associate(associate, null);
    else {
      const { name, relation } = dataOf(associate, 'an associate');
      draft.associate(text(name, 'name'), text(relation, 'relation'));
    }
  }
  for (const position of listOf(record.positions, 'positions')) draft.position(text(position, 'position'));
  for (const former of listOf(record.formerIds, 'formerIds')) draft.formerId(text(former, 'former id'));
}

function addListing(draft: EntityDraft, listing: Data): void {
  const list = oneOf(listing.list, listTypes, 'list');
  if (list === null) throw new BadRecord('a listing names no list');
  const source = text(listing.source, 'source') ?? 'native';
  draft.listing(
    list,
    { source, sourceName: text(listing.sourceName, 'sourceName') ?? source },
    {
      url: text(listing.url, 'url'),
      date: text(listing.date, 'date'),
      programme: text(listing.programme, 'programme'),
      title: text(listing.title, 'title'),
      snippet: text(listing.snippet, 'snippet'),
    },
  );
}

function dataOf(value: unknown, what: string): Data {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Data;
  throw new BadRecord(`${what} is no object`);
}

function listOf(value: unknown, what: string): unknown[] {
  if (value == null) return [];
  if (Array.isArray(value)) return value as unknown[];
  throw new BadRecord(`${what} is no array`);
}

function text(value: unknown, what: string): string | null {
  if (value == null) return null;
  if (typeof value === 'string') return value;
  throw new BadRecord(`${what} is no text`);
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], what: string): T | null {
  if (value == null) return null;
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw new BadRecord(`${what} is not one of ${allowed.join(', ')}`);
}
