import path from 'node:path';
import { BadRecord } from '../entity-draft.ts';
import { RefusedSource, type ListedEntity } from '../../model/listed-entity.ts';
import { commaParts, readRemarks } from './ofac-remarks.ts';
import { readCsv } from '../read-csv.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, orReject, placeIn, type SourceContext } from '../source-context.ts';

interface Alias {
  kind: string;
  name: string;
}
interface Side {
  aliases: Map<string, Alias[]>;
  countries: Map<string, string[]>;
  comments: Map<string, string[]>;
}

/** Number of fields in the rows of each file: SDN 12, ALT 5, ADD 6, comments 2. */
const fieldsOf: Record<number, 'main' | 'alt' | 'add' | 'comments'> = {
  12: 'main',
  5: 'alt',
  6: 'add',
  2: 'comments',
};

/** Loads OFAC's files without headers, in any order. They are recognised by their number of fields; only the first one is required. */
export async function* loadOfacCsv(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  const side: Side = { aliases: new Map(), countries: new Map(), comments: new Map() };
  const main: string[] = [];
  for (const file of context.files) {
    const kind = await kindOf(file, context);
    if (kind === 'main') main.push(file);
    else await readSide(file, kind, { side, context });
  }
  if (main.length === 0) throw new RefusedSource('no file with the 12 fields of an SDN list');
  for (const file of main) {
    for await (const rows of readCsv({ file, limits: context.limits, log: context.log })) {
      const batch: ListedEntity[] = [];
      for (const { cells, number } of rows) {
        const entity = orReject(context.log, placeIn(file, number), () =>
          entityOfRow(cells, file, { side, context }),
        );
        if (entity !== null) batch.push(entity);
      }
      yield batch;
    }
  }
}

async function kindOf(
  file: string,
  { limits, log }: SourceContext,
): Promise<'main' | 'alt' | 'add' | 'comments'> {
  for await (const rows of readCsv({ file, limits, log, digest: false })) {
    const counts = rows.slice(0, 20).map(({ cells }) => cells.length);
    const kind =
      fieldsOf[
        counts.find((count) => counts.filter((other) => other === count).length * 2 > counts.length) ?? 0
      ];
    if (kind !== undefined) return kind;
    break;
  }
  throw new RefusedSource(`${path.basename(file)} has no number of fields OFAC uses`);
}

interface Join {
  side: Side;
  context: SourceContext;
}

async function readSide(
  file: string,
  kind: 'alt' | 'add' | 'comments',
  { side, context }: Join,
): Promise<void> {
  const width = { alt: 5, add: 6, comments: 2 }[kind];
  for await (const rows of readCsv({ file, limits: context.limits, log: context.log })) {
    for (const { cells, number } of rows) {
      const id = (cells[0] ?? '').trim();
      if (cells.length !== width || !/^\d+$/u.test(id))
        context.log.reject(placeIn(file, number), `no row of ${width} fields`);
      else if (kind === 'alt') push(side.aliases, id, { kind: value(cells, 2), name: value(cells, 3) });
      else if (kind === 'add') push(side.countries, id, value(cells, 4));
      else push(side.comments, id, value(cells, 1));
    }
  }
}

function entityOfRow(cells: string[], file: string, { side, context }: Join): ListedEntity {
  const id = (cells[0] ?? '').trim();
  if (cells.length !== 12 || !/^\d+$/u.test(id)) throw new BadRecord('no row of 12 fields');
  const draft = draftOf(context, `ofac-${id}`, schemaOf(value(cells, 2) || 'entity'));
  const person = draft.schema === 'Person';
  const name = (text: string, kind: 'primary' | 'alias' | 'former'): void => {
    const parts = person ? commaParts(text) : null;
    draft.name(text, kind, parts === null ? {} : { parts });
  };
  name(value(cells, 1), 'primary');
  for (const alias of side.aliases.get(id) ?? []) name(alias.name, alias.kind === 'fka' ? 'former' : 'alias');
  for (const country of side.countries.get(id) ?? []) draft.country(country, 'address');
  draft.position(value(cells, 4));
  draft.identifier(value(cells, 5), 'callsign');
  draft.country(value(cells, 9), 'flag');
  draft.associate(value(cells, 10), 'owner of the vessel');
  const remarks = [value(cells, 11), ...(side.comments.get(id) ?? [])]
    .filter((text) => text !== '')
    .join(' ');
  readRemarks(remarks, draft, context.log);
  const consolidated = /cons/iu.test(path.basename(file));
  const source = consolidated
    ? { source: 'ofac-non-sdn', sourceName: 'OFAC Consolidated (non-SDN) Sanctions List' }
    : { source: 'ofac-sdn', sourceName: 'OFAC Specially Designated Nationals List' };
  for (const programme of value(cells, 3).split('] ['))
    draft.listing('SANCTIONS', source, { programme, title: value(cells, 4), url: sourceUrl(id) });
  return draft.finish();
}

function sourceUrl(id: string): string {
  return `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`;
}

/** The value of a cell; `-0-`, with or without a space, is empty. */
function value(cells: string[], at: number): string {
  const text = (cells[at] ?? '').trim();
  return text === '-0-' ? '' : text;
}

function push<T>(rows: Map<string, T[]>, id: string, row: T): void {
  const before = rows.get(id);
  if (before === undefined) rows.set(id, [row]);
  else before.push(row);
}
