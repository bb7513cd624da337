import { CheapestReading } from './cheapest-reading.ts';
import { mostCost, type CutWord, type LetterFloors, type Units } from './path-cost.ts';
import { unlikely, type Cost, type ScriptModel, type Unit } from './script-model.ts';

/**
 * What each letter of a chunk takes off its cost for the second of two bounds, per cent of what the letter would cost as an insertion, where units
 * have few letters and where they have many. Chosen by what it leaves of the words under the keys of invented names.
 */
const netPercents = { few: 50, many: 75 };
/** Average number of letters in the usual reading from which the units of a model count as long. */
const manyLetters = 2.5;

/** Bits that no word has. */
const noLetters = -1;

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

/** Bits of letters numbered by `letterCodes`. */
export function bitsOfLetters(letters: Uint8Array): number {
  let bits = 0;
  for (const letter of letters) bits |= 1 << letter;
  return bits;
}

/** Lower bounds for one unit. */
interface UnitFloors {
  /** Minimum cost of its reading, by letters. */
  gross: CheapestReading;
  /** The same minus `netOf` for each letter it covers. */
  net: CheapestReading;
  /** The same minus the cost of as many insertions, whatever the letters. */
  shortest: Cost;
}

const netsOfModels = new WeakMap<ScriptModel, Cost>();

/** Amount subtracted in the second bound for a letter covered by a unit: at most the cost of an insertion. */
function netOf(model: ScriptModel): Cost {
  let net = netsOfModels.get(model);
  if (net === undefined) {
    let letters = 0;
    for (const { usual } of model.units.values()) letters += usual[0].length;
    const percent = letters >= manyLetters * model.units.size ? netPercents.many : netPercents.few;
    net = Math.floor((model.insertion * percent) / 100);
    netsOfModels.set(model, net);
  }
  return net;
}

/** Letters and lengths of all chunks of a model, by slot. */
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
  const [gross, net] = [new Map<number, Cost>(), new Map<number, Cost>()];
  const perLetter = netOf(model);
  let shortest = unit.silent;
  const addTo = (cheapest: Map<number, Cost>, needs: number, cost: Cost): void => {
    if (cost < unit.silent && cost < (cheapest.get(needs) ?? unlikely)) cheapest.set(needs, cost);
  };
  const add = (needs: number, length: number, cost: Cost): void => {
    addTo(gross, needs, cost);
    addTo(net, needs, cost - perLetter * length);
    shortest = Math.min(shortest, cost - model.insertion * length);
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
  return {
    gross: new CheapestReading(gross, unit.silent),
    net: new CheapestReading(net, unit.silent),
    shortest,
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

/** Minimum cost of a word minus the cost of its letters as insertions, whatever they are. */
function shortestOf(single: Floored, double: Floored, deletion: Cost): Cost {
  const least = new Int32Array(single.length + 1);
  for (let at = single.length - 1; at >= 0; at -= 1) {
    const two = double[at];
    const byOne = (least[at + 1] as number) + (single[at]?.shortest ?? deletion);
    least[at] = two ? Math.min(byOne, (least[at + 2] as number) + two.shortest) : byOne;
  }
  return least[0] as number;
}

type Floored = readonly (UnitFloors | null)[];

/** The lower bounds of a word's units of one kind, for one character and for two. */
interface WordFloors {
  readonly single: readonly (CheapestReading | null)[];
  readonly double: readonly (CheapestReading | null)[];
  readonly deletion: Cost;
}

/** Writes the minimum cost of the characters from each position on, without some letters. */
function floorWithout({ single, double, deletion }: WordFloors, without: number, into: Int32Array): void {
  for (let at = single.length - 1; at >= 0; at -= 1) {
    const one = single[at];
    const two = double[at];
    const byOne = (into[at + 1] as number) + (one ? one.without(without) : deletion);
    into[at] = two ? Math.min(byOne, (into[at + 2] as number) + two.without(without)) : byOne;
  }
}

/**
 * `LetterFloors` of one word of another script, based only on the set and number of letters in the Latin word; null if these alone cost
 * more than `most` per letter. For comparisons with many Latin words: most of those under a common key lack letters that the word needs,
 * or have too many. Valid until the next call.
 *
 * Cost: the cheapest readings of each unit once; then a few operations per unit if the letters differ from those of the last call.
 */
export function letterFloors(
  { model, units }: CutWord,
  most: Cost,
): (letters: number, count: number) => LetterFloors | null {
  const { deletion, insertion } = model;
  const floorsIn = (list: Units['single']): Floored => list.map((unit) => unit && floorsOf(model, unit));
  const [single, double] = [floorsIn(units.single), floorsIn(units.double)];
  const by = (bound: 'gross' | 'net'): WordFloors => ({
    single: single.map((floors) => floors && floors[bound]),
    double: double.map((floors) => floors && floors[bound]),
    deletion,
  });
  const [ofGross, ofNet] = [by('gross'), by('net')];
  const [gross, net] = [new Int32Array(single.length + 1), new Int32Array(single.length + 1)];
  const floors = { gross, net, perLetter: netOf(model) };
  const shortest = shortestOf(single, double, deletion);
  // The letters to which `gross` and `net` refer.
  let [lettersOfGross, lettersOfNet] = [noLetters, noLetters];
  return (letters, count) => {
    const end = mostCost(most, count);
    if (shortest + insertion * count > end) return null;
    if (letters !== lettersOfGross) {
      floorWithout(ofGross, ~letters, gross);
      lettersOfGross = letters;
    }
    if ((gross[0] as number) > end) return null;
    if (letters !== lettersOfNet) {
      floorWithout(ofNet, ~letters, net);
      lettersOfNet = letters;
    }
    return (net[0] as number) + floors.perLetter * count > end ? null : floors;
  };
}
