import { BadRecord, type EntityDraft } from '../entity-draft.ts';
import { identifierType } from '../identifier-type.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { classOfOffice, isKnownTopic, listTypeOfTopic } from '../mapping-policies.ts';
import { textOf } from '../read-bytes.ts';
import { readLines } from '../read-lines.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, entitiesOf, type SourceContext } from '../source-context.ts';
import type { ListType, NameKind } from '../../model/screening-types.ts';

/**
 * Loads Senzing's JSON lines. Features are in lists of any name, or members of the record itself, where a usage prefix may distinguish
 * those of one kind, as in `ALIAS_NAME_FULL` or `HOME_ADDR_COUNTRY`.
 */
export async function* loadSenzing(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const { limits, log } = context;
  const sourceOfId = new Map<string, string>();
  for (const file of context.files) {
    for await (const lines of readLines({ file, limits, log, isJson: true })) {
      const filled = lines.filter(({ bytes }) => bytes.length > 0);
      yield entitiesOf(filled, { file, log }, ({ bytes }) => entityOf(bytes, { context, sourceOfId }));
    }
  }
}

type Feature = Record<string, unknown>;

/**
 * Converts a record.
 * @param sourceOfId maps a RECORD_ID to its DATA_SOURCE, because it identifies a record only within one DATA_SOURCE
 */
function entityOf(
  bytes: Buffer,
  { context, sourceOfId }: { context: SourceContext; sourceOfId: Map<string, string> },
): ListedEntity {
  const record = recordOf(textOf(bytes));
  const source = text(record.DATA_SOURCE) || 'senzing';
  const features = [
    ...flatFeatures(record),
    ...Object.values(record).flatMap((value) => (Array.isArray(value) ? value.filter(isFeature) : [])),
  ];
  const all = (...names: string[]): string[] =>
    features.flatMap((feature) => names.map((name) => text(feature[name])).filter((value) => value !== ''));
  const draft = draftOf(context, text(record.RECORD_ID), schemaOf(all('RECORD_TYPE')[0] ?? 'Unknown'));
  const known = sourceOfId.get(draft.id);
  if (known !== undefined && known !== source)
    throw new BadRecord(`RECORD_ID ${draft.id} of ${source} is that of a record of ${known}`);
  sourceOfId.set(draft.id, source);
  for (const feature of features) addFeature(draft, feature);
  for (const date of all('DATE_OF_BIRTH')) draft.birth(date);
  for (const date of all('DATE_OF_DEATH')) draft.death(date);
  for (const gender of all('GENDER')) draft.sex(gender);
  for (const country of all('NATIONALITY', 'CITIZENSHIP')) draft.country(country, 'nationality');
  for (const name of all('GROUP_ASSOCIATION_ORG_NAME')) draft.associate(name, 'group');
  for (const country of all('REGISTRATION_COUNTRY')) draft.country(country, 'jurisdiction');
  for (const country of all('COUNTRY_OF_ASSOCIATION')) draft.country(country, 'residence');
  for (const country of all('ADDR_COUNTRY')) draft.country(country, 'address');
  for (const country of all('COUNTRY_OF_BIRTH')) draft.country(country, 'birth');
  for (const country of all('PLACE_OF_BIRTH'))
    draft.country(country.slice(country.lastIndexOf(',') + 1), 'birth');
  // Not WEBSITE_ADDRESS, which is the listed entity's own website.
  const url = all('SOURCE_URL', 'URL')[0] ?? null;
  for (const list of listsOf(all('TOPIC', 'RISK_TOPIC'), context))
    draft.listing(
      list,
      { source, sourceName: source },
      { url, programme: all('PROGRAM_ID', 'PROGRAM')[0] ?? null },
    );
  return draft.finish();
}

function listsOf(topics: string[], { policies, list, log }: SourceContext): ListType[] {
  if (topics.length === 0) return [list];
  for (const topic of topics) if (!isKnownTopic(topic)) log.count(`topic:${topic}`);
  const lists = topics.map((topic) => listTypeOfTopic(topic, policies)).filter((type) => type !== null);
  const office = topics.some((topic) => /^role\.pep(?:\.natl|\.intl)?$/u.test(topic));
  const related = policies.relatives && topics.includes('role.rca');
  if (office || related) lists.push(classOfOffice([], topics, policies));
  return [...new Set(lists)].sort();
}

const identifiers: readonly (readonly [string, string | undefined, string])[] = [
  ['PASSPORT_NUMBER', 'passport', 'PASSPORT_COUNTRY'],
  ['NATIONAL_ID_NUMBER', 'nationalid', 'NATIONAL_ID_COUNTRY'],
  ['SSN_NUMBER', 'nationalid', ''],
  ['DRIVERS_LICENSE_NUMBER', 'driverlicense', 'DRIVERS_LICENSE_STATE'],
  ['TAX_ID_NUMBER', 'tax', 'TAX_ID_COUNTRY'],
  ['LEI_NUMBER', 'lei', ''],
  ['OTHER_ID_NUMBER', undefined, 'OTHER_ID_COUNTRY'],
  ['DUNS_NUMBER', 'registration', ''],
  ['IMO_NUMBER', 'imo', ''],
];

function addFeature(draft: EntityDraft, feature: Feature): void {
  addName(draft, feature);
  for (const [name, type, country] of identifiers) {
    const stated = identifierType(text(feature[name.replace(/_NUMBER$/u, '_TYPE')]));
    draft.identifier(text(feature[name]), type ?? stated ?? undefined, text(feature[country]));
  }
}

const withUse = /^(?<use>[A-Z0-9]+)_(?<member>(?:NAME|ADDR)_[A-Z0-9_]+)$/u;

/** Converts members of a record to features: members with a usage prefix form one feature per usage. */
function flatFeatures(record: Feature): Feature[] {
  const members = Object.entries(record);
  const plain = Object.fromEntries(members.filter(([key]) => !withUse.test(key)));
  const byUse = new Map<string, Feature>();
  for (const [key, value] of members) {
    const { use, member } = withUse.exec(key)?.groups ?? {};
    if (use === undefined || member === undefined) continue;
    const feature = byUse.get(use) ?? { NAME_TYPE: use };
    feature[member] = value;
    byUse.set(use, feature);
  }
  return [plain, ...byUse.values()];
}

function addName(draft: EntityDraft, feature: Feature): void {
  const first = [text(feature.NAME_FIRST), text(feature.NAME_MIDDLE)].filter((part) => part !== '').join(' ');
  const last = text(feature.NAME_LAST);
  const whole =
    text(feature.NAME_FULL) ||
    text(feature.NAME_ORG) ||
    [first, last].filter((part) => part !== '').join(' ');
  if (whole === '') return;
  const type = text(feature.NAME_TYPE).toUpperCase();
  const kind: NameKind = /WEAK|LOW/u.test(type)
    ? 'weak'
    : /FORMER|PREVIOUS|FKA/u.test(type)
      ? 'former'
      : /PRIMARY/u.test(type) || !draft.hasName
        ? 'primary'
        : 'alias';
  draft.name(whole, kind, first !== '' && last !== '' ? { parts: { first, last } } : {});
}

function recordOf(line: string | null): Feature {
  if (line === null) throw new BadRecord('the line is not UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadRecord('the line is not JSON');
  }
  if (!isFeature(value)) throw new BadRecord('the line is no JSON object');
  return value;
}

function isFeature(value: unknown): value is Feature {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Numbers of papers may be JSON numbers. */
function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';
}
