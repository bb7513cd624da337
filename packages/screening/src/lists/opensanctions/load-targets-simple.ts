import type { ListedEntity } from '../../model/listed-entity.ts';
import { readTable, splitCells } from '../read-csv.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, orReject, placeIn, type SourceContext } from '../source-context.ts';

const known = new Set(
  'id schema name aliases birth_date countries addresses identifiers sanctions phones emails program_ids dataset first_seen last_seen last_change'.split(
    ' ',
  ),
);

/** Loads `targets.simple.csv`, by column name. Cells with several values are themselves CSV with semicolons. */
export async function* loadTargetsSimple(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  for (const file of context.files) {
    const reading = { file, limits: context.limits, log: context.log };
    for await (const rows of readTable(reading, ['id', 'schema', 'name'])) {
      const batch: ListedEntity[] = [];
      for (const { values, number } of rows) {
        const entity = orReject(context.log, placeIn(file, number), () => entityOfRow(values, context));
        if (entity !== null) batch.push(entity);
      }
      yield batch;
    }
  }
}

function entityOfRow(values: Map<string, string>, context: SourceContext): ListedEntity {
  const cell = (name: string): string => values.get(name) ?? '';
  const many = (name: string): string[] => splitCells(cell(name), ';').filter((text) => text.trim() !== '');
  for (const name of values.keys()) if (!known.has(name)) context.log.count(`column:${name}`);
  const draft = draftOf(context, cell('id'), schemaOf(cell('schema')));
  draft.name(cell('name'), 'primary');
  for (const alias of many('aliases')) draft.name(alias, 'alias');
  for (const date of many('birth_date')) draft.birth(date);
  for (const country of many('countries')) draft.country(country, 'nationality');
  for (const value of many('identifiers')) draft.identifier(value);
  const [dataset = 'targets-simple'] = many('dataset');
  const [programme = null] = [...many('program_ids'), ...many('sanctions')];
  draft.listing(context.list, { source: dataset, sourceName: dataset }, { programme });
  return draft.finish();
}
