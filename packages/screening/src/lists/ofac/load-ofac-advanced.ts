import { BadRecord, type EntityDraft } from '../entity-draft.ts';
import { identifierType } from '../identifier-type.ts';
import type { BirthRange, ListedEntity } from '../../model/listed-entity.ts';
import { documentedName, type Naming } from './documented-name.ts';
import { AdvancedReferences } from './ofac-advanced-references.ts';
import { joinRange, parseDate } from '../parse-date.ts';
import { readXml, type XmlElement } from '../read-xml.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, entitiesOf, type SourceContext } from '../source-context.ts';
import { LoadLog } from '../load-log.ts';
import type { NameKind } from '../../model/screening-types.ts';

const root = new Set(['Sanctions']);
const parties = new Set(['DistinctParty']);
const sdn = { source: 'ofac-sdn', sourceName: 'OFAC Specially Designated Nationals List' };
const nonSdn = { source: 'ofac-non-sdn', sourceName: 'OFAC Consolidated (non-SDN) Sanctions List' };

/**
 * Loads OFAC's `sdn_advanced.xml`. Reads it twice: first the reference values, places, papers, relations and entries, which precede and
 * follow the parties, then the parties.
 */
export async function* loadOfacAdvanced(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const { limits, log } = context;
  for (const file of context.files) {
    const references = new AdvancedReferences();
    for await (const batch of readXml({ file, limits, log, root, records: AdvancedReferences.records }))
      for (const { element } of batch) references.add(element);
    log.publishedAt = references.issued;
    const again = { file, limits, log: new LoadLog(), root, records: parties, digest: false };
    for await (const batch of readXml(again))
      yield entitiesOf(batch, { file, log }, ({ element }) => entityOf(element, references, context));
  }
}

/** Null for a party that a file of changes removes from the list. */
function entityOf(
  party: XmlElement,
  references: AdvancedReferences,
  context: SourceContext,
): ListedEntity | null {
  if (/^(?:delete|remove)d?$/iu.test(party.attribute('DeltaAction'))) return null;
  const profiles = party.all('Profile');
  const [profile] = profiles;
  if (profile === undefined) throw new BadRecord('the party has no profile');
  const profileId = profile.attribute('ID');
  const id = party.attribute('FixedRef') || profileId;
  const schema = schemaOf(references.schemaWord(profile.attribute('PartySubTypeID')));
  const draft = draftOf(context, id && `ofac-${id}`, schema);
  for (const one of profiles) addProfile(draft, one, references);
  const url = `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`;
  for (const { list, programmes, date } of references.entriesOf(profileId))
    for (const programme of programmes.length > 0 ? programmes : [null])
      draft.listing('SANCTIONS', sourceOf(list), { programme, date, url, snippet: party.value('Comment') });
  return draft.finish();
}

function addProfile(draft: EntityDraft, profile: XmlElement, references: AdvancedReferences): void {
  for (const identity of profile.all('Identity')) {
    for (const alias of identity.all('Alias')) addAlias(draft, alias, { identity, references });
    for (const { number, type, country } of references.papers.get(identity.attribute('ID')) ?? [])
      draft.identifier(number, identifierType(type) ?? undefined, country);
  }
  for (const feature of profile.all('Feature')) addFeature(draft, feature, references);
  for (const { name, relation } of references.associatesOf(profile.attribute('ID')))
    draft.associate(name, relation);
}

/** The list of an entry by its name in the file; without a name, or with the name of the SDN list, the SDN list. */
function sourceOf(list: string): typeof sdn {
  return list === '' || /\bsdn\b/iu.test(list.replace(/non-sdn/giu, '')) ? sdn : nonSdn;
}

function addAlias(draft: EntityDraft, alias: XmlElement, naming: Naming): void {
  const primary = alias.attribute('Primary') === 'true';
  const former = /^f/iu.test(naming.references.word('AliasType', alias.attribute('AliasTypeID')));
  const kind: NameKind =
    alias.attribute('LowQuality') === 'true' ? 'weak' : primary ? 'primary' : former ? 'former' : 'alias';
  for (const name of alias.all('DocumentedName')) {
    const { text, parts } = documentedName(name, naming);
    draft.name(text, kind, parts === null ? {} : { parts });
  }
}

/** The content of a feature: dates, words and countries. */
interface FeatureValue {
  dates: BirthRange[];
  words: string[];
  countries: string[];
}

/** Types of features, and how each is read. The first match applies. */
const features: readonly (readonly [RegExp, (draft: EntityDraft, value: FeatureValue) => void])[] = [
  [/^birthdate/u, (draft, { dates }) => each(dates, (range) => draft.birthRange(range, ''))],
  [/death|deceased/u, (draft, { dates }) => each(dates, ({ text }) => draft.death(text))],
  [/^gender$/u, (draft, { words }) => each(words, (word) => draft.sex(word))],
  [
    /nationality|citizenship/u,
    (draft, value) => each(value.countries, (country) => draft.country(country, 'nationality')),
  ],
  [/^location$/u, (draft, value) => each(value.countries, (country) => draft.country(country, 'address'))],
  [/^place of birth/u, addBirthPlaces],
  [/call sign/u, (draft, { words }) => each(words, (word) => draft.identifier(word, 'callsign'))],
  [
    /^(?:other )?vessel flag/u,
    (draft, value) => each([...value.countries, ...value.words], (country) => draft.country(country, 'flag')),
  ],
  [
    /vessel owner/u,
    (draft, { words }) => each(words, (word) => draft.associate(word, 'owner of the vessel')),
  ],
  [/^title$/u, (draft, { words }) => each(words, (word) => draft.position(word))],
];

function addFeature(draft: EntityDraft, feature: XmlElement, references: AdvancedReferences): void {
  const type = references.word('FeatureType', feature.attribute('FeatureTypeID')).toLowerCase();
  const value: FeatureValue = {
    dates: feature
      .deep('DatePeriod')
      .filter((period) => references.isGregorian(period))
      .map(rangeOf)
      .filter((range) => range !== null),
    words: feature
      .deep('VersionDetail')
      .map(
        (detail) =>
          references.word('DetailReference', detail.attribute('DetailReferenceID')) || detail.text.trim(),
      ),
    countries: feature
      .deep('VersionLocation')
      .map((place) => references.places.get(place.attribute('LocationID')) ?? ''),
  };
  const known = features.find(([pattern]) => pattern.test(type));
  if (known !== undefined) known[1](draft, value);
  else if (identifierType(type) !== null && !type.includes('date'))
    each(
      value.words.filter((word) => /\d/u.test(word)),
      (word) => draft.identifier(word, identifierType(type) ?? undefined),
    );
}

function addBirthPlaces(draft: EntityDraft, { countries, words }: FeatureValue): void {
  for (const country of countries) draft.country(country, 'birth');
  for (const word of words) draft.country(word.slice(word.lastIndexOf(',') + 1), 'birth');
}

function each<T>(values: readonly T[], use: (value: T) => void): void {
  for (const value of values) use(value);
}

/** From the first possible day of the start to the last possible day of the end. */
function rangeOf(period: XmlElement): BirthRange | null {
  const points = [period.at('Start', 'From'), period.at('End', 'To')].map(
    ([point]) => point && pointOf(point),
  );
  const [from, to] = points;
  const approximate = [...period.all('Start'), ...period.all('End')].some(
    (side) => side.attribute('Approximate') === 'true',
  );
  if (from == null) return to ? { ...to, approximate } : null;
  if (to == null || to.text === from.text) return { ...from, approximate };
  const fullYear = from.from.endsWith('-01-01') && to.to === `${from.from.slice(0, 4)}-12-31`;
  const year = fullYear ? parseDate(from.from.slice(0, 4)) : null;
  return year === null ? joinRange(from, to, approximate) : { ...year, approximate };
}

function pointOf(point: XmlElement): BirthRange | null {
  const numbers = [point.value('Year'), point.value('Month'), point.value('Day')].filter(
    (text) => text !== '',
  );
  return parseDate(numbers.map((text) => text.padStart(2, '0')).join('-'));
}
