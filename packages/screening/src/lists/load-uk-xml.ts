import type { EntityDraft } from './entity-draft.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import { readXml, type XmlElement } from './read-xml.ts';
import { schemaOf } from './schema-of.ts';
import { draftOf, entitiesOf, type SourceContext } from './source-context.ts';
import type { NameKind } from '../model/screening-types.ts';

const source = { source: 'uk-sanctions', sourceName: 'UK Sanctions List' };
const page = 'https://www.gov.uk/government/publications/the-uk-sanctions-list';
const records = new Set(['Designation', 'DateGenerated']);
const root = new Set(['Designations']);

/** The UK Sanctions List. */
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
  const draft = draftOf(
    context,
    id && `uk-${id}`,
    schemaOf(record.value('IndividualEntityShip') || 'entity'),
  );
  for (const name of record.deep('Name')) addName(draft, name);
  for (const name of record.deepValues('NameNonLatinScript')) draft.name(name, 'primary');
  for (const date of record.deepValues('DOB')) draft.birth(date);
  for (const gender of record.deepValues('Gender')) draft.sex(gender);
  for (const country of record.deepValues('Nationality')) draft.country(country, 'nationality');
  for (const country of record.deepValues('AddressCountry')) draft.country(country, 'address');
  for (const country of record.deepValues('CountryOfBirth')) draft.country(country, 'birth');
  for (const name of ['CurrentBelievedFlagOfShip', 'FlagOfShip'])
    for (const country of record.deepValues(name)) draft.country(country, 'flag');
  for (const number of record.deepValues('PassportNumber')) draft.identifier(number, 'passport');
  for (const number of record.deepValues('NationalIdentifierNumber')) draft.identifier(number, 'nationalid');
  for (const number of record.deepValues('IMONumber')) draft.identifier(number, 'imo');
  for (const number of record.deepValues('BusinessRegistrationNumber'))
    draft.identifier(number, 'registration');
  for (const position of record.deepValues('Position')) draft.position(position);
  draft.listing('SANCTIONS', source, {
    url: page,
    date: record.value('DateDesignated'),
    programme: record.value('RegimeName'),
    title: record.value('SanctionsImposed'),
    snippet: record.value('OtherInformation'),
  });
  return draft.finish();
}

/** `Name6` is the surname or the whole name, `Name1` to `Name5` come before it. */
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
