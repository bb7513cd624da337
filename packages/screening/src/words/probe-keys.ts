import { keysOf } from './word-keys.ts';
import type { Word } from './word.ts';

/** Hashes, 32 bits unsigned, that a word of the subject looks up; `indexKeys` gives the guarantee. */
export function probeKeys(word: Word): number[] {
  return keysOf(word);
}
