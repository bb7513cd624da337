import { chunkCode, chunkShape } from './latin-form.ts';

/** Costs are hundredths of a nat (negative natural logarithm of a probability); 0 means certain. */
export type Cost = number;

/** A consonant class sequence left by a unit, and its cost. */
export interface ClassStep {
  classes: string;
  cost: Cost;
}

/** The possible Latin spellings of one unit (one or two characters) of a script. */
export interface Unit {
  /** The cost of matching no letter at all. */
  silent: Cost;
  /** Open-addressing table of chunk codes (0 = free) and their costs; the length is a power of two. */
  codes: Int32Array;
  costs: Int16Array;
  /** By shape number: the cost of an unseen chunk of that shape, without the chunk's own cost; `unlikely` if there is none. */
  shapes: Int16Array;
  /** Consonant class sequences that the unit may leave in a Latin skeleton. */
  steps: readonly ClassStep[];
  /** Possible first letters of its chunks: bit n for letter n of `letterCodes`. */
  firsts: number;
  /** Maximum letters of its chunks: all longer ones are `unlikely`. */
  longest: number;
  /** The cheapest chunk and its cost. */
  usual: readonly [latin: string, cost: Cost];
}

/** A unit as stated in model files and rules. */
export interface UnitEntry {
  unit: string;
  chunks: readonly (readonly [latin: string, cost: Cost])[];
  steps: readonly ClassStep[];
  shapes: readonly (readonly [shape: string, cost: Cost])[];
}

/** A cost per letter and its similarity; linear between knots. */
export interface Knot {
  cost: Cost;
  similarity: number;
}

/** How a script is written in Latin letters: a sequence of units, each with its chunk of letters. */
export interface ScriptModel {
  units: ReadonlyMap<string, Unit>;
  /** Chunk codes with their shape numbers and their cost within the shape, as an open-addressing table. */
  chunkCodes: Int32Array;
  chunkShapes: Int16Array;
  chunkCosts: Int16Array;
  /** Cost of a Latin letter that no unit covers. */
  insertion: Cost;
  /** Cost of a unit without any of its letters. */
  deletion: Cost;
  /** Maximum letters of a chunk. */
  longest: number;
  /** Similarity (0 to 10,000) by cost per letter, see `similarityOfCost`; beyond the last knot there is none. */
  knots: readonly Knot[];
  /** Maximum cost of a skeleton, relative to the cheapest spelling, for it to become a key. */
  keyFloor: Cost;
}

/** A model as read or written. */
export interface ModelSource {
  insertion: Cost;
  deletion: Cost;
  keyFloor: Cost;
  knots: readonly Knot[];
  /** Every chunk with its cost within its shape. */
  chunks: readonly (readonly [latin: string, cost: Cost])[];
  entries: readonly UnitEntry[];
}

/**
 * Maximum letters of a chunk in paths, five bits each in a code. Rules have a few longer ones (щ as schtsch), which are compared only by
 * the rules themselves.
 */
export const longestReading = 6;

/** A cost that no path can afford. */
export const unlikely = 30_000;

/** Distributes chunk codes over a table of `mask + 1` slots. */
export function slotOf(code: number, mask: number): number {
  return (Math.imul(code, 0x9e3779b1) >>> 15) & mask;
}

function tableSize(count: number): number {
  let size = 4;
  while (size < count * 2) size *= 2;
  return size;
}

/** The slot of a code in an open-addressing table, or the free slot where it belongs. */
function placeOf(codes: Int32Array, code: number): number {
  const mask = codes.length - 1;
  let slot = slotOf(code, mask);
  while (codes[slot] !== 0 && codes[slot] !== code) slot = (slot + 1) & mask;
  return slot;
}

/** The number of a shape, the possible first letters of its chunks, and their maximum length. */
interface Shape {
  number: number;
  firsts: number;
  longest: number;
}

function firstBit(latin: string): number {
  return latin === '' ? 0 : 1 << chunkCode(latin.charAt(0));
}

function unitOf(entry: UnitEntry, deletion: Cost, shapeNumbers: ReadonlyMap<string, Shape>): Unit {
  const size = tableSize(entry.chunks.length);
  const codes = new Int32Array(size);
  const costs = new Int16Array(size);
  let silent = deletion;
  let firsts = 0;
  let longest = 0;
  for (const [latin, cost] of entry.chunks.filter((chunk) => chunk[0].length <= longestReading)) {
    const code = chunkCode(latin);
    firsts |= firstBit(latin);
    longest = Math.max(longest, latin.length);
    // The empty chunk: the unit matches no letter.
    if (code === 0) {
      silent = cost;
      continue;
    }
    const slot = placeOf(codes, code);
    costs[slot] = codes[slot] === code ? Math.min(cost, costs[slot] as number) : cost;
    codes[slot] = code;
  }
  const shapes = new Int16Array(entry.shapes.length === 0 ? 0 : shapeNumbers.size).fill(unlikely);
  for (const [shape, cost] of entry.shapes) {
    const known = shapeNumbers.get(shape);
    if (!known) continue;
    shapes[known.number] = cost;
    firsts |= known.firsts;
    longest = Math.max(longest, known.longest);
  }
  const usual = entry.chunks.reduce<readonly [string, Cost]>(
    (best, one) => (one[1] < best[1] ? one : best),
    ['', deletion],
  );
  return { silent, codes, costs, shapes, steps: entry.steps, firsts, longest, usual };
}

/** Prepares a model for `pathCost`. */
export function buildModel(source: ModelSource): ScriptModel {
  const { insertion, deletion, keyFloor, knots } = source;
  const size = tableSize(source.chunks.length);
  const chunkCodes = new Int32Array(size);
  const chunkShapes = new Int16Array(size);
  const chunkCosts = new Int16Array(size);
  let longest = 1;
  for (const { chunks } of source.entries)
    for (const [latin] of chunks) longest = Math.max(longest, Math.min(latin.length, longestReading));
  const shapeNumbers = new Map<string, Shape>();
  for (const [latin, cost] of source.chunks) {
    const name = chunkShape(latin);
    const shape = shapeNumbers.get(name) ?? { number: shapeNumbers.size, firsts: 0, longest: 0 };
    shape.firsts |= firstBit(latin);
    shape.longest = Math.max(shape.longest, Math.min(latin.length, longest));
    shapeNumbers.set(name, shape);
    const slot = placeOf(chunkCodes, chunkCode(latin));
    chunkCodes[slot] = chunkCode(latin);
    chunkShapes[slot] = shape.number;
    chunkCosts[slot] = cost;
  }
  const units = new Map<string, Unit>();
  for (const entry of source.entries) units.set(entry.unit, unitOf(entry, deletion, shapeNumbers));
  return { units, chunkCodes, chunkShapes, chunkCosts, insertion, deletion, longest, knots, keyFloor };
}

/** The slot of a chunk among the model's chunks; -1 if it is not one of them. */
export function chunkSlot(model: ScriptModel, code: number): number {
  const slot = placeOf(model.chunkCodes, code);
  return model.chunkCodes[slot] === 0 ? -1 : slot;
}

/** The cost of reading a unit as a chunk, by its own readings or by the chunk's shape. */
export function costOfChunk(model: ScriptModel, unit: Unit, code: number): Cost {
  const place = placeOf(unit.codes, code);
  if (unit.codes[place] !== 0) return unit.costs[place] as number;
  const slot = unit.shapes.length === 0 ? -1 : chunkSlot(model, code);
  if (slot < 0) return unlikely;
  return (unit.shapes[model.chunkShapes[slot] as number] as number) + (model.chunkCosts[slot] as number);
}

/** The maximum cost per letter at which words have a similarity of at least `least`, in whole hundredths. */
export function mostCostFor(knots: readonly Knot[], least: number): Cost {
  let most = knots.at(-1)?.cost ?? 0;
  while (most > 0 && similarityOfCost(knots, most, 1) < least) most -= 1;
  return most;
}

/**
 * Similarity of two words whose best alignment costs `total` over `length` letters: 0 to 10,000, decreasing with the cost, 0 beyond the
 * last knot.
 */
export function similarityOfCost(knots: readonly Knot[], total: Cost, length: number): number {
  const cost = Math.floor(total / length);
  let before: Knot | undefined;
  for (const knot of knots) {
    if (cost <= knot.cost) {
      if (!before || cost === knot.cost) return knot.similarity;
      const fall = (before.similarity - knot.similarity) * (cost - before.cost);
      return before.similarity - Math.floor(fall / (knot.cost - before.cost));
    }
    before = knot;
  }
  return 0;
}
