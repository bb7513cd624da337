import { mostCost, type CutWord } from './path-cost.ts';
import { costOfChunk, type Cost, type Unit } from './script-model.ts';

/** The one unit of a word of one character that its model knows; null for other words. */
export function onlyUnit({ units }: CutWord): Unit | null {
  return units.single.length === 1 ? (units.single[0] ?? null) : null;
}

/**
 * Whether reading one unit as a word costs no more than `most` for each letter: one chunk of the letters, and the others as insertions. The same
 * as the cost of a path, at a fifth of it: an insertion costs more than a letter may, so the chunk is nearly the whole word.
 */
export function mayBeUnit({ model }: CutWord, unit: Unit, letters: Uint8Array, most: Cost): boolean {
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
