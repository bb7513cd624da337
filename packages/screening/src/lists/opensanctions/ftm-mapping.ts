import type { Schema } from '../../model/screening-types.ts';
import { EntityDraft } from '../entity-draft.ts';
import { firstOf, valuesOf, type FtmEntity } from './ftm-entity.ts';
import { FtmLinks, type SanctionRow } from './ftm-links.ts';
import { exportLimits, type Limits } from '../limits.ts';
import type { CountryRole, ListedEntity } from '../../model/listed-entity.ts';
import type { LoadLog } from '../load-log.ts';
import {
  classOfOffice,
  isKnownTopic,
  listTypeOfTopic,
  officeCounts,
  type MappingPolicies,
} from '../mapping-policies.ts';
import type { ListType, NameKind } from '../../model/screening-types.ts';

/** What decides how an entity is mapped. */
export interface FtmMapping {
  /** Day on which offices are judged, `YYYY-MM-DD`. */
  asOf: string;
  policies: MappingPolicies;
  log: LoadLog;
  limits?: Limits;
}

const schemaOf: Record<string, Schema> = {
  Person: 'Person',
  Organization: 'Organization',
  PublicBody: 'Organization',
  Company: 'Company',
  LegalEntity: 'LegalEntity',
  Vessel: 'Vessel',
  Airplane: 'Airplane',
};

const nameProperties: [string, NameKind][] = [
  ['name', 'primary'],
  ['alias', 'alias'],
  ['abbreviation', 'alias'],
  ['previousName', 'former'],
  ['weakAlias', 'weak'],
];
const countryProperties: [string, CountryRole][] = [
  ['nationality', 'nationality'],
  ['citizenship', 'nationality'],
  ['jurisdiction', 'jurisdiction'],
  ['mainCountry', 'jurisdiction'],
  ['flag', 'flag'],
  ['country', 'residence'],
  ['birthCountry', 'birth'],
];
const identifierProperties: [string, string | undefined][] = [
  ['passportNumber', 'passport'],
  ['idNumber', 'nationalid'],
  ['socialSecurityNumber', 'nationalid'],
  ['taxNumber', 'tax'],
  ['vatCode', 'tax'],
  ['innCode', 'tax'],
  ['ogrnCode', 'registration'],
  ['registrationNumber', 'registration'],
  ['leiCode', 'lei'],
  ['swiftBic', 'swift'],
  ['imoNumber', 'imo'],
  ['mmsi', 'mmsi'],
  ['callSign', 'callsign'],
];

/** A listed entity of an entity and what links add to it; null when it is of unknown schema and on no list. */
export function mapFtm(entity: FtmEntity, links: FtmLinks, mapping: FtmMapping): ListedEntity | null {
  const known = knownSchema(entity);
  if (known === undefined) mapping.log.count(`schema:${entity.schema}`);
  const draft = draftOfFtm(entity, links, mapping);
  if (known === undefined && !draft.hasName) return null;
  const listed = addListings(draft, { entity, links, mapping });
  return known === undefined && !listed ? null : draft.finish();
}

/** An entity by itself, on no list, whatever its schema. @throws BadRecord when it has no name */
export function mapSingleFtm(entity: FtmEntity, mapping: FtmMapping): ListedEntity {
  return draftOfFtm(entity, new FtmLinks(), mapping).finish();
}

function knownSchema({ schema }: FtmEntity): Schema | undefined {
  return Object.hasOwn(schemaOf, schema) ? schemaOf[schema] : undefined;
}

function draftOfFtm(entity: FtmEntity, links: FtmLinks, { log, limits }: FtmMapping): EntityDraft {
  const draft = new EntityDraft(entity.id, knownSchema(entity) ?? 'Unknown', {
    log,
    limits: limits ?? exportLimits,
  });
  addNames(draft, entity);
  addFacts(draft, entity, links);
  return draft;
}

function addNames(draft: EntityDraft, entity: FtmEntity): void {
  const first = valuesOf(entity, 'firstName');
  const last = valuesOf(entity, 'lastName');
  const partsOf = entity.schema === 'Person' ? partsIn(first, last) : null;
  for (const [property, kind] of nameProperties) {
    for (const text of valuesOf(entity, property)) {
      const parts = partsOf?.(text);
      draft.name(text, kind, parts && { parts });
    }
  }
  if (draft.hasName) return;
  const [given] = first;
  const [family] = last;
  if (given !== undefined && family !== undefined)
    draft.name(`${given} ${family}`, 'primary', { parts: { first: given, last: family } });
  else draft.name(given ?? family ?? entity.caption, 'primary');
}

interface Parts {
  first: string;
  last: string;
}

/** Of a text the family name and the given names that are in it as whole words; undefined when either is missing. */
function partsIn(
  first: readonly string[],
  last: readonly string[],
): ((text: string) => Parts | undefined) | null {
  if (first.length === 0 || last.length === 0) return null;
  const [givenNames, familyNames] = [first, last].map(inOrder) as [Written[], Written[]];
  return (text) => {
    const padded = ` ${text.toLowerCase().replace(/[\s,]+/gu, ' ')} `;
    const family = familyNames.find(({ padded: name }) => padded.includes(name))?.text;
    const given = givenNames.find(({ padded: name }) => padded.includes(name))?.text;
    return family === undefined || given === undefined || family === given
      ? undefined
      : { first: given, last: family };
  };
}

/** A part of a name, and how it stands in a text of small letters. */
interface Written {
  text: string;
  padded: string;
}

/** The longest first. */
function inOrder(parts: readonly string[]): Written[] {
  return parts
    .filter((text) => text.trim() !== '')
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((text) => ({ text, padded: ` ${text.toLowerCase().trim()} ` }));
}

function addFacts(draft: EntityDraft, entity: FtmEntity, links: FtmLinks): void {
  for (const date of valuesOf(entity, 'birthDate')) draft.birth(date);
  for (const date of valuesOf(entity, 'deathDate')) draft.death(date);
  for (const gender of valuesOf(entity, 'gender')) draft.sex(gender);
  for (const [property, role] of countryProperties) {
    for (const country of valuesOf(entity, property)) {
      if (country !== 'zz') draft.country(country, role);
    }
  }
  for (const [property, type] of identifierProperties) {
    for (const value of valuesOf(entity, property)) draft.identifier(value, type);
  }
  for (const { number, type, country } of rows(links.papers, entity.id))
    draft.identifier(number, type.toLowerCase() || undefined, country);
  for (const position of valuesOf(entity, 'position')) draft.position(position);
  for (const id of entity.referents) draft.formerId(id);
  for (const { name, relation } of links.associatesOf(entity.id)) draft.associate(name, relation);
}

interface Mapped {
  entity: FtmEntity;
  links: FtmLinks;
  mapping: FtmMapping;
}

function addListings(draft: EntityDraft, mapped: Mapped): boolean {
  const { entity, links, mapping } = mapped;
  const topics = valuesOf(entity, 'topics');
  for (const topic of topics) if (!isKnownTopic(topic)) mapping.log.count(`topic:${topic}`);
  const types = new Set(
    topics.map((topic) => listTypeOfTopic(topic, mapping.policies)).filter((type) => type !== null),
  );
  const source = sourceOf(entity.datasets);
  const url = firstOf(entity, 'sourceUrl');
  const programme = firstOf(entity, 'programId', 'program');
  const sanctions = rows(links.sanctions, entity.id);
  const owner = (['SANCTIONS', 'FITNESS_PROBITY', 'WARNINGS'] as const).find((type) => types.has(type));
  for (const type of [...types].sort()) {
    if (type === owner && sanctions.length > 0) addSanctions(draft, type, sanctions);
    else draft.listing(type, source, { url, programme });
  }
  const offices = addOffices(draft, topics, { ...mapped, source: { ...source, url } });
  const inherited = addInherited(draft, topics, { ...mapped, source: { ...source, url } });
  return types.size > 0 || offices || inherited;
}

function addSanctions(draft: EntityDraft, type: ListType, sanctions: readonly SanctionRow[]): void {
  for (const { authority, programme, date, url, source } of sanctions) {
    const key = source || 'ftm';
    draft.listing(
      type,
      { source: key, sourceName: authority || key },
      { url, date: date || null, programme },
    );
  }
}

type Sourced = Mapped & { source: { source: string; sourceName: string; url: string | null } };

function addOffices(
  draft: EntityDraft,
  topics: readonly string[],
  { entity, links, mapping, source }: Sourced,
): boolean {
  const held = rows(links.offices, entity.id);
  for (const { post } of held) draft.position(links.positions.get(post)?.name);
  let listed = false;
  for (const office of held) {
    if (!officeCounts(office, { dead: draft.deceased }, mapping)) continue;
    const position = links.positions.get(office.post);
    listed = true;
    draft.listing(classOfOffice(position?.topics ?? [], topics, mapping.policies), source, {
      url: office.url || source.url,
      date: office.start || null,
      title: position?.name ?? null,
    });
  }
  if (held.length === 0 && isOfficeHolder(topics)) {
    listed = true;
    draft.listing(classOfOffice([], topics, mapping.policies), source, { url: source.url });
  }
  return listed;
}

function addInherited(
  draft: EntityDraft,
  topics: readonly string[],
  { entity, links, mapping, source }: Sourced,
): boolean {
  if (!mapping.policies.relatives || !topics.includes('role.rca')) return false;
  const classes = new Map<ListType, string>();
  for (const id of links.relativesOf(entity.id)) {
    const end = links.ends.get(id);
    if (end === undefined) continue;
    for (const type of classesOf(id, links, mapping)) {
      const before = classes.get(type);
      if (before === undefined || end.name < before) classes.set(type, end.name);
    }
  }
  for (const [type, name] of [...classes].sort(([a], [b]) => (a < b ? -1 : 1)))
    draft.listing(type, source, { url: source.url, title: `Relative or close associate of ${name}` });
  return classes.size > 0;
}

/** Classes of an office holder who is known as the end of a link. */
function classesOf(id: string, links: FtmLinks, mapping: FtmMapping): ListType[] {
  const { topics = [], dead = false } = links.ends.get(id) ?? {};
  const held = links.offices.get(id) ?? [];
  if (held.length === 0) return isOfficeHolder(topics) ? [classOfOffice([], topics, mapping.policies)] : [];
  return held
    .filter((office) => officeCounts(office, { dead }, mapping))
    .map(({ post }) => classOfOffice(links.positions.get(post)?.topics ?? [], topics, mapping.policies));
}

function isOfficeHolder(topics: readonly string[]): boolean {
  return ['role.pep', 'role.pep.natl', 'role.pep.intl'].some((topic) => topics.includes(topic));
}

function sourceOf(datasets: readonly string[]): { source: string; sourceName: string } {
  const source = (datasets.length < 2 ? datasets : datasets.toSorted())[0] ?? 'ftm';
  return { source, sourceName: source };
}

const noRows: readonly never[] = [];

/** Rows of an id in an order that does not depend on that of the file. */
function rows<Row>(all: Map<string, Row[]>, id: string): readonly Row[] {
  const found = all.get(id) ?? noRows;
  return found.length < 2
    ? found
    : found
        .map((row) => ({ row, key: JSON.stringify(row) }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ row }) => row);
}
