import type { RemovedKind } from '../model/prepared-name.ts';
import type { Kind, Part } from './known-words.ts';

export interface Removed {
  text: string;
  kind: RemovedKind;
}

/** A name while the parts that do not belong to it are removed. */
export interface Work {
  raw: string;
  kind: Kind;
  parts: Part[];
  removed: Removed[];
}
