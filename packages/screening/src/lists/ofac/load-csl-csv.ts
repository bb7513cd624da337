import type { ListedEntity } from '../../model/listed-entity.ts';
import type { MappingPolicies } from '../mapping-policies.ts';
import { commaParts } from './ofac-remarks.ts';
import { identifierType } from '../identifier-type.ts';
import { readTable } from '../read-csv.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, entitiesOf, type SourceContext } from '../source-context.ts';
import type { ListType } from '../../model/screening-types.ts';

/** Loads the Consolidated Screening List of the United States, by column name. */
export async function* loadCslCsv(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const { limits, log } = context;
  for (const file of context.files) {
    for await (const rows of readTable({ file, limits, log }, ['source', 'name']))
      yield entitiesOf(rows, { file, log }, ({ values, number }) => entityOf(values, number, context));
  }
}

function entityOf(values: Map<string, string>, number: number, context: SourceContext): ListedEntity {
  const cell = (name: string): string => (values.get(name) ?? '').trim();
  const many = (name: string): string[] =>
    cell(name)
      .split(/;\s*/u)
      .filter((text) => text !== '');
  const id = cell('_id') || cell('id') || cell('entity_number') || `row-${String(number)}`;
  // Lists of the Commerce and State departments leave the type empty, for people and companies alike.
  const draft = draftOf(context, `csl-${id}`, schemaOf(cell('type')));
  const partsOf = (text: string): object => {
    const parts = draft.schema === 'Person' ? commaParts(text) : null;
    return parts === null ? {} : { parts };
  };
  draft.name(cell('name'), 'primary', partsOf(cell('name')));
  for (const name of many('alt_names')) draft.name(name, 'alias', partsOf(name));
  for (const date of many('dates_of_birth')) draft.birth(date);
  for (const country of [...many('nationalities'), ...many('citizenships')])
    draft.country(country, 'nationality');
  for (const address of many('addresses'))
    draft.country(address.slice(address.lastIndexOf(',') + 1), 'address');
  for (const place of many('places_of_birth'))
    draft.country(place.slice(place.lastIndexOf(',') + 1), 'birth');
  draft.country(cell('vessel_flag'), 'flag');
  draft.identifier(cell('call_sign'), 'callsign');
  for (const owner of many('vessel_owner')) draft.associate(owner, 'owner of the vessel');
  draft.position(draft.schema === 'Person' ? cell('title') : '');
  for (const paper of many('ids')) addPaper(draft, paper);
  const list = listOf(cell('source'), context.policies);
  if (list === null) return draft.finish();
  const source = {
    source: `csl-${sourceKey(cell('source'))}`,
    sourceName: cell('source') || 'Consolidated Screening List',
  };
  const programmes = many('programs');
  for (const programme of programmes.length > 0 ? programmes : [null])
    draft.listing(list, source, {
      programme,
      date: cell('start_date'),
      url: cell('source_list_url') || cell('source_information_url'),
      title: cell('title'),
      snippet: cell('remarks'),
    });
  return draft.finish();
}

/** "Type, country, number" or "Type, number". */
function addPaper(draft: ReturnType<typeof draftOf>, text: string): void {
  const cells = text.split(',').map((part) => part.trim());
  // Dates of issue and expiry may follow the number.
  const value = cells.findLast((part) => /\d/u.test(part) && !/^\d{4}-\d{2}-\d{2}$/u.test(part));
  const [type = ''] = cells;
  if (/^gender$/iu.test(type)) draft.sex(cells[1]);
  else if (value !== undefined && identifierType(type) !== null) {
    const country = cells.slice(1).find((part) => /^[A-Z]{2}$/u.test(part));
    draft.identifier(value, identifierType(type) ?? undefined, country ?? null);
  }
}

/** The short name in brackets, otherwise the whole text. */
function sourceKey(text: string): string {
  return (/\(([A-Z0-9-]+)\)/u.exec(text)?.[1] ?? text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, 60);
}

/** The list for the field `source`: Commerce lists count only if the operator enables them. */
function listOf(source: string, policies: MappingPolicies): ListType | null {
  if (/debarred|\(DTC\)/iu.test(source)) return 'FITNESS_PROBITY';
  if (
    /industry and security|commerce|\((?:EL|DPL|UVL|MEU)\)|denied persons|entity list|unverified|military end/iu.test(
      source,
    )
  )
    return policies.exportControlLists ? 'SANCTIONS' : null;
  return 'SANCTIONS';
}
