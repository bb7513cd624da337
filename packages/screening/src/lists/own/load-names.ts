import { createHash } from 'node:crypto';
import path from 'node:path';
import { cleanText } from '../clean-text.ts';
import { BadRecord } from '../entity-draft.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { textOf } from '../read-bytes.ts';
import { readLines } from '../read-lines.ts';
import { schemaOf } from '../schema-of.ts';
import { draftOf, orReject, placeIn, type SourceContext } from '../source-context.ts';

/**
 * Loads plain names, one per line, optionally followed by a tab and a schema (default `Person`). The id consists of the file name and a
 * digest of the line's content, so that adding, removing or reordering lines does not change other ids.
 */
export async function* loadNames(context: SourceContext): AsyncGenerator<ListedEntity[]> {
  for (const file of context.files) {
    const source = path.basename(file);
    for await (const lines of readLines({ file, limits: context.limits, log: context.log })) {
      const batch: ListedEntity[] = [];
      for (const { number, bytes } of lines) {
        if (number === 1 && isHeader(textOf(bytes))) continue;
        const entity = orReject(context.log, placeIn(file, number), () =>
          entityOfLine(textOf(bytes), source, context),
        );
        if (entity !== null) batch.push(entity);
      }
      yield batch;
    }
  }
}

/** Usual headings of a column of names, in the languages of this service. */
const headings = new Set(
  ['name', 'names', 'full name', 'full_name', 'fullname', 'person', 'entity', 'company', 'caption'].concat([
    'nombre',
    'nombres',
    'nombre completo',
    'nome',
    'nomes',
    'nome completo',
    'razón social',
    'razão social',
  ]),
);

/** Whether a first line contains headings rather than a name. */
function isHeader(text: string | null): boolean {
  const [name = ''] = (text ?? '').replace(/^\uFEFF/u, '').split('\t');
  return headings.has(name.trim().toLowerCase());
}

/** Characters of a web page, a JSON error or another file in place of the list, which no name contains. */
const isMarkup = /[<>{}\u0000-\u0008]/u;

function entityOfLine(text: string | null, source: string, context: SourceContext): ListedEntity | null {
  if (text === null) throw new BadRecord('the line is not UTF-8');
  const [cell = '', schemaCell = ''] = text.replace(/^\uFEFF/u, '').split('\t');
  const name = cleanText(cell);
  if (name === '') return null;
  if (isMarkup.test(cell)) throw new BadRecord('the line is no name: it has markup');
  const schema = schemaCell.trim() === '' ? 'Person' : schemaOf(schemaCell);
  const draft = draftOf(context, idOfName(name, { schema, source, list: context.list }), schema);
  draft.name(name, 'primary');
  draft.listing(context.list, { source, sourceName: source });
  return draft.finish();
}

/** Ignores letter case: a name written in different case is the same entry. */
function idOfName(name: string, of: { schema: string; source: string; list: string }): string {
  const text = [of.list, of.schema, name.normalize('NFC').toLowerCase()].join('\n');
  return `${of.source}:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}
