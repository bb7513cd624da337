import { mostCost, type CutWord, type LetterFloors } from './path-cost.ts';
import { unlikely, type Cost, type ScriptModel, type Unit } from './script-model.ts';

/** Ways to read one unit, the cheapest first: letters they need, one bit each, and what they cost. */
interface UnitFloor {
  readonly needs: Int32Array;
  readonly costs: Int32Array;
}

const known = new WeakMap<Unit, UnitFloors>();
const bitsPerLetter = 5;
const oneLetter = (1 << bitsPerLetter) - 1;

/** Bits of the letters of a chunk, bit n for letter n of `letterCodes`. */
function lettersOfChunk(code: number): number {
  let bits = 0;
  for (let rest = code; rest !== 0; rest >>>= bitsPerLetter) bits |= 1 << (rest & oneLetter);
  return bits;
}

function lengthOfChunk(code: number): number {
  let length = 0;
  for (let rest = code; rest !== 0; rest >>>= bitsPerLetter) length += 1;
  return length;
}

/** The bits of letters as `letterCodes` numbers them. */
function bitsOfLetters(letters: Uint8Array): number {
  let bits = 0;
  for (const letter of letters) bits |= 1 << letter;
  return bits;
}

/** Floors of one unit. */
interface UnitFloors {
  /** What its reading costs at least, by letters. */
  gross: UnitFloor;
  /** The same less what as many insertions would cost, whatever the letters. */
  net: Cost;
}

/** Letters and number of letters of all chunks of a model, by slot. */
const chunksOf = new WeakMap<ScriptModel, { needs: Int32Array; lengths: Uint8Array }>();

function readChunks(model: ScriptModel): { needs: Int32Array; lengths: Uint8Array } {
  let chunks = chunksOf.get(model);
  if (!chunks) {
    const needs = model.chunkCodes.map(lettersOfChunk);
    chunks = { needs, lengths: Uint8Array.from(model.chunkCodes, lengthOfChunk) };
    chunksOf.set(model, chunks);
  }
  return chunks;
}

function readFloors(model: ScriptModel, unit: Unit): UnitFloors {
  const cheapest = new Map<number, Cost>();
  let net = unit.silent;
  const add = (needs: number, length: number, cost: Cost): void => {
    net = Math.min(net, cost - model.insertion * length);
    if (cost < unit.silent && cost < (cheapest.get(needs) ?? unlikely)) cheapest.set(needs, cost);
  };
  for (const [slot, code] of unit.codes.entries())
    if (code !== 0) add(lettersOfChunk(code), lengthOfChunk(code), unit.costs[slot] as number);
  if (unit.shapes.length > 0) {
    const { needs, lengths } = readChunks(model);
    for (let slot = 0; slot < needs.length; slot += 1) {
      if (lengths[slot] === 0) continue;
      const ofShape = unit.shapes[model.chunkShapes[slot] as number] as number;
      if (ofShape < unlikely)
        add(needs[slot] as number, lengths[slot] as number, ofShape + (model.chunkCosts[slot] as number));
    }
  }
  return { gross: sortedFloor(cheapest, unit.silent), net };
}

function sortedFloor(cheapest: ReadonlyMap<number, Cost>, silent: Cost): UnitFloor {
  const kept: (readonly [needs: number, cost: Cost])[] = [];
  for (const [needs, cost] of [...cheapest].sort((a, b) => a[1] - b[1])) {
    // A reading that is no cheaper than one with fewer letters is never the cheapest.
    if (kept.every(([fewer]) => (fewer & ~needs) !== 0)) kept.push([needs, cost]);
  }
  kept.push([0, silent]);
  return {
    needs: Int32Array.from(kept, ([needs]) => needs),
    costs: Int32Array.from(kept, ([, cost]) => cost),
  };
}

function floorsOf(model: ScriptModel, unit: Unit): UnitFloors {
  let floors = known.get(unit);
  if (!floors) {
    floors = readFloors(model, unit);
    known.set(unit, floors);
  }
  return floors;
}

function leastOf({ needs, costs }: UnitFloor, without: number): Cost {
  let at = 0;
  // The last needs nothing.
  while (((needs[at] as number) & without) !== 0) at += 1;
  return costs[at] as number;
}

type Floored = (UnitFloors | null)[];

function netFloors(single: Floored, double: Floored, deletion: Cost): Int32Array {
  const net = new Int32Array(single.length + 1);
  for (let at = single.length - 1; at >= 0; at -= 1) {
    const two = double[at];
    const byOne = (net[at + 1] as number) + (single[at]?.net ?? deletion);
    net[at] = two ? Math.min(byOne, (net[at + 2] as number) + two.net) : byOne;
  }
  return net;
}

/**
 * `LetterFloors` of one word of another script, by nothing but which letters the Latin word has and how many; null where
 * already these cost more than `perLetter` for each. For many Latin words: most of those under a common key lack letters that
 * the word needs, or have too many. Valid until the next call.
 *
 * Cost: the cheapest readings of each unit once; then a few operations for each unit.
 */
export function letterFloors(
  { model, units }: CutWord,
  perLetter: Cost,
): (letters: Uint8Array) => LetterFloors | null {
  const { deletion, insertion } = model;
  const single = units.single.map((unit) => unit && floorsOf(model, unit));
  const double = units.double.map((unit) => unit && floorsOf(model, unit));
  const net = netFloors(single, double, deletion);
  const gross = new Int32Array(single.length + 1);
  const floors = { gross, net };
  return (letters) => {
    const most = mostCost(perLetter, letters.length);
    if ((net[0] as number) + insertion * letters.length > most) return null;
    const without = ~bitsOfLetters(letters);
    for (let at = single.length - 1; at >= 0; at -= 1) {
      const one = single[at];
      const two = double[at];
      const byOne = (gross[at + 1] as number) + (one ? leastOf(one.gross, without) : deletion);
      gross[at] = two ? Math.min(byOne, (gross[at + 2] as number) + leastOf(two.gross, without)) : byOne;
    }
    return (gross[0] as number) > most ? null : floors;
  };
}
