import { beginningsOf } from './chunk-beginnings.ts';
import {
  chunkSlot,
  longestReading,
  slotOf,
  unlikely,
  type Cost,
  type ScriptModel,
  type Unit,
} from './script-model.ts';

/*
 * Computes the cheapest way to read a word of another script as given Latin letters: a path through a grid of characters by letters, in
 * which a unit of one or two characters covers a chunk of up to six letters at the cost that the model has learnt.
 *
 * State: module-level work arrays, sized for the longest words and overwritten by every call, so that a call allocates no arrays; `width`
 * is the row length for the current word. Not reentrant, which is safe within one thread.
 *
 * Invariants: `cells[i × width + j]` is the minimum cost found for reading the first i characters as the first j letters; rows are
 * completed in order, and a path never continues from a cell above its limit.
 *
 * Cost: characters × letters cells, each with at most two units and six chunks. Limits, and the possible first letters of a unit's
 * chunks, restrict the search to a band around the diagonal; it ends when two consecutive rows have no cell within its limit.
 */

/** A word of another script divided for alignment: for each position, the unit of one character and the unit of two. */
export interface Units {
  single: (Unit | null)[];
  double: (Unit | null)[];
  /** Maximum letters of any of their chunks. */
  longest: number;
}

/** Maximum length of a compared word, on either side. */
export const longestWord = 48;

const unreached = 0x3fffffff;
const cells = new Int32Array((longestWord + 3) * (longestWord + 1));
const codes = new Int32Array(longestWord * longestReading);
const shapes = new Int16Array(longestWord * longestReading);
const chunkCosts = new Int16Array(longestWord * longestReading);
const limits = new Int32Array(longestWord + 1);
/** Cells per row: the number of letters of the current word plus one. */
let width = 1;

const firstBits = new Int32Array(longestWord + 1);

/** How far an alignment may exceed its allowance at any letter. */
export const slack = 1200;

/** Divides a word, already in its model form, into the units of its model. */
export function unitsOf(model: ScriptModel, form: string): Units {
  const single: (Unit | null)[] = [];
  const double: (Unit | null)[] = [];
  for (let at = 0; at < form.length; at += 1) {
    single.push(model.units.get(form.charAt(at)) ?? null);
    double.push(at + 1 < form.length ? (model.units.get(form.slice(at, at + 2)) ?? null) : null);
  }
  const longest = Math.max(0, ...[...single, ...double].map((unit) => unit?.longest ?? 0));
  return { single, double, longest };
}

/** Latin letters to be divided into chunks of up to `longest`; no chunk crosses a position in `starts`. */
interface Cutting {
  model: ScriptModel;
  longest: number;
  letters: Uint8Array;
  starts: ReadonlySet<number> | null;
}

const uncut = -1;

function prepareCutting({ letters }: Cutting): void {
  for (let at = 0; at < letters.length; at += 1) {
    // Chunks at this position are computed when a path first reaches it, which often does not happen.
    firstBits[at] = 1 << (letters[at] as number);
    codes[at * longestReading] = uncut;
  }
  firstBits[letters.length] = 0;
}

/** Writes the chunks that start at a letter to the work arrays; code 0 ends the list. */
function cutChunks({ model, longest, letters, starts }: Cutting, at: number): void {
  const end = Math.min(letters.length, at + longest);
  let place = at * longestReading;
  let code = 0;
  for (let next = at; next < end && !(next > at && starts?.has(next)); next += 1) {
    code = (code << 5) | (letters[next] as number);
    const slot = chunkSlot(model, code);
    codes[place] = code;
    shapes[place] = slot < 0 ? -1 : (model.chunkShapes[slot] as number);
    chunkCosts[place] = slot < 0 ? 0 : (model.chunkCosts[slot] as number);
    place += 1;
  }
  if (place < (at + 1) * longestReading) codes[place] = 0;
}

function chunkCost(unit: Unit, place: number): Cost {
  const code = codes[place] as number;
  const mask = unit.codes.length - 1;
  let slot = slotOf(code, mask);
  while (unit.codes[slot] !== 0) {
    if (unit.codes[slot] === code) return unit.costs[slot] as number;
    slot = (slot + 1) & mask;
  }
  const shape = shapes[place] as number;
  if (shape < 0 || unit.shapes.length === 0) return unlikely;
  return (unit.shapes[shape] as number) + (chunkCosts[place] as number);
}

/** Maximum cost of a complete alignment. */
export function mostCost(perLetter: Cost, letterCount: number): Cost {
  return (perLetter + 1) * letterCount - 1;
}

/** Writes the maximum cost worth continuing after each letter, if the total must not exceed `end`. */
function setLimits(perLetter: Cost, letterCount: number, end: Cost): void {
  for (let j = 0; j <= letterCount; j += 1) limits[j] = Math.min(perLetter * j + slack, end);
}

/** A step from a cell over a number of characters. */
interface Step {
  cell: number;
  length: number;
}

/** Propagates the cost of a cell to the cells that a unit reaches with chunks beginning at a letter. */
function relax(cutting: Cutting, unit: Unit, { cell, length }: Step): void {
  const at = cell % width;
  const { ones, seconds } = beginningsOf(cutting.model, unit);
  const { letters } = cutting;
  const first = letters[at] as number;
  const cost = cells[cell] as number;
  const reached = cell + length * width + 1;
  const byOne = cost + (ones[first] as number);
  if (byOne < (cells[reached] as number) && byOne <= (limits[at + 1] as number)) cells[reached] = byOne;
  // Most chunks are rejected here, without a look-up.
  if (at + 2 > letters.length || ((seconds[first] as number) & (firstBits[at + 1] as number)) === 0) return;
  if (codes[at * longestReading] === uncut) cutChunks(cutting, at);
  for (let taken = 1; taken < unit.longest; taken += 1) {
    const place = at * longestReading + taken;
    if (codes[place] === 0) return;
    const total = cost + chunkCost(unit, place);
    const end = reached + taken;
    if (total < (cells[end] as number) && total <= (limits[at + taken + 1] as number)) cells[end] = total;
  }
}

/** A row of the grid, and the maximum cost of a cell for which the rest stays within the limit. */
interface Row {
  at: number;
  most: Cost;
  /** The same for the cell after the last letter; each earlier letter reduces it by `perLetter`. */
  mostAtEnd: Cost;
  perLetter: Cost;
}

/** Propagates the costs of a row to the two rows below; false if none was within its limit. */
function relaxRow(
  { model, units }: CutWord,
  cutting: Cutting,
  { at, most, mostAtEnd, perLetter }: Row,
): boolean {
  const single = units.single[at];
  const double = units.double[at];
  const silentCost = single?.silent ?? model.deletion;
  const firsts = (single?.firsts ?? 0) | (double?.firsts ?? 0);
  let alive = false;
  for (let j = 0; j < width; j += 1) {
    const cell = at * width + j;
    const cost = cells[cell] as number;
    // Too far above the allowance for the letters so far.
    if (cost > (limits[j] as number) || cost > most) continue;
    if (cost + perLetter * (width - 1 - j) > mostAtEnd) continue;
    alive = true;
    if (j + 1 < width && cost + model.insertion < (cells[cell + 1] as number))
      cells[cell + 1] = cost + model.insertion;
    if (cost + silentCost < (cells[cell + width] as number)) cells[cell + width] = cost + silentCost;
    const bit = firstBits[j] as number;
    // No chunk of either unit begins with this letter.
    if ((bit & firsts) === 0) continue;
    if (single && (single.firsts & bit) !== 0) relax(cutting, single, { cell, length: 1 });
    if (double && (double.firsts & bit) !== 0) relax(cutting, double, { cell, length: 2 });
  }
  return alive;
}

/** Adds insertions after the last unit. */
function finishRow(insertion: Cost, row: number): Cost {
  for (let at = row + 1; at < row + width; at += 1) {
    cells[at] = Math.min(cells[at] as number, (cells[at - 1] as number) + insertion);
  }
  return cells[row + width - 1] as number;
}

/**
 * Lower bounds on the cost of a word's characters from each position to the end: `gross`, and `net`, which is reduced by `perLetter` (at
 * most the cost of an insertion) for each letter covered. So if n letters are left at a position, an alignment costs at least `gross`,
 * and at least `net` plus n times `perLetter`.
 */
export interface LetterFloors {
  readonly gross: Int32Array;
  readonly net: Int32Array;
  readonly perLetter: Cost;
}

/** The allowed cost per letter, and where words begin if the letters form several. */
export interface PathOptions {
  perLetter: Cost;
  /** The same for the total, if higher costs are of no interest even though the words may agree; default `perLetter`. */
  most?: Cost;
  starts?: ReadonlySet<number>;
  /** Minimum costs of the characters from each position on; they do not affect the result. */
  floors?: LetterFloors;
}

/** A word divided into the units of its script's model. */
export interface CutWord {
  model: ScriptModel;
  units: Units;
}

/**
 * The cost of the best alignment of a word with Latin letters; -1 if it exceeds `most` per letter in total, or exceeds the allowance by
 * far after any letter, or if a side is empty or longer than `longestWord`. Each unit covers up to the model's longest chunk of letters,
 * in order; letters not covered by any unit are insertions. No chunk crosses a position in `starts`.
 */
export function pathCost(word: CutWord, letters: Uint8Array, options: PathOptions): Cost {
  const { model, units } = word;
  const { floors, perLetter } = options;
  const count = units.single.length;
  width = letters.length + 1;
  if (count === 0 || width === 1 || count > longestWord || letters.length > longestWord) return -1;
  const cutting = { model, longest: units.longest, letters, starts: options.starts ?? null };
  prepareCutting(cutting);
  const end = mostCost(options.most ?? perLetter, letters.length);
  setLimits(perLetter, letters.length, end);
  cells.fill(unreached, 0, (count + 2) * width);
  cells[0] = 0;
  let lived = true;
  const row = { at: 0, most: end, mostAtEnd: Infinity, perLetter: floors?.perLetter ?? 0 };
  for (let at = 0; at < count; at += 1) {
    row.at = at;
    if (floors) {
      row.most = end - (floors.gross[at] as number);
      row.mostAtEnd = end - (floors.net[at] as number);
    }
    const alive = relaxRow(word, cutting, row);
    // Units of two characters skip one row, so two dead rows end the search.
    if (!alive && !lived) return -1;
    lived = alive;
  }
  const total = finishRow(model.insertion, count * width);
  return total <= (limits[letters.length] as number) ? total : -1;
}
