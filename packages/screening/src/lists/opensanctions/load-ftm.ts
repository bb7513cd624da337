import { BadRecord } from '../entity-draft.ts';
import type { FtmEntity } from './ftm-entity.ts';
import { firstOf, uniteFtm, valuesOf } from './ftm-entity.ts';
import { FtmBatchBuilder, mapHere, type BatchMapper, type FtmBatch, type MappedBatch } from './ftm-batch.ts';
import { headOf, type FtmHead } from './ftm-head.ts';
import { entityOfLine, ftmLines, readDeltas, type FtmLines, type Overlay } from './ftm-lines.ts';
import { FtmLinks, linkSchemata } from './ftm-links.ts';
import { factsOf, noFacts } from './link-facts.ts';
import { mapFtm, type FtmMapping } from './ftm-mapping.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { RepeatedIds } from './repeated-ids.ts';

/** Full exports, and the deltas to apply to them in this order. Together they are one state, whatever file a line is in. */
export interface FtmFiles {
  full: readonly string[];
  deltas: readonly string[];
}

/** How an export is read. */
export interface FtmReading extends FtmMapping {
  /** Where lines become entities; on this thread when missing. */
  mapper?: BatchMapper;
}

/**
 * Entities of FollowTheMoney exports in batches. The files are read three times: for links, for those whom links name, and for
 * the entities, so that nothing but links is held. Deltas give what the full files of the new state would give.
 * @throws RefusedSource
 */
export async function* loadFtm(files: FtmFiles, reading: FtmReading): AsyncGenerator<ListedEntity[]> {
  const { mapper = mapHere, ...mapping } = reading;
  const { log, ...rules } = mapping;
  const overlay = await readDeltas(files.deltas, mapping.log);
  const links = new FtmLinks();
  const repeated = await collectLinks(files.full, { links, overlay, mapping });
  await collectEnds(files.full, { links, overlay, mapping });
  links.followMerged();
  const held = new Map<string, FtmEntity>();
  const waiting: Promise<MappedBatch>[] = [];
  const taken = async (mapped: Promise<MappedBatch> | undefined): Promise<ListedEntity[]> => {
    const { entities, part } = (await mapped) as MappedBatch;
    // In the order of the file, whichever batch is done first.
    log.take(part);
    return entities;
  };
  for await (const lines of ftmLines(files.full, log, { first: false })) {
    const mapped = mapper.map(batchOf(lines, { links, overlay, mapping, repeated, held }), rules);
    // A failure is thrown where it is waited for, and not when nobody wants more.
    mapped.catch(() => undefined);
    waiting.push(mapped);
    if (waiting.length >= mapper.ahead) yield await taken(waiting.shift());
  }
  for (const mapped of waiting) yield await taken(mapped);
  const batch: ListedEntity[] = [];
  for (const entity of [...held.values(), ...overlay.values()]) {
    if (entity === null || linkSchemata.has(entity.schema)) continue;
    try {
      const listed = mapFtm(entity, factsOf(entity.id, links, mapping), mapping);
      if (listed !== null) batch.push(listed);
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      mapping.log.reject(`delta:${entity.id}`, error.message);
    }
  }
  yield batch;
}

interface Batching extends Collection {
  repeated: ReadonlySet<string>;
  /** Entities of several lines, united as they come. */
  held: Map<string, FtmEntity>;
}

/** Lines of entities that are in one line, and of none that a delta has replaced; those that cannot be read are rejected with them. */
function batchOf({ file, lines }: FtmLines, batching: Batching): FtmBatch {
  const { links, overlay, mapping, repeated, held } = batching;
  const batch = new FtmBatchBuilder(file);
  for (const line of lines) {
    if (line.bytes.length === 0) continue;
    const { id, schema } = headOfLine(line.bytes);
    if (linkSchemata.has(schema ?? '') || (id !== null && overlay.has(id))) continue;
    const entity = id !== null && repeated.has(id) ? parsed(line.bytes) : null;
    if (entity === null) batch.add(line, id === null ? noFacts : factsOf(id, links, mapping));
    else {
      const before = held.get(entity.id);
      held.set(entity.id, before === undefined ? entity : uniteFtm(before, entity));
    }
  }
  return batch.build();
}

/** Id and schema of a line; both null where it is no entity. */
function headOfLine(bytes: Buffer): FtmHead {
  const head = headOf(bytes);
  return head.id !== null && head.schema !== null ? head : (parsed(bytes) ?? { id: null, schema: null });
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
  for await (const { file, lines } of ftmLines(full, mapping.log, { first: true })) {
    for (const { bytes, number } of lines) {
      const { id, schema } = headOf(bytes);
      const isLink = schema !== null && linkSchemata.has(schema);
      if (id !== null && schema !== null && !isLink) {
        if (seen.add(id)) repeated.add(id);
        continue;
      }
      const entity = parsed(bytes);
      if (entity === null && isLink) mapping.log.reject(`${file}:${number}`, 'the link cannot be read');
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
  for await (const { lines } of ftmLines(full, mapping.log, { first: false })) {
    for (const { bytes } of lines) {
      const { id, schema } = headOf(bytes);
      if (schema !== null && linkSchemata.has(schema)) continue;
      if (id !== null && !links.names(id) && !namesReferent(bytes, links)) continue;
      const entity = parsed(bytes);
      if (entity !== null && !overlay.has(entity.id)) take(entity);
    }
  }
  for (const entity of overlay.values()) if (entity !== null) take(entity);
}

function addEnd(links: FtmLinks, entity: FtmEntity): void {
  const name = entity.caption === '' ? (firstOf(entity, 'name') ?? '') : entity.caption;
  const topics = valuesOf(entity, 'topics').filter((topic) => topic.startsWith('role.'));
  const before = links.endOf(entity.id);
  const dead = valuesOf(entity, 'deathDate').length > 0;
  if (name === '') return;
  links.setEnd(entity.id, {
    name: before === null || name < before.name ? name : before.name,
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

function parsed(bytes: Buffer): FtmEntity | null {
  try {
    return bytes.length === 0 ? null : entityOfLine(bytes);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return null;
  }
}
