import { BadRecord } from '../entity-draft.ts';
import type { FtmEntity } from './ftm-entity.ts';
import { uniteFtm } from './ftm-entity.ts';
import { recordOf, type FtmRecord } from './ftm-record.ts';
import { mapHere, type BatchMapper, type FtmBatch, type LoadedBatch } from './ftm-batch.ts';
import { HeadReader } from './ftm-head.ts';
import { EntityReader, ftmLines, orNull, readDeltas, type FtmLines, type Overlay } from './ftm-lines.ts';
import { FtmLinks, linkSchemata } from './ftm-links.ts';
import { factsOf, topicOfRelatives, type LinkFacts } from './link-facts.ts';
import type { LineBlock } from '../read-lines.ts';
import { idBytesOf } from './id-bytes.ts';
import { mapFtm, type FtmMapping } from './ftm-mapping.ts';
import { LoadedEntity } from '../../model/loaded-entity.ts';
import { RepeatedIds } from './repeated-ids.ts';

/** Full exports, and the deltas to apply to them in this order. Together they form one state, whatever file a line is in. */
export interface FtmFiles {
  full: readonly string[];
  deltas: readonly string[];
}

/** Options for reading an export. */
export interface FtmReading extends FtmMapping {
  /** Converts lines to entities; default: on this thread. */
  mapper?: BatchMapper;
}

/**
 * Loads entities from FollowTheMoney exports in batches. The files are read three times: for links, for the entities that links refer to,
 * and for all entities, so that only links are kept in memory. With deltas, the result equals that of the full files of the new state.
 * @throws RefusedSource
 */
export async function* loadFtm(files: FtmFiles, reading: FtmReading): AsyncGenerator<LoadedEntity[]> {
  const { mapper = mapHere, ...mapping } = reading;
  const { log, ...rules } = mapping;
  const overlay = await readDeltas(files.deltas, mapping.log);
  const links = new FtmLinks();
  const repeated = await collectLinks(files.full, { links, overlay, mapping });
  await collectEnds(files.full, { links, overlay, mapping });
  links.followMerged();
  const held = new Map<string, FtmEntity>();
  const waiting: Promise<LoadedBatch>[] = [];
  const taken = async (mapped: Promise<LoadedBatch> | undefined): Promise<LoadedEntity[]> => {
    const { entities, part } = (await mapped) as LoadedBatch;
    // In the order of the file, whichever batch finishes first.
    log.take(part);
    return entities;
  };
  for await (const lines of ftmLines(files.full, log, { first: false })) {
    const mapped = mapper.map(batchOf(lines, { links, overlay, mapping, repeated, held }), rules);
    // A failure is thrown where the batch is awaited, and not if it is no longer needed.
    mapped.catch(() => undefined);
    waiting.push(mapped);
    if (waiting.length >= mapper.ahead) yield await taken(waiting.shift());
  }
  for (const mapped of waiting) yield await taken(mapped);
  const batch: LoadedEntity[] = [];
  for (const entity of [...held.values(), ...overlay.values()]) {
    if (entity === null || linkSchemata.has(entity.schema)) continue;
    try {
      const listed = mapFtm(
        recordOf(entity),
        factsOf(entity.id, links, { ...mapping, inherits: true }),
        mapping,
      );
      if (listed !== null) batch.push(LoadedEntity.of(listed));
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      mapping.log.reject(`delta:${entity.id}`, error.message);
    }
  }
  yield batch;
}

interface Batching extends Collection {
  repeated: ReadonlySet<string>;
  /** Entities that occur in several lines, merged as they are read. */
  held: Map<string, FtmEntity>;
}

/** The result of inspecting a line. */
interface Seen {
  schema: string | null;
  id: string | null;
  /** Whether links may refer to the id. */
  isNamed: boolean;
}

/** Inspects the lines of a block, and parses those for which that is not sufficient. */
class BlockLook {
  readonly #block: LineBlock;
  readonly #links: FtmLinks;
  readonly #needsIds: boolean;
  readonly #head = new HeadReader();
  readonly #reader: EntityReader;
  readonly #relatives: Finder;
  readonly #escapes: Finder;

  constructor(block: LineBlock, { links, overlay, repeated }: Batching) {
    this.#block = block;
    this.#links = links;
    this.#needsIds = overlay.size + repeated.size > 0;
    this.#reader = new EntityReader(block);
    this.#relatives = new Finder(block.bytes, topicOfRelatives);
    this.#escapes = new Finder(block.bytes, '\\');
  }

  entity(at: number): FtmEntity | null {
    return orNull(() => this.#reader.read(at));
  }

  see(at: number): Seen {
    const [links, head] = [this.#links, this.#head];
    head.read(this.#block.bytes, this.#block.starts[at] as number, this.#block.ends[at] as number);
    const { id, schema } = head;
    if (id !== null && schema !== null) {
      const isNamed = links.mayName(id);
      // For most lines the id is not needed as text.
      return { schema, id: isNamed || this.#needsIds ? head.idText() : null, isNamed };
    }
    const entity = this.entity(at);
    if (entity === null) return { schema: null, id: null, isNamed: false };
    return { schema: entity.schema, id: entity.id, isNamed: links.names(entity.id) };
  }

  /** Whether the line may have the topic for inheriting lists from relatives; if escaped, it cannot be found. */
  mayInherit(at: number): boolean {
    const [start, end] = [this.#block.starts[at] as number, this.#block.ends[at] as number];
    return this.#relatives.find(start, end) >= 0 || this.#escapes.find(start, end) >= 0;
  }
}

/** Entities that occur in a single line and are not replaced by a delta; invalid lines are rejected with them. */
function batchOf({ file, block }: FtmLines, batching: Batching): FtmBatch {
  const { links, overlay, mapping, repeated, held } = batching;
  const { bytes, starts, ends, numbers } = block;
  const facts = new Map<number, LinkFacts>();
  const batch: FtmBatch = { file, bytes, starts: [], ends: [], numbers: [], facts };
  const look = new BlockLook(block, batching);
  for (let at = 0; at < numbers.length; at += 1) {
    if (starts[at] === ends[at]) continue;
    const { schema, id, isNamed } = look.see(at);
    if (linkSchemata.has(schema ?? '') || (id !== null && overlay.has(id))) continue;
    const entity = id !== null && repeated.has(id) ? look.entity(at) : null;
    if (entity === null) {
      if (isNamed && id !== null)
        facts.set(batch.numbers.length, factsOf(id, links, { ...mapping, inherits: look.mayInherit(at) }));
      batch.starts.push(starts[at] as number);
      batch.ends.push(ends[at] as number);
      batch.numbers.push(numbers[at] as number);
    } else {
      const before = held.get(entity.id);
      held.set(entity.id, before === undefined ? entity : uniteFtm(before, entity));
    }
  }
  return batch;
}

/** Searches for a text in consecutive lines: the bytes are searched once, however many lines they contain. */
class Finder {
  readonly #bytes: Buffer;
  readonly #text: Buffer;
  #next = -1;

  /** @param text ASCII only */
  constructor(bytes: Buffer, text: string) {
    this.#bytes = bytes;
    this.#text = Buffer.from(text, 'latin1');
  }

  /** Position of the text if it lies completely between `start` and `end`; otherwise -1. */
  find(start: number, end: number): number {
    if (this.#next < start) {
      const next = this.#bytes.indexOf(this.#text, start);
      this.#next = next === -1 ? this.#bytes.length : next;
    }
    return this.#next + this.#text.length <= end ? this.#next : -1;
  }
}

interface Collection {
  links: FtmLinks;
  overlay: Overlay;
  mapping: FtmMapping;
}

/** Reads links; returns the ids that occur in more than one line. */
async function collectLinks(
  full: readonly string[],
  { links, overlay, mapping }: Collection,
): Promise<Set<string>> {
  const seen = new RepeatedIds();
  const repeated = new Set<string>();
  const take = (entity: FtmEntity): void => {
    if (linkSchemata.has(entity.schema)) links.add(entity);
    else if (seen.add(idBytesOf(entity.id))) repeated.add(entity.id);
  };
  const head = new HeadReader();
  for await (const { file, block } of ftmLines(full, mapping.log, { first: true })) {
    const { bytes, starts, ends, numbers } = block;
    const reader = new EntityReader(block);
    for (let at = 0; at < numbers.length; at += 1) {
      head.read(bytes, starts[at] as number, ends[at] as number);
      const isLink = head.schema !== null && linkSchemata.has(head.schema);
      if (head.id !== null && head.schema !== null && !isLink) {
        if (seen.add(head.id)) repeated.add(head.idText() ?? '');
        continue;
      }
      const entity = orNull(() => reader.read(at));
      if (entity === null && isLink) mapping.log.reject(`${file}:${numbers[at]}`, 'the link cannot be read');
      if (entity !== null && !overlay.has(entity.id)) take(entity);
    }
  }
  for (const entity of overlay.values())
    if (entity !== null && linkSchemata.has(entity.schema)) links.add(entity);
  return repeated;
}

/** Reads names and topics of the entities that links refer to, and which ids were merged. */
async function collectEnds(full: readonly string[], { links, overlay, mapping }: Collection): Promise<void> {
  const take = (entity: FtmRecord): void => {
    if (linkSchemata.has(entity.schema)) return;
    if (links.names(entity.id) || entity.referents.some((id) => links.names(id))) addEnd(links, entity);
    for (const id of entity.referents) if (links.names(id)) links.merged.set(id, entity.id);
  };
  const head = new HeadReader();
  for await (const { block } of ftmLines(full, mapping.log, { first: false })) {
    const { bytes, starts, ends, numbers } = block;
    const reader = new EntityReader(block);
    const referents = new Finder(bytes, '"referents"');
    for (let at = 0; at < numbers.length; at += 1) {
      const [start, end] = [starts[at] as number, ends[at] as number];
      head.read(bytes, start, end);
      if (head.schema !== null && linkSchemata.has(head.schema)) continue;
      if (head.id !== null && !links.mayName(head.id)) {
        const from = referents.find(start, end);
        if (from === -1 || !namesReferent(bytes.subarray(from, end), links)) continue;
      }
      const entity = orNull(() => reader.record(at));
      if (entity !== null && !overlay.has(entity.id)) take(entity);
    }
  }
  for (const entity of overlay.values()) if (entity !== null) take(recordOf(entity));
}

function addEnd(links: FtmLinks, { id, caption, values }: FtmRecord): void {
  const name = caption === '' ? (values.name[0] ?? '') : caption;
  const topics = values.topics.filter((topic) => topic.startsWith('role.'));
  const before = links.endOf(id);
  const dead = values.deathDate.length > 0;
  if (name === '') return;
  links.setEnd(id, {
    name: before === null || name < before.name ? name : before.name,
    topics: [...new Set([...(before?.topics ?? []), ...topics])],
    dead: dead || before?.dead === true,
  });
}

/** Whether the referents at the beginning of the bytes include an id used by a link; true if in doubt. */
function namesReferent(bytes: Buffer, links: FtmLinks): boolean {
  const start = bytes.indexOf(91);
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
