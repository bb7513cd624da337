import { longestReading, slotOf, unlikely, type Cost, type ScriptModel, type Unit } from './script-model.ts';

const bitsPerLetter = 5;

/** All chunks of a unit and all beginnings of them, as an open-addressing table of their codes; 0 is a free slot. */
export interface UnitChunks {
  readonly codes: Int32Array;
  /** The cost of each as a chunk; `unlikely` if it only begins chunks. */
  readonly costs: Int16Array;
  /** The minimum cost of longer chunks that begin with it; `unlikely` if there are none. */
  readonly longer: Int16Array;
  /** By number of letters: the minimum cost of such a chunk; for none, the cost of reading the unit as no letter. */
  readonly byLength: Int32Array;
}

/** A chunk of a model, with its cost within its shape. */
type ShapedChunk = readonly [code: number, cost: Cost];

const ofUnits = new WeakMap<Unit, UnitChunks>();
/** By model and shape. */
const ofShapes = new WeakMap<ScriptModel, readonly (readonly ShapedChunk[])[]>();

function chunksOfShapes(model: ScriptModel): readonly (readonly ShapedChunk[])[] {
  let known = ofShapes.get(model);
  if (!known) {
    const shapes: ShapedChunk[][] = [];
    for (const [slot, code] of model.chunkCodes.entries())
      if (code !== 0)
        (shapes[model.chunkShapes[slot] as number] ??= []).push([code, model.chunkCosts[slot] as number]);
    known = shapes;
    ofShapes.set(model, known);
  }
  return known;
}

/** The cost of each chunk: by the unit's own readings, otherwise by its shape. */
function costsOfChunks(model: ScriptModel, unit: Unit): Map<number, Cost> {
  const costs = new Map<number, Cost>();
  for (const [slot, code] of unit.codes.entries())
    if (code !== 0) costs.set(code, unit.costs[slot] as number);
  if (unit.shapes.length === 0) return costs;
  const shapes = chunksOfShapes(model);
  for (const [shape, ofShape] of unit.shapes.entries()) {
    if (ofShape >= unlikely) continue;
    for (const [code, cost] of shapes[shape] ?? []) if (!costs.has(code)) costs.set(code, ofShape + cost);
  }
  return costs;
}

function lengthOfChunk(code: number): number {
  return Math.ceil((32 - Math.clz32(code)) / bitsPerLetter);
}

function makeChunks(model: ScriptModel, unit: Unit): UnitChunks {
  const costs = costsOfChunks(model, unit);
  const longer = new Map<number, Cost>();
  const byLength = new Int32Array(longestReading + 1).fill(unlikely);
  byLength[0] = unit.silent;
  for (const [code, cost] of costs) {
    const length = lengthOfChunk(code);
    byLength[length] = Math.min(byLength[length] as number, cost);
    for (let begins = code >>> bitsPerLetter; begins !== 0; begins >>>= bitsPerLetter)
      longer.set(begins, Math.min(cost, longer.get(begins) ?? unlikely));
  }
  const all = new Set([...costs.keys(), ...longer.keys()]);
  const size = 2 ** Math.ceil(Math.log2(2 * all.size + 1));
  const table = {
    codes: new Int32Array(size),
    costs: new Int16Array(size).fill(unlikely),
    longer: new Int16Array(size).fill(unlikely),
    byLength,
  };
  for (const code of all) {
    let slot = slotOf(code, size - 1);
    while (table.codes[slot] !== 0) slot = (slot + 1) & (size - 1);
    table.codes[slot] = code;
    table.costs[slot] = Math.min(unlikely, costs.get(code) ?? unlikely);
    table.longer[slot] = Math.min(unlikely, longer.get(code) ?? unlikely);
  }
  return table;
}

/** Computed on first use: eight bytes for each slot, of which there are two to four for each chunk and beginning. */
export function chunksOf(model: ScriptModel, unit: Unit): UnitChunks {
  let known = ofUnits.get(unit);
  if (!known) {
    known = makeChunks(model, unit);
    ofUnits.set(unit, known);
  }
  return known;
}

/** The slot of a code among a unit's chunks and their beginnings; -1 if it is none of them. */
export function slotOfChunk({ codes }: UnitChunks, code: number): number {
  const mask = codes.length - 1;
  let slot = slotOf(code, mask);
  while (codes[slot] !== code) {
    if (codes[slot] === 0) return -1;
    slot = (slot + 1) & mask;
  }
  return slot;
}
