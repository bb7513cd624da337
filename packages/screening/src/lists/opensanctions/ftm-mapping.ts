import type { Schema } from '../../model/screening-types.ts';
import { isPlain } from '../clean-text.ts';
import { EntityDraft } from '../entity-draft.ts';
import type { FtmRecord, Property, Values } from './ftm-record.ts';
import { isOfficeHolder, noFacts, topicOfRelatives, type LinkFacts } from './link-facts.ts';
import type { SanctionRow } from './ftm-links.ts';
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

/** The rules for mapping an entity. */
export interface FtmMapping {
  /** Reference day for offices, `YYYY-MM-DD`. */
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

const nameProperties: [Property, NameKind][] = [
  ['name', 'primary'],
  ['alias', 'alias'],
  ['abbreviation', 'alias'],
  ['previousName', 'former'],
  ['weakAlias', 'weak'],
];
const countryProperties: [Property, CountryRole][] = [
  ['nationality', 'nationality'],
  ['citizenship', 'nationality'],
  ['jurisdiction', 'jurisdiction'],
  ['mainCountry', 'jurisdiction'],
  ['flag', 'flag'],
  ['country', 'residence'],
  ['birthCountry', 'birth'],
];
const identifierProperties: [Property, string | undefined][] = [
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

/** Maps an entity, with the facts from links, to a listed entity; null if its schema is unknown and it is on no list. */
export function mapFtm(entity: FtmRecord, facts: LinkFacts, mapping: FtmMapping): ListedEntity | null {
  const known = knownSchema(entity);
  if (known === undefined) mapping.log.count(`schema:${entity.schema}`);
  const mapped = { entity, values: entity.values, facts, mapping };
  const draft = draftOfFtm(mapped);
  if (known === undefined && !draft.hasName) return null;
  const listed = addListings(draft, mapped);
  return known === undefined && !listed ? null : draft.finish();
}

/** Maps an entity on its own, without lists and whatever its schema. @throws BadRecord if it has no name */
export function mapSingleFtm(entity: FtmRecord, mapping: FtmMapping): ListedEntity {
  return draftOfFtm({ entity, values: entity.values, facts: noFacts, mapping }).finish();
}

function knownSchema({ schema }: FtmRecord): Schema | undefined {
  return Object.hasOwn(schemaOf, schema) ? schemaOf[schema] : undefined;
}

interface Mapped {
  entity: FtmRecord;
  values: Values;
  facts: LinkFacts;
  mapping: FtmMapping;
}

function draftOfFtm(mapped: Mapped): EntityDraft {
  const {
    entity,
    mapping: { log, limits },
  } = mapped;
  const draft = new EntityDraft(entity.id, knownSchema(entity) ?? 'Unknown', {
    log,
    limits: limits ?? exportLimits,
  });
  addNames(draft, mapped);
  addFacts(draft, mapped);
  return draft;
}

function addNames(draft: EntityDraft, { entity, values }: Mapped): void {
  const { firstName: first, lastName: last } = values;
  const partsOf = entity.schema === 'Person' ? partsIn(first, last) : null;
  for (const [property, kind] of nameProperties) {
    for (const text of values[property]) {
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

/** The family name and given names that occur in a text as whole words; undefined if either is missing. */
function partsIn(
  first: readonly string[],
  last: readonly string[],
): ((text: string) => Parts | undefined) | null {
  if (first.length === 0 || last.length === 0) return null;
  const [givenNames, familyNames] = [first, last].map(inOrder) as [Written[], Written[]];
  return (text) => {
    const small = text.toLowerCase();
    const padded = ` ${isPlain(small) && !small.includes(',') ? small : small.replace(/[\s,]+/gu, ' ')} `;
    const family = familyNames.find(({ padded: name }) => padded.includes(name))?.text;
    const given = givenNames.find(({ padded: name }) => padded.includes(name))?.text;
    return family === undefined || given === undefined || family === given
      ? undefined
      : { first: given, last: family };
  };
}

/** A part of a name, and its lower-case form. */
interface Written {
  text: string;
  padded: string;
}

/** Longest first. */
function inOrder(parts: readonly string[]): Written[] {
  return parts
    .filter((text) => text.trim() !== '')
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((text) => ({ text, padded: ` ${text.toLowerCase().trim()} ` }));
}

function addFacts(draft: EntityDraft, { entity, values, facts }: Mapped): void {
  for (const date of values.birthDate) draft.birth(date);
  for (const date of values.deathDate) draft.death(date);
  for (const gender of values.gender) draft.sex(gender);
  for (const [property, role] of countryProperties) {
    for (const country of values[property]) {
      if (country !== 'zz') draft.country(country, role);
    }
  }
  for (const [property, type] of identifierProperties) {
    for (const value of values[property]) draft.identifier(value, type);
  }
  for (const { number, type, country } of facts.papers)
    draft.identifier(number, type.toLowerCase() || undefined, country);
  for (const position of values.position) draft.position(position);
  for (const id of entity.referents) draft.formerId(id);
  for (const { name, relation } of facts.associates) draft.associate(name, relation);
}

const ownersOfSanctions: readonly ListType[] = ['SANCTIONS', 'FITNESS_PROBITY', 'WARNINGS'];

function addListings(draft: EntityDraft, mapped: Mapped): boolean {
  const { entity, values, facts, mapping } = mapped;
  const types: ListType[] = [];
  for (const topic of values.topics) {
    if (!isKnownTopic(topic)) mapping.log.count(`topic:${topic}`);
    const type = listTypeOfTopic(topic, mapping.policies);
    if (type !== null && !types.includes(type)) types.push(type);
  }
  const source = { ...sourceOf(entity.datasets), url: values.sourceUrl[0] ?? null };
  const { url } = source;
  const programme = values.programId[0] ?? values.program[0] ?? null;
  const { sanctions } = facts;
  const owner = sanctions.length > 0 ? ownersOfSanctions.find((type) => types.includes(type)) : undefined;
  for (const type of types.sort()) {
    if (type === owner) addSanctions(draft, type, sanctions);
    else draft.listing(type, source, { url, programme });
  }
  const offices = addOffices(draft, mapped, source);
  const inherited = addInherited(draft, mapped, source);
  return types.length > 0 || offices || inherited;
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

interface Source {
  source: string;
  sourceName: string;
  url: string | null;
}

function addOffices(draft: EntityDraft, { values, facts, mapping }: Mapped, source: Source): boolean {
  const { offices } = facts;
  const { topics } = values;
  for (const { position } of offices) draft.position(position?.name);
  let listed = false;
  for (const { row, position } of offices) {
    if (!officeCounts(row, { dead: draft.deceased }, mapping)) continue;
    listed = true;
    draft.listing(classOfOffice(position?.topics ?? [], topics, mapping.policies), source, {
      url: row.url || source.url,
      date: row.start || null,
      title: position?.name ?? null,
    });
  }
  if (offices.length === 0 && isOfficeHolder(topics)) {
    listed = true;
    draft.listing(classOfOffice([], topics, mapping.policies), source, { url: source.url });
  }
  return listed;
}

function addInherited(draft: EntityDraft, { values, facts }: Mapped, source: Source): boolean {
  if (!values.topics.includes(topicOfRelatives)) return false;
  for (const [type, name] of facts.inherited)
    draft.listing(type, source, { url: source.url, title: `Relative or close associate of ${name}` });
  return facts.inherited.length > 0;
}

function sourceOf(datasets: readonly string[]): { source: string; sourceName: string } {
  const source = (datasets.length < 2 ? datasets : datasets.toSorted())[0] ?? 'ftm';
  return { source, sourceName: source };
}
