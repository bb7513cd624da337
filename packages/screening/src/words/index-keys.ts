import { keysOf } from './word-keys.ts';
import type { Word } from './word.ts';

/**
 * Hashes, 32 bits unsigned, under which a listed word is filed. For any two words whose `compareWords` relation is
 * neither `none` nor `initial`, the index keys of either and the probe keys of the other have one in common.
 */
export function indexKeys(word: Word): number[] {
  return keysOf(word);
}
