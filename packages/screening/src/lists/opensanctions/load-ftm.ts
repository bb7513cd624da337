import { BadRecord } from '../entity-draft.ts';
import type { FtmEntity } from './ftm-entity.ts';
import { firstOf, uniteFtm, valuesOf } from './ftm-entity.ts';
import { entityOfLine, ftmLines, peek, readDeltas, type FtmLine, type Overlay } from './ftm-lines.ts';
import { FtmLinks, linkSchemata } from './ftm-links.ts';
import { mapFtm, type FtmMapping } from './ftm-mapping.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { RepeatedIds } from './repeated-ids.ts';

/** Full exports, and the deltas to apply to them in this order. Together they are one state, whatever file a line is in. */
export interface FtmFiles {
  full: readonly string[];
  deltas: readonly string[];
}

/**
 * Entities of FollowTheMoney exports in batches. The files are read three times: for links, for those whom links name, and for
 * the entities, so that nothing but links is held. Deltas give what the full files of the new state would give.
 * @throws RefusedSource
 */
export async function* loadFtm(files: FtmFiles, mapping: FtmMapping): AsyncGenerator<ListedEntity[]> {
  const overlay = await readDeltas(files.deltas, mapping.log);
  const links = new FtmLinks();
  const repeated = await collectLinks(files.full, { links, overlay, mapping });
  await collectEnds(files.full, { links, overlay, mapping });
  links.followMerged();
  const held = new Map<string, FtmEntity>();
  for await (const lines of ftmLines(files.full, mapping.log, { first: false })) {
    const batch: ListedEntity[] = [];
    for (const line of lines) {
      const entity = freshEntity(line, overlay, mapping);
      if (entity === null) continue;
      if (repeated.has(entity.id)) {
        const before = held.get(entity.id);
        held.set(entity.id, before === undefined ? entity : uniteFtm(before, entity));
      } else emit(entity, { links, mapping, batch, place: line.place });
    }
    if (batch.length > 0) yield batch;
  }
  const batch: ListedEntity[] = [];
  for (const entity of [...held.values(), ...overlay.values()]) {
    if (entity !== null && !linkSchemata.has(entity.schema))
      emit(entity, { links, mapping, batch, place: `delta:${entity.id}` });
  }
  yield batch;
}

interface Emission {
  links: FtmLinks;
  mapping: FtmMapping;
  batch: ListedEntity[];
  place: string;
}

function emit(entity: FtmEntity, { links, mapping, batch, place }: Emission): void {
  try {
    const listed = mapFtm(entity, links, mapping);
    if (listed !== null) batch.push(listed);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    mapping.log.reject(place, error.message);
  }
}

/** The entity of a line, unless it is a link or a delta has replaced it. Rejects what cannot be read. */
function freshEntity(line: FtmLine, overlay: Overlay, mapping: FtmMapping): FtmEntity | null {
  if (line.bytes.length === 0 || linkSchemata.has(peek(line.bytes, 'schema') ?? '')) return null;
  try {
    const entity = entityOfLine(line);
    return linkSchemata.has(entity.schema) || overlay.has(entity.id) ? null : entity;
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    mapping.log.reject(line.place, error.message);
    return null;
  }
}

interface Collection {
  links: FtmLinks;
  overlay: Overlay;
  mapping: FtmMapping;
}

/** Reads links; gives the ids that occur in more than one line. */
async function collectLinks(
  full: readonly string[],
  { links, overlay, mapping }: Collection,
): Promise<Set<string>> {
  const seen = new RepeatedIds();
  const repeated = new Set<string>();
  const take = (entity: FtmEntity): void => {
    if (linkSchemata.has(entity.schema)) links.add(entity);
    else if (seen.add(entity.id)) repeated.add(entity.id);
  };
  for await (const lines of ftmLines(full, mapping.log, { first: true })) {
    for (const line of lines) {
      const schema = peek(line.bytes, 'schema');
      const id = schema === null || linkSchemata.has(schema) ? null : peek(line.bytes, 'id');
      if (id !== null) {
        if (seen.add(id)) repeated.add(id);
        continue;
      }
      const entity = parsed(line);
      if (entity === null && schema !== null && linkSchemata.has(schema))
        mapping.log.reject(line.place, 'the link cannot be read');
      if (entity !== null && !overlay.has(entity.id)) take(entity);
    }
  }
  for (const entity of overlay.values())
    if (entity !== null && linkSchemata.has(entity.schema)) links.add(entity);
  return repeated;
}

/** Reads names and topics of those whom links name, and which ids were merged into which. */
async function collectEnds(full: readonly string[], { links, overlay, mapping }: Collection): Promise<void> {
  const take = (entity: FtmEntity): void => {
    if (linkSchemata.has(entity.schema)) return;
    if (links.names(entity.id) || entity.referents.some((id) => links.names(id))) addEnd(links, entity);
    for (const id of entity.referents) if (links.names(id)) links.merged.set(id, entity.id);
  };
  for await (const lines of ftmLines(full, mapping.log, { first: false })) {
    for (const line of lines) {
      const schema = peek(line.bytes, 'schema');
      if (schema !== null && linkSchemata.has(schema)) continue;
      const id = peek(line.bytes, 'id');
      if (id !== null && !links.names(id) && !namesReferent(line.bytes, links)) continue;
      const entity = parsed(line);
      if (entity !== null && !overlay.has(entity.id)) take(entity);
    }
  }
  for (const entity of overlay.values()) if (entity !== null) take(entity);
}

function addEnd(links: FtmLinks, entity: FtmEntity): void {
  const name = entity.caption === '' ? (firstOf(entity, 'name') ?? '') : entity.caption;
  const topics = valuesOf(entity, 'topics').filter((topic) => topic.startsWith('role.'));
  const before = links.ends.get(entity.id);
  const dead = valuesOf(entity, 'deathDate').length > 0;
  if (name === '') return;
  links.ends.set(entity.id, {
    name: before === undefined || name < before.name ? name : before.name,
    topics: [...new Set([...(before?.topics ?? []), ...topics])],
    dead: dead || before?.dead === true,
  });
}

/** Whether an id which some link names was merged into that of the line; true when in doubt. */
function namesReferent(bytes: Buffer, links: FtmLinks): boolean {
  const at = bytes.indexOf('"referents"', 0, 'latin1');
  if (at === -1) return false;
  const start = bytes.indexOf(91, at);
  const end = bytes.indexOf(93, start);
  if (start === -1 || end === -1) return true;
  if (end === start + 1) return false;
  try {
    const ids = JSON.parse(bytes.toString('utf8', start, end + 1)) as unknown[];
    return ids.some((id) => typeof id === 'string' && links.names(id));
  } catch {
    return true;
  }
}

function parsed(line: FtmLine): FtmEntity | null {
  try {
    return line.bytes.length === 0 ? null : entityOfLine(line);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return null;
  }
}
