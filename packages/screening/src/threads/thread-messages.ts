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

/** One screening of a batch: its result with the time inside the engine, or why there is none: bad input, or its limit of work. */
export type ThreadAnswer = { result: Result; elapsedUs: number } | { inputError: string };

/** Who is screened in a batch, and how. */
export interface ScreeningRequest {
  subject: Subject;
  options: ScreeningOptions;
}

/** What a screening thread starts with. */
export interface ThreadStart {
  snapshot: SharedState;
  policies?: Policies;
  mostScored?: number;
}

/** One chunk of a batch, numbered by its place in the batch. */
export interface ThreadTask extends NumberedTask {
  questions: ScreeningRequest[];
}

/** What a snapshot thread starts with. */
export interface SnapshotThreadStart {
  file: string;
  withTables: boolean;
}

/** The one message of a snapshot thread: the buffers it filled, or why the file is refused. */
export type SnapshotThreadAnswer = { snapshot: SharedSnapshot } | { refused: string };

/** Names to be indexed, in the order of their entities; `names`: asks for the index of all but keys; `keys`: for those of half the tokens. */
export interface NamesTask extends NumberedTask {
  task: PackedNames | 'names' | 'keys';
}

export interface NamesAnswer {
  sections?: SharedNames;
  keys?: KeyRows;
}

/** Sections of an index of names, for `postMessage`: their memory. */
export type SharedNames = Record<keyof TokenSections, SharedArrayBuffer>;

/**
 * Names of many entities without an object for each, which would cost more to hand over than to index. `heads` has three numbers an
 * entity: its own, its kind, and how many names follow in `texts` and `kinds`.
 */
export interface PackedNames {
  heads: Uint32Array;
  texts: string[];
  kinds: Uint8Array;
  /** Of names whose source marks given and family names, by their place in `texts`. */
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

/** For `postMessage`: the memory of the sections. */
export function shareNames(sections: TokenSections): SharedNames {
  const names = Object.entries(sections).map(([name, { buffer }]) => [name, buffer] as const);
  return Object.fromEntries(names) as SharedNames;
}

/** Sections from what `shareNames` gave. */
export function openNames(buffers: SharedNames): TokenSections {
  const sections: Partial<Record<keyof TokenSections, unknown>> = {};
  for (const name of Object.keys(buffers) as (keyof TokenSections)[])
    sections[name] = viewOf(sectionElements[name], buffers[name]);
  return sections as TokenSections;
}

/** How many of the tokens have their keys made by the thread that indexed them; whoever asks for those makes the others. */
export const ownHalf = (tokens: number): number => tokens >>> 1;
