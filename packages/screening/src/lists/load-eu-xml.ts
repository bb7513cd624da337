import type { EntityDraft } from './entity-draft.ts';
import { identifierType } from './identifier-type.ts';
import type { LoadLog } from './load-log.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import { parseDate } from './parse-date.ts';
import { readXml, type XmlElement } from './read-xml.ts';
import { draftOf, entitiesOf, type SourceContext, withUnReference } from './source-context.ts';

const source = { source: 'eu-fsf', sourceName: 'European Union Consolidated Financial Sanctions List' };
const records = new Set(['sanctionEntity']);
const root = new Set(['export']);

/** Loads the consolidated list of financial sanctions of the European Union, XML 1.1. */
export async function* loadEuXml(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const { limits, log } = context;
  for (const file of context.files) {
    const onRoot = (top: XmlElement): void =>
      void (log.publishedAt = top.attribute('generationDate') || null);
    for await (const batch of readXml({ file, limits, log, records, root, onRoot }))
      yield entitiesOf(batch, { file, log }, ({ element }) => entityOf(element, context));
  }
}

function entityOf(record: XmlElement, context: SourceContext): ListedEntity {
  const id = record.attribute('logicalId') || record.attribute('euReferenceNumber');
  const type = record.first('subjectType');
  const person = type?.attribute('code') === 'person' || type?.attribute('classificationCode') === 'P';
  const schema = type === undefined ? 'Unknown' : person ? 'Person' : 'Organization';
  const draft = draftOf(context, id && `eu-${id}`, schema);
  for (const alias of record.all('nameAlias')) addName(draft, alias, person);
  for (const birth of record.all('birthdate')) addBirth(draft, birth, context.log);
  for (const country of record.all('citizenship')) draft.country(countryOf(country), 'nationality');
  for (const country of record.all('address')) draft.country(countryOf(country), 'address');
  for (const paper of record.all('identification')) addPaper(draft, paper);
  addListing(draft, record);
  return draft.finish();
}

/** Codes of papers that are more precise than their descriptions, which are in the language of the file. */
const paperTypes: Readonly<Record<string, string>> = {
  passport: 'passport',
  id: 'nationalid',
  ssn: 'nationalid',
  fiscalcode: 'tax',
  regnumber: 'registration',
  tradelic: 'registration',
  swiftbic: 'swift',
  imo: 'imo',
};

/** Adds a paper even if it has expired or is known to be false, because its bearer used it. */
function addPaper(draft: EntityDraft, paper: XmlElement): void {
  const code = paper.attribute('identificationTypeCode');
  const kind =
    paperTypes[code.toLowerCase()] ??
    identifierType(paper.attribute('identificationTypeDescription')) ??
    identifierType(code);
  for (const number of new Set([paper.attribute('number'), paper.attribute('latinNumber')]))
    draft.identifier(number, kind ?? undefined, countryOf(paper) || paper.attribute('issuedBy'));
  draft.name(paper.attribute('nameOnDocument'), 'alias');
}

/** Adds a listing for every programme; a record without a regulation gets one without a programme. */
function addListing(draft: EntityDraft, record: XmlElement): void {
  const remarks = record.values('remark');
  for (const remark of remarks) draft.remark(remark);
  const regulations = record.all('regulation');
  const programmes = new Set(regulations.map((regulation) => regulation.attribute('programme')));
  for (const programme of programmes.size > 0 ? programmes : ['']) {
    const own = regulations.filter((regulation) => regulation.attribute('programme') === programme);
    const [first] = own;
    draft.listing('SANCTIONS', source, {
      date:
        record.attribute('designationDate') ||
        first?.attribute('publicationDate') ||
        first?.attribute('entryIntoForceDate') ||
        null,
      programme,
      url: own.flatMap((regulation) => regulation.values('publicationUrl'))[0] ?? null,
      title: record.attribute('euReferenceNumber'),
      snippet: withUnReference(
        record.attribute('unitedNationId'),
        remarks.join(' ') || record.attribute('designationDetails'),
      ),
    });
  }
}

function addName(draft: EntityDraft, alias: XmlElement, person: boolean): void {
  const given = [alias.attribute('firstName'), alias.attribute('middleName')]
    .filter((part) => part !== '')
    .join(' ');
  const last = alias.attribute('lastName');
  const whole = alias.attribute('wholeName') || [given, last].filter((part) => part !== '').join(' ');
  const weak =
    alias.attribute('strong') === 'false' || /low quality|weak/iu.test(alias.values('remark').join(' '));
  const former = /formerly|f\.?k\.?a/iu.test(alias.values('remark').join(' '));
  const kind = weak ? 'weak' : former ? 'former' : draft.hasName ? 'alias' : 'primary';
  const parts = person && given !== '' && last !== '' ? { parts: { first: given, last } } : {};
  draft.name(whole, kind, {
    ...parts,
    ...(alias.attribute('nameLanguage') !== '' && {
      language: alias.attribute('nameLanguage').toLowerCase(),
    }),
  });
  draft.sex(alias.attribute('gender'));
  draft.position(alias.attribute('function'));
}

function addBirth(draft: EntityDraft, birth: XmlElement, log: LoadLog): void {
  draft.country(countryOf(birth), 'birth');
  const calendar = birth.attribute('calendarType');
  // A year from another calendar read as Gregorian would be centuries off.
  if (calendar !== '' && !/^gregorian$/iu.test(calendar)) {
    log.count(`calendar:${calendar}`);
    return;
  }
  const year = birth.attribute('year');
  const month = birth.attribute('monthOfYear').padStart(2, '0');
  const years = [birth.attribute('yearRangeFrom'), birth.attribute('yearRangeTo')].filter(
    (text) => text !== '',
  );
  const text =
    birth.attribute('birthdate') ||
    (year !== '' && month !== '00' ? `${year}-${month}` : year) ||
    (years.length === 2 ? years.join(' to ') : (years[0] ?? ''));
  const range = parseDate(text);
  if (range !== null)
    draft.birthRange(
      { ...range, approximate: range.approximate || birth.attribute('circa') === 'true' },
      text,
    );
  else draft.birth(text);
}

/** Alpha-2 code or description; `00` means unknown. */
function countryOf(element: XmlElement): string {
  const code = element.attribute('countryIso2Code');
  if (code === '00' || code.toUpperCase() === 'UNKNOWN') return '';
  return code || element.attribute('countryDescription');
}
