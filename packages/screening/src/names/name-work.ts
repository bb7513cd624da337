import type { RemovedKind } from '../model/prepared-name.ts';
import type { Kind, Part } from './known-words.ts';

export interface Removed {
  text: string;
  kind: RemovedKind;
}

/** A name while what is no part of it is taken off. */
export interface Work {
  raw: string;
  kind: Kind;
  parts: Part[];
  removed: Removed[];
}
