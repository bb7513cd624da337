import { listBitsOf } from './list-types.ts';
import type { ListedEntity } from './listed-entity.ts';

/** An entity as one line of JSON: what `JsonWriter` makes of it, without the end of the line, in bytes that it may share with others. */
export interface EntityLine {
  bytes: Buffer;
  start: number;
  end: number;
}

/** What is wanted of every entity, where whoever wrote its line counted it. */
export interface EntityCounts {
  /** How many names it has. */
  names: number;
  /** Its lists, as `listBits`. */
  lists: number;
}

const beforeId = Buffer.from('{"id":"');
const noFormerIds = Buffer.from('","formerIds":[],');
const [quote, backslash] = [0x22, 0x5c];

/**
 * An entity that a loader gave: an object, or the line of JSON that it is stored as. Most steps of a load want little of most entities,
 * or nothing but these bytes, so a line becomes an object only when it is read as one.
 *
 * Invariant: `line` is what `JsonWriter` writes for `entity`. So the object must not be changed.
 */
export class LoadedEntity {
  /** Null where it is not written yet. */
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

  /** The same where it is one. */
  static of(this: void, entity: ListedEntity | LoadedEntity): LoadedEntity {
    return entity instanceof LoadedEntity ? entity : new LoadedEntity(entity, null);
  }

  /** @param counts null where they are not known */
  static ofLine(this: void, line: EntityLine, counts: EntityCounts | null): LoadedEntity {
    return new LoadedEntity(null, line, counts);
  }

  /** All of it. Parsed once. */
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

  /** How many names it has. */
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

/** Where the id of the line ends, if it is its first member and has no escape; else -1. */
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

/** Whether the line shows that there are none: right behind its id. */
function hasNoFormerIds(line: EntityLine): boolean {
  const end = endOfId(line);
  return end !== -1 && isAt(line.bytes, end, noFormerIds);
}

function isAt(bytes: Buffer, start: number, wanted: Buffer): boolean {
  for (let at = 0; at < wanted.length; at += 1) if (bytes[start + at] !== wanted[at]) return false;
  return true;
}
