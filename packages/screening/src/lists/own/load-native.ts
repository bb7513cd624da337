import { BadRecord } from '../entity-draft.ts';
import { listTypes } from '../../model/list-types.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { readNativeRecord } from './native-record.ts';
import { readTable, splitCells } from '../read-csv.ts';
import { textOf } from '../read-bytes.ts';
import { readLines } from '../read-lines.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, orReject, placeIn, type SourceContext } from '../source-context.ts';

interface Found {
  id: string;
  entity: ListedEntity | null;
}

/** Loads records of an operator's own lists, JSON lines or CSV. Of several records with the same id the last counts. */
export async function* loadNative(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const last = new Map<string, ListedEntity>();
  for (const file of context.files) {
    for await (const batch of /\.csv(?:\.gz)?$/iu.test(file)
      ? rowsOf(file, context)
      : linesOf(file, context)) {
      for (const { id, entity } of batch) {
        last.delete(id);
        if (entity !== null) last.set(id, entity);
      }
    }
  }
  yield [...last.values()];
}

async function* linesOf(file: string, context: SourceContext): AsyncGenerator<Found[]> {
  for await (const lines of readLines({ file, limits: context.limits, log: context.log, isJson: true })) {
    yield lines
      .filter(({ bytes }) => bytes.length > 0)
      .map(({ bytes, number }) => orReject(context.log, placeIn(file, number), () => ofLine(bytes, context)))
      .filter((found) => found !== null);
  }
}

function ofLine(bytes: Buffer, context: SourceContext): Found {
  const text = textOf(bytes);
  if (text === null) throw new BadRecord('the line is not UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadRecord('the line is not JSON');
  }
  const record = readNativeRecord(value, context);
  return 'deleted' in record ? { id: record.deleted, entity: null } : { id: record.id, entity: record };
}

async function* rowsOf(file: string, context: SourceContext): AsyncGenerator<Found[]> {
  for await (const rows of readTable({ file, limits: context.limits, log: context.log }, ['id', 'name'])) {
    yield rows
      .map(({ values, number }) => orReject(context.log, placeIn(file, number), () => ofRow(values, context)))
      .filter((found) => found !== null);
  }
}

function ofRow(values: Map<string, string>, context: SourceContext): Found {
  const cell = (name: string): string => (values.get(name) ?? '').trim();
  const many = (name: string): string[] => splitCells(cell(name), ';');
  const draft = draftOf(context, cell('id'), schemaOf(cell('schema') || 'Person'));
  draft.name(cell('name'), 'primary');
  for (const alias of many('aliases')) draft.name(alias, 'alias');
  for (const date of many('birth')) draft.birth(date);
  for (const country of many('countries')) draft.country(country, 'nationality');
  const list = listTypes.find((type) => type === (cell('list') || context.list));
  if (list === undefined) throw new BadRecord(`"${cell('list')}" is no list`);
  const source = cell('source') || 'native';
  draft.listing(
    list,
    { source, sourceName: source },
    { url: cell('url'), date: cell('date'), snippet: cell('snippet') },
  );
  return { id: draft.id, entity: draft.finish() };
}
