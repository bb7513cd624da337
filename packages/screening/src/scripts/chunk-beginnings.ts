import { costOfChunk, unlikely, type Cost, type ScriptModel, type Unit } from './script-model.ts';

const bitsPerLetter = 5;
const oneLetter = (1 << bitsPerLetter) - 1;
/** Numbers of letters by `letterCodes`, and 0. */
const letters = 28;

/** How the chunks of a unit begin; excludes most letters of a word without a look-up. */
export interface ChunkBeginnings {
  /** For each letter, the cost of the chunk that consists of it alone. */
  readonly ones: Int16Array;
  /** For each first letter of longer chunks, the possible second letters, one bit each. */
  readonly seconds: Int32Array;
}

const ofUnits = new WeakMap<Unit, ChunkBeginnings>();
/** For each shape of a model, the first and second letters of its chunks, like `seconds`. */
const ofShapes = new WeakMap<ScriptModel, Int32Array[]>();

function addChunk(seconds: Int32Array, code: number): void {
  let [rest, second] = [code, 0];
  while (rest >>> bitsPerLetter !== 0) {
    second = rest & oneLetter;
    rest >>>= bitsPerLetter;
  }
  if (second !== 0) seconds[rest] = (seconds[rest] as number) | (1 << second);
}

function secondsOfShapes(model: ScriptModel): Int32Array[] {
  let known = ofShapes.get(model);
  if (!known) {
    known = [];
    for (const [slot, code] of model.chunkCodes.entries()) {
      if (code === 0) continue;
      const shape = model.chunkShapes[slot] as number;
      addChunk((known[shape] ??= new Int32Array(letters)), code);
    }
    ofShapes.set(model, known);
  }
  return known;
}

function readBeginnings(model: ScriptModel, unit: Unit): ChunkBeginnings {
  const ones = Int16Array.from({ length: letters }, (_, letter): Cost =>
    letter === 0 || unit.longest === 0 ? unlikely : Math.min(unlikely, costOfChunk(model, unit, letter)),
  );
  const seconds = new Int32Array(letters);
  for (const code of unit.codes) addChunk(seconds, code);
  if (unit.shapes.length > 0)
    for (const [shape, ofShape] of secondsOfShapes(model).entries()) {
      if ((unit.shapes[shape] as number) >= unlikely) continue;
      for (let letter = 0; letter < letters; letter += 1)
        seconds[letter] = (seconds[letter] as number) | (ofShape[letter] as number);
    }
  return { ones, seconds };
}

/** Computed on first use. */
export function beginningsOf(model: ScriptModel, unit: Unit): ChunkBeginnings {
  let known = ofUnits.get(unit);
  if (!known) {
    known = readBeginnings(model, unit);
    ofUnits.set(unit, known);
  }
  return known;
}
