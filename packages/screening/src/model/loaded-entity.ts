import { listBitsOf } from './list-types.ts';
import type { ListedEntity } from './listed-entity.ts';

/** An entity as one line of JSON, as written by `JsonWriter` without the line ending, in a buffer that it may share with others. */
export interface EntityLine {
  bytes: Buffer;
  start: number;
  end: number;
}

/** Counts that are needed for every entity, if the writer of its line recorded them. */
export interface EntityCounts {
  /** Number of names. */
  names: number;
  /** Its lists, as `listBits`. */
  lists: number;
}

const beforeId = Buffer.from('{"id":"');
const noFormerIds = Buffer.from('","formerIds":[],');
const [quote, backslash] = [0x22, 0x5c];

/**
 * An entity from a loader: an object, or the JSON line it is stored as. Most steps of a load need little of most entities, or only these
 * bytes, so a line is parsed only when it is read as an object.
 *
 * Invariant: `line` is what `JsonWriter` writes for `entity`, so the object must not be modified.
 */
export class LoadedEntity {
  /** Null if it has not been written yet. */
  readonly line: EntityLine | null;
  #entity: ListedEntity | null;
  #id: string | null = null;
  readonly #counts: EntityCounts | null;

  private constructor(
    entity: ListedEntity | null,
    line: EntityLine | null,
    counts: EntityCounts | null = null,
  ) {
    this.#entity = entity;
    this.line = line;
    this.#counts = counts;
  }

  /** Wraps an entity; returns the argument if it is wrapped already. */
  static of(this: void, entity: ListedEntity | LoadedEntity): LoadedEntity {
    return entity instanceof LoadedEntity ? entity : new LoadedEntity(entity, null);
  }

  /** Wraps a JSON line. @param counts null if unknown */
  static ofLine(this: void, line: EntityLine, counts: EntityCounts | null): LoadedEntity {
    return new LoadedEntity(null, line, counts);
  }

  /** The whole entity; parsed once. */
  get entity(): ListedEntity {
    this.#entity ??= parsed(this.line as EntityLine);
    return this.#entity;
  }

  get id(): string {
    this.#id ??= this.#entity?.id ?? idIn(this.line as EntityLine) ?? this.entity.id;
    return this.#id;
  }

  get formerIds(): readonly string[] {
    return this.#entity === null && hasNoFormerIds(this.line as EntityLine) ? [] : this.entity.formerIds;
  }

  /** Number of names. */
  get names(): number {
    return this.#counts?.names ?? this.entity.names.length;
  }

  /** Its lists, as `listBits`. */
  get lists(): number {
    return this.#counts?.lists ?? listBitsOf(this.entity);
  }
}

function parsed({ bytes, start, end }: EntityLine): ListedEntity {
  return JSON.parse(bytes.toString('utf8', start, end)) as ListedEntity;
}

/** The end of the id in the line, if the id is the first member and contains no escape; otherwise -1. */
function endOfId({ bytes, start, end }: EntityLine): number {
  if (!isAt(bytes, start, beforeId)) return -1;
  for (let at = start + beforeId.length; at < end; at += 1) {
    if (bytes[at] === quote) return at;
    if (bytes[at] === backslash) return -1;
  }
  return -1;
}

function idIn(line: EntityLine): string | null {
  const end = endOfId(line);
  return end === -1 ? null : line.bytes.toString('utf8', line.start + beforeId.length, end);
}

/** Whether the line shows, directly after its id, that there are no former ids. */
function hasNoFormerIds(line: EntityLine): boolean {
  const end = endOfId(line);
  return end !== -1 && isAt(line.bytes, end, noFormerIds);
}

function isAt(bytes: Buffer, start: number, wanted: Buffer): boolean {
  for (let at = 0; at < wanted.length; at += 1) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
