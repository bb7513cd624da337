import { mostCost, type CutWord } from './path-cost.ts';
import { costOfChunk, type Cost } from './script-model.ts';

/** Whether a word is a single character known to its model. */
export function isOneUnit({ units }: CutWord): boolean {
  return units.single.length === 1 && units.single[0] !== null;
}

/**
 * Whether reading a word of one unit as these letters costs at most `most` per letter: one chunk of the letters, with the others as
 * insertions. True whenever `pathCost` succeeds, at a fraction of its cost: an insertion costs more than the allowance for a letter, so
 * the chunk is nearly the whole word.
 */
export function mayBeUnit({ model, units }: CutWord, letters: Uint8Array, most: Cost): boolean {
  const [unit] = units.single;
  if (!unit) return true;
  const { insertion } = model;
  const count = letters.length;
  const end = mostCost(most, count);
  if (unit.silent + insertion * count <= end) return true;
  const inserted = Math.floor(end / insertion);
  for (let from = 0; from <= inserted; from += 1) {
    let code = 0;
    for (let to = from; to < Math.min(count, from + unit.longest); to += 1) {
      code = (code << 5) | (letters[to] as number);
      const others = from + count - 1 - to;
      if (others <= inserted && costOfChunk(model, unit, code) + insertion * others <= end) return true;
    }
  }
  return false;
}
