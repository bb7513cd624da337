import type { ListedName } from '../model/listed-entity.ts';
import type { Policies } from '../model/policies.ts';
import type { Result, ScreeningOptions, Subject } from '../model/screening-types.ts';
import { preparedKinds, type PreparedKind } from '../model/prepared-name.ts';
import { nameKinds } from '../model/screening-types.ts';
import type { EntityNames } from '../search/build/entity-collector.ts';
import type { KeyRows, TokenSections } from '../search/build/name-index.ts';
import { sectionElements, viewOf } from '../snapshot/sections.ts';
import type { SharedState } from '../snapshot/layered-snapshot.ts';
import type { SharedSnapshot } from '../snapshot/snapshot.ts';
import type { NumberedTask } from './task-thread.ts';

/**
 * The result of one screening in a batch with the time spent in the engine, or why there is none: invalid input, or the work limit was
 * reached.
 */
export type ThreadAnswer = { result: Result; elapsedUs: number } | { inputError: string };

/** The subject and options of one screening in a batch. */
export interface ScreeningRequest {
  subject: Subject;
  options: ScreeningOptions;
}

/** The data a screening thread is started with. */
export interface ThreadStart {
  snapshot: SharedState;
  policies?: Policies;
  mostScored?: number;
}

/** One chunk of a batch, numbered by its position. */
export interface ThreadTask extends NumberedTask {
  questions: ScreeningRequest[];
}

/** The data a snapshot thread is started with. */
export interface SnapshotThreadStart {
  file: string;
  withTables: boolean;
}

/** The only message of a snapshot thread: the buffers it filled, or why it rejected the file. */
export type SnapshotThreadAnswer = { snapshot: SharedSnapshot } | { refused: string };

/**
 * Names to index, in the order of their entities. `names` requests the index without keys, `keys` requests the keys of half the tokens.
 */
export interface NamesTask extends NumberedTask {
  task: PackedNames | 'names' | 'keys';
}

export interface NamesAnswer {
  sections?: SharedNames;
  keys?: KeyRows;
}

/** The memory of an index's sections, for `postMessage`. */
export type SharedNames = Record<keyof TokenSections, SharedArrayBuffer>;

/**
 * Names of many entities without an object for each, because transferring objects would cost more than indexing the names. `heads` has
 * three numbers per entity: its index, its kind, and how many names follow in `texts` and `kinds`.
 */
export interface PackedNames {
  heads: Uint32Array;
  texts: string[];
  kinds: Uint8Array;
  /** Given and family names for names whose source marks them, by index in `texts`. */
  parts: [number, { first: string; last: string }][];
}

const headNumbers = 3;

export function packNames(chunk: readonly EntityNames[]): PackedNames {
  const heads = new Uint32Array(chunk.length * headNumbers);
  const texts: string[] = [];
  const kinds: number[] = [];
  const parts: PackedNames['parts'] = [];
  for (const [at, { entity, kind, names }] of chunk.entries()) {
    heads.set([entity, preparedKinds.indexOf(kind), names.length], at * headNumbers);
    for (const name of names) {
      if (name.parts) parts.push([texts.length, name.parts]);
      texts.push(name.text);
      kinds.push(nameKinds.indexOf(name.kind));
    }
  }
  return { heads, texts, kinds: Uint8Array.from(kinds), parts };
}

export function* unpackNames({ heads, texts, kinds, parts }: PackedNames): Generator<EntityNames> {
  const partsAt = new Map(parts);
  let from = 0;
  for (let at = 0; at < heads.length; at += headNumbers) {
    const to = from + (heads[at + 2] as number);
    const names: ListedName[] = [];
    for (; from < to; from += 1) {
      const marked = partsAt.get(from);
      const kind = nameKinds[kinds[from] as number] ?? 'primary';
      names.push({ text: texts[from] as string, kind, ...(marked && { parts: marked }) });
    }
    const kind = preparedKinds[heads[at + 1] as number] as PreparedKind;
    yield { entity: heads[at] as number, kind, names };
  }
}

/** Converts sections to their memory, for `postMessage`. */
export function shareNames(sections: TokenSections): SharedNames {
  const names = Object.entries(sections).map(([name, { buffer }]) => [name, buffer] as const);
  return Object.fromEntries(names) as SharedNames;
}

/** Restores sections from the result of `shareNames`. */
export function openNames(buffers: SharedNames): TokenSections {
  const sections: Partial<Record<keyof TokenSections, unknown>> = {};
  for (const name of Object.keys(buffers) as (keyof TokenSections)[])
    sections[name] = viewOf(sectionElements[name], buffers[name]);
  return sections as TokenSections;
}

/** Number of tokens whose keys the indexing thread computes; the caller computes the others. */
export const ownHalf = (tokens: number): number => tokens >>> 1;
