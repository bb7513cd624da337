import { longestChunk } from './latin-form.ts';
import type { Cost, ScriptModel, Unit } from './script-model.ts';
import { slotOf } from './script-model.ts';

/** A word of another script cut for alignment: for each place the unit of one and the unit of two characters there. */
export type Units = { single: (Unit | null)[]; double: (Unit | null)[] };

/** Longest word that is compared, on either side. */
export const longestWord = 48;

const unreached = 0x3fffffff;
const costs = new Int32Array((longestWord + 1) * (longestWord + 1));

/** Cuts a word, already in its model form, into the units its model knows. */
export function unitsOf(model: ScriptModel, form: string): Units {
  const single: (Unit | null)[] = [];
  const double: (Unit | null)[] = [];
  for (let at = 0; at < form.length; at += 1) {
    single.push(model.units.get(form.charAt(at)) ?? null);
    double.push(at + 1 < form.length ? (model.units.get(form.slice(at, at + 2)) ?? null) : null);
  }
  return { single, double };
}

/** Where words meet inside the Latin letters: no unit's chunk reaches over such a place. Bit at of `1 << at`. */
export type Bounds = { has(at: number): boolean };

type Row = { from: number; to: number; letters: Uint8Array; at: number; cost: Cost; limit: Cost };

function relaxChunks(unit: Unit, row: Row, bounds: Bounds | null): void {
  const { letters, at, cost, limit } = row;
  const mask = unit.codes.length - 1;
  const end = Math.min(letters.length, at + longestChunk);
  let code = 0;
  for (let next = at; next < end; next += 1) {
    if (bounds && next > at && bounds.has(next)) return;
    code = (code << 5) | (letters[next] as number);
    let slot = slotOf(code, mask);
    while (unit.codes[slot] !== 0) {
      if (unit.codes[slot] === code) {
        const total = cost + (unit.costs[slot] as number);
        const place = row.to + next + 1;
        if (total <= limit && total < (costs[place] as number)) costs[place] = total;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
}

/**
 * The cost of the best alignment of a word with Latin letters, or -1 when it is above `limit` or a side is longer than
 * `longestWord`. Each unit takes up to four letters, in order; what no unit accounts for costs an insertion.
 */
export function pathCost(
  model: ScriptModel,
  units: Units,
  letters: Uint8Array,
  options: { limit: Cost; bounds?: Bounds },
): Cost {
  const count = units.single.length;
  const width = letters.length + 1;
  if (count > longestWord || letters.length > longestWord) return -1;
  const { limit } = options;
  const bounds = options.bounds ?? null;
  costs.fill(unreached, 0, (count + 1) * width);
  costs[0] = 0;
  for (let at = 0; at <= count; at += 1) {
    const from = at * width;
    const single = units.single[at];
    const double = units.double[at];
    for (let j = 0; j < width; j += 1) {
      const cost = costs[from + j] as number;
      if (cost > limit) continue;
      if (j + 1 < width && cost + model.insertion < (costs[from + j + 1] as number)) {
        costs[from + j + 1] = cost + model.insertion;
      }
      if (at === count) continue;
      const below = from + width + j;
      const silent = cost + (single?.silent ?? model.deletion);
      if (silent < (costs[below] as number)) costs[below] = silent;
      if (single) relaxChunks(single, { from, to: from + width, letters, at: j, cost, limit }, bounds);
      if (double) relaxChunks(double, { from, to: from + 2 * width, letters, at: j, cost, limit }, bounds);
    }
  }
  const total = costs[count * width + letters.length] as number;
  return total <= limit ? total : -1;
}
