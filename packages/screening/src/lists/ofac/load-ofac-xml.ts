import type { EntityDraft } from '../entity-draft.ts';
import { identifierType } from '../identifier-type.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { parseDate } from '../parse-date.ts';
import { readXml, type XmlElement } from '../read-xml.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, entitiesOf, type SourceContext } from '../source-context.ts';
import type { NameKind } from '../../model/screening-types.ts';

const records = new Set(['sdnEntry', 'Publish_Date']);
const root = new Set(['sdnList']);
const source = { source: 'ofac-sdn', sourceName: 'OFAC Specially Designated Nationals List' };

/** Loads OFAC's `sdn.xml`, and `consolidated.xml`, which has the same structure. */
export async function* loadOfacXml(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const { limits, log } = context;
  for (const file of context.files) {
    for await (const batch of readXml({ file, limits, log, records, root })) {
      for (const { element } of batch)
        if (element.name === 'Publish_Date') log.publishedAt = dayOf(element.text.trim());
      const entries = batch.filter(({ element }) => element.name === 'sdnEntry');
      yield entitiesOf(entries, { file, log }, ({ element }) => entityOf(element, context));
    }
  }
}

/** Parses a day in the publisher's month-first format. */
function dayOf(text: string): string | null {
  const day = /^(\d{2})\/(\d{2})\/(\d{4})$/u.exec(text);
  return day === null ? text || null : `${day[3] ?? ''}-${day[1] ?? ''}-${day[2] ?? ''}`;
}

function entityOf(record: XmlElement, context: SourceContext): ListedEntity {
  const id = record.value('uid');
  const draft = draftOf(context, id && `ofac-${id}`, schemaOf(record.value('sdnType') || 'entity'));
  addName(draft, record, 'primary');
  for (const aka of record.at('akaList', 'aka')) {
    const kind =
      aka.value('category') === 'weak' ? 'weak' : /^f\.?k/iu.test(aka.value('type')) ? 'former' : 'alias';
    addName(draft, aka, kind);
  }
  for (const date of record.deepValues('dateOfBirth')) draft.birth(date);
  for (const place of record.deepValues('placeOfBirth'))
    draft.country(place.slice(place.lastIndexOf(',') + 1), 'birth');
  for (const country of record.at('nationalityList', 'nationality', 'country'))
    draft.country(country.text, 'nationality');
  for (const country of record.at('citizenshipList', 'citizenship', 'country'))
    draft.country(country.text, 'nationality');
  for (const country of record.at('addressList', 'address', 'country'))
    draft.country(country.text, 'address');
  for (const paper of record.at('idList', 'id')) addPaper(draft, paper);
  for (const vessel of record.all('vesselInfo')) {
    draft.identifier(vessel.value('callSign'), 'callsign');
    draft.country(vessel.value('vesselFlag'), 'flag');
    draft.associate(vessel.value('vesselOwner'), 'owner of the vessel');
  }
  draft.position(record.value('title'));
  const programmes = record.at('programList', 'program').map(({ text }) => text);
  for (const programme of programmes.length > 0 ? programmes : [null])
    draft.listing('SANCTIONS', source, {
      programme,
      title: record.value('title'),
      snippet: record.value('remarks'),
      url: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`,
    });
  return draft.finish();
}

function addName(draft: EntityDraft, element: XmlElement, kind: NameKind): void {
  const first = element.value('firstName');
  const last = element.value('lastName');
  const parts = first !== '' && last !== '' ? { parts: { first, last } } : {};
  draft.name([first, last].filter((part) => part !== '').join(' '), kind, parts);
}

function addPaper(draft: EntityDraft, paper: XmlElement): void {
  const type = paper.value('idType');
  const number = paper.value('idNumber');
  if (/^gender$/iu.test(type)) draft.sex(number);
  else if (/^(?:date of death|dod)$/iu.test(type)) draft.death(number);
  else if (
    /date|website|email|phone|risk|information|gazette|executive/iu.test(type) ||
    parseDate(number) !== null
  )
    return;
  else
    draft.identifier(
      number.replace(/^IMO\s*/u, ''),
      identifierType(`${type} ${number.slice(0, 4)}`) ?? undefined,
      paper.value('idCountry'),
    );
}
