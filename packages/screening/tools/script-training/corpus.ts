import { longestChunk } from '../../src/scripts/latin-form.ts';
import type { WordPair } from './word-pairs.ts';

/** Word pairs as numbers: units and chunks by index, for each place of each word. */
export interface Corpus {
  units: string[];
  chunks: string[];
  pairs: IndexedPair[];
}

export interface IndexedPair {
  weight: number;
  /** For place i: index of the unit of one character at 2i, of two at 2i + 1; -1 when there is none. */
  units: Int32Array;
  unitCount: number;
  /** For place j and length l (0 to 4): index of the chunk at 5j + l; -1 beyond the end. */
  chunks: Int32Array;
  letterCount: number;
}

/** Numbers the places of a chunk list: one for each length, none included. */
export const chunkStride = longestChunk + 1;

class Numbering {
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }
}

/** Indexes pairs; units of two characters only when seen in `pairUnitFloor` pairs or more. */
export function indexCorpus(pairs: readonly WordPair[], pairUnitFloor: number): Corpus {
  const units = new Numbering();
  const chunks = new Numbering();
  const seen = new Map<string, number>();
  for (const { form } of pairs) {
    for (let at = 0; at + 2 <= form.length; at += 1) {
      const unit = form.slice(at, at + 2);
      seen.set(unit, (seen.get(unit) ?? 0) + 1);
    }
  }
  const indexed = pairs.map(({ latin, form, weight }) => {
    const unitPlaces = new Int32Array(2 * form.length + 2).fill(-1);
    for (let at = 0; at < form.length; at += 1) {
      unitPlaces[2 * at] = units.of(form.charAt(at));
      const double = form.slice(at, at + 2);
      if (double.length === 2 && (seen.get(double) ?? 0) >= pairUnitFloor)
        unitPlaces[2 * at + 1] = units.of(double);
    }
    const chunkPlaces = new Int32Array(chunkStride * (latin.length + 1)).fill(-1);
    for (let at = 0; at <= latin.length; at += 1) {
      for (let length = 0; length <= longestChunk && at + length <= latin.length; length += 1) {
        chunkPlaces[chunkStride * at + length] = chunks.of(latin.slice(at, at + length));
      }
    }
    return {
      weight,
      units: unitPlaces,
      unitCount: form.length,
      chunks: chunkPlaces,
      letterCount: latin.length,
    };
  });
  return { units: units.names, chunks: chunks.names, pairs: indexed };
}
