import { countryCode, type EntityDraft } from './entity-draft.ts';
import { identifierType } from './identifier-type.ts';
import type { CountryRole, ListedEntity } from '../model/listed-entity.ts';
import { readXml, type XmlElement } from './read-xml.ts';
import { schemaOf } from './schema-of.ts';
import { draftOf, entitiesOf, type SourceContext, withUnReference } from './source-context.ts';
import type { NameKind } from '../model/screening-types.ts';

const source = { source: 'uk-sanctions', sourceName: 'UK Sanctions List' };
const page = 'https://www.gov.uk/government/publications/the-uk-sanctions-list';
const records = new Set(['Designation', 'DateGenerated']);
const root = new Set(['Designations']);

/** Loads the UK Sanctions List. */
export async function* loadUkXml(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const { limits, log } = context;
  for (const file of context.files) {
    for await (const batch of readXml({ file, limits, log, records, root })) {
      for (const { element } of batch)
        if (element.name === 'DateGenerated') log.publishedAt = element.text.trim() || null;
      const designations = batch.filter(({ element }) => element.name === 'Designation');
      yield entitiesOf(designations, { file, log }, ({ element }) => entityOf(element, context));
    }
  }
}

function entityOf(record: XmlElement, context: SourceContext): ListedEntity {
  const id = record.value('UniqueID') || record.value('OFSIGroupID');
  const draft = draftOf(context, id && `uk-${id}`, schemaOf(kindOfRecord(record)));
  const names = record.deep('Names').flatMap((all) => all.all('Name'));
  for (const name of names.length > 0 ? names : record.all('Name')) addName(draft, name);
  for (const name of record.deepValues('NameNonLatinScript')) draft.name(name, 'primary');
  for (const date of record.deepValues('DOB')) draft.birth(date);
  for (const gender of record.deepValues('Gender')) draft.sex(gender);
  for (const [element, role] of places)
    for (const country of record.deepValues(element)) draft.country(country, role);
  addNumbers(draft, record);
  for (const [element, relation] of links)
    for (const name of record.deepValues(element)) draft.associate(name, relation);
  for (const position of record.deepValues('Position')) draft.position(position);
  draft.remark(record.value('OtherInformation'));
  draft.listing('SANCTIONS', source, {
    url: page,
    date: record.value('DateDesignated'),
    programme: record.value('RegimeName'),
    title: record.value('SanctionsImposed'),
    snippet: withUnReference(record.value('UNReferenceNumber'), record.value('OtherInformation')),
  });
  return draft.finish();
}

/** The kind of a designation that states none, inferred from its details; `''` if unknown. */
function kindOfRecord(record: XmlElement): string {
  const stated = record.value('IndividualEntityShip');
  if (stated !== '') return stated;
  const details = [
    ['IndividualDetails', 'individual'],
    ['EntityDetails', 'entity'],
    ['ShipDetails', 'ship'],
  ] as const;
  return details.find(([element]) => record.first(element) !== undefined)?.[1] ?? '';
}

/** Elements that name a country, and its relation to the listed entity. */
const places: readonly (readonly [string, CountryRole])[] = [
  ['Nationality', 'nationality'],
  ['AddressCountry', 'address'],
  ['CountryOfBirth', 'birth'],
  ['CurrentBelievedFlagOfShip', 'flag'],
  ['FlagOfShip', 'flag'],
];

/** Elements that contain a number, and its type. */
const numbers: readonly (readonly [string, string])[] = [
  ['IMONumber', 'imo'],
  ['BusinessRegistrationNumber', 'registration'],
  ['HullIdentificationNumber', 'registration'],
];

function addNumbers(draft: EntityDraft, record: XmlElement): void {
  for (const paper of papersOf(record, 'Passport')) draft.identifier(paper.number, 'passport', paper.country);
  for (const { number, note, country } of papersOf(record, 'NationalIdentifier'))
    draft.identifier(number, identifierType(note) ?? 'nationalid', country);
  for (const [element, type] of numbers)
    for (const number of record.deepValues(element)) draft.identifier(number, type);
}

/** Elements that name other entities, and their relation to the listed one. */
const links: readonly (readonly [string, string])[] = [
  ['ParentCompany', 'parent company'],
  ['Subsidiary', 'subsidiary'],
  ['CurrentOwnerOperator', 'owner or operator'],
  ['CurrentBelievedOwnerOperator', 'owner or operator'],
  ['PreviousOwnerOperator', 'former owner or operator'],
];

interface Paper {
  number: string;
  /** The list's note in prose. */
  note: string;
  /** Country of issue if the note names it; otherwise `''`. */
  country: string;
}

/** Papers of one kind: `<Passport>` contains `<PassportNumber>` and `<PassportAdditionalInformation>`. The number may occur alone. */
function papersOf(record: XmlElement, kind: 'Passport' | 'NationalIdentifier'): Paper[] {
  const papers = record.deep(kind).flatMap((holder) => {
    const note = holder.value(`${kind}AdditionalInformation`);
    return holder.values(`${kind}Number`).map((number) => ({ number, note, country: countryIn(note) }));
  });
  const known = new Set(papers.map(({ number }) => number));
  const alone = record.deepValues(`${kind}Number`).filter((number) => !known.has(number));
  return [...papers, ...alone.map((number) => ({ number, note: '', country: '' }))];
}

/** The country named in prose such as “issued in Latvia on 1 May 2010” or “Latvian passport”; `''` if none is recognised. */
function countryIn(note: string): string {
  const patterns = [
    /\bissued (?:in|by|at)?\s*(?<place>[^,.;()\d]+)/iu,
    /^(?<place>[\p{L} -]+?)\s+(?:passport|national|id\b|identi|tax|number)/iu,
    /\((?<place>[\p{L} -]+)\)/u,
    /^(?<place>[\p{L} -]+)$/u,
  ];
  for (const pattern of patterns) {
    const place = pattern
      .exec(note)
      ?.groups?.['place']?.trim()
      .replace(/\s+on$/iu, '');
    if (place !== undefined && countryCode(place) !== null) return place;
  }
  return '';
}

/** `Name6` is the surname or the whole name; `Name1` to `Name5` precede it. */
function addName(draft: EntityDraft, name: XmlElement): void {
  const given = [1, 2, 3, 4, 5]
    .map((number) => name.value(`Name${String(number)}`))
    .filter((part) => part !== '')
    .join(' ');
  const last = name.value('Name6');
  const text = [given, last].filter((part) => part !== '').join(' ');
  const person = draft.schema === 'Person' && given !== '' && last !== '';
  draft.name(text, kindOf(name), person ? { parts: { first: given, last } } : {});
}

function kindOf(name: XmlElement): NameKind {
  const type = name.value('NameType').toLowerCase();
  if (/low|weak/iu.test(name.value('AliasStrength'))) return 'weak';
  if (/f\.?k\.?a|former/u.test(type)) return 'former';
  return type === 'primary name' || type === '' ? 'primary' : 'alias';
}
