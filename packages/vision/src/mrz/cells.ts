/**
 * Cuts a line into the pictures of its characters and reads each once. The grid says where borders are about; dynamic programming
 * moves them to where there is least ink, at a price for leaving the grid and for uneven steps.
 *
 * State: `LineCells.known` keeps what was read, so that several tries of one layout run the network once for each cell.
 * Cost: borders × (states)² for a line, and one run of the network for each cell with ink.
 */
import { valueBetween } from '../picture/bilinear.ts';
import type { InkPlane } from './ink.ts';
import { cellShape, classCount, classify, createActivations } from './network.ts';
import { columnProfile, leanAt, middleRow } from './pitch-grid.ts';
import type { Lean, PitchGrid } from './pitch-grid.ts';
import { rowAt } from './text-lines.ts';
import type { TextLine } from './text-lines.ts';
import type { LineProbabilities } from './zone-text.ts';

/** Everything needed to cut the cells of one line. */
export interface LineCells {
  line: TextLine;
  /** One more than cells. */
  borders: Float64Array;
  lean: Lean;
  /** Row where the lean shifts nothing. */
  middle: number;
  /** The 37 probabilities of the cells read so far, by column; of those read upside down by −1 − column. */
  known: Map<number, Float64Array>;
}

/** How far a border may leave its place in the grid, in pitches. */
const elasticity = 0.22;

/**
 * Moves the grid's borders to where the line has least ink: dynamic programming, bound elastically to the grid
 * and to even spacing.
 */
function fitBorders(ink: InkPlane, line: TextLine, grid: PitchGrid, middle: number): Float64Array {
  const profile = columnProfile(ink, line, grid.lean, middle);
  const count = grid.borders.length;
  const pitch = (grid.borders[count - 1]! - grid.borders[0]!) / (count - 1);
  const reach = Math.max(2, Math.round(pitch * elasticity));
  const states = 2 * reach + 1;
  let costs = new Float64Array(states);
  const cameFrom = new Int16Array(count * states);
  for (let k = 0; k < count; k += 1) {
    const next = new Float64Array(states);
    for (let s = 0; s < states; s += 1) {
      const offset = (s - reach) / pitch;
      const x = Math.max(0, Math.min(profile.length - 1, Math.floor(grid.borders[k]! + s - reach)));
      // Cost of a path: ink under its borders, their distance from the grid, and uneven steps, which weigh ten times as much.
      let [best, from] = [Infinity, 0];
      for (let before = 0; before < states; before += 1) {
        const stretch = (s - before) / pitch;
        const cost = costs[before]! + (k === 0 ? 0 : 40 * stretch * stretch);
        if (cost < best) [best, from] = [cost, before];
      }
      next[s] = best + profile[x]! + 4 * offset * offset;
      cameFrom[k * states + s] = from;
    }
    costs = next;
  }
  const borders = new Float64Array(count);
  // Back along the cheapest path.
  let state = costs.indexOf(Math.min(...costs));
  for (let k = count - 1; k >= 0; k -= 1) {
    borders[k] = grid.borders[k]! + state - reach;
    state = cameFrom[k * states + state]!;
  }
  return borders;
}

/** The cells of all lines under one grid. */
export function layOutCells(ink: InkPlane, lines: readonly TextLine[], grid: PitchGrid): LineCells[] {
  const middle = middleRow(lines);
  return lines.map((line) => ({
    line,
    borders: fitBorders(ink, line, grid, middle),
    lean: grid.lean,
    middle,
    known: new Map<number, Float64Array>(),
  }));
}

/** Cell height over capital height. */
const cellOverCapital = 1.3;

/**
 * Copies one cell, 20 × 24, to `target`; `upside` turns it by half a turn.
 * Returns the strongest ink in the cell's core, so that empty places are known.
 */
function cutCell(
  ink: InkPlane,
  cells: LineCells,
  column: number,
  how: { upside: boolean; target: Float64Array },
): number {
  const { line, borders, middle } = cells;
  const [left, right] = [borders[column]!, borders[column + 1]!];
  const centre = (left + right) / 2;
  const row = rowAt(line, centre, ink.width);
  const slant = leanAt(cells.lean, centre, ink.width);
  const stepX = (right - left) / cellShape.width;
  const stepY = (cellOverCapital * line.capHeight) / cellShape.height;
  let strongest = 0;
  for (let cy = 0; cy < cellShape.height; cy += 1) {
    const y = row + (cy + 0.5 - cellShape.height / 2) * stepY;
    // Cells lean with the print, so that a slanting stroke is in one cell from top to bottom.
    const shift = slant * (y - middle);
    for (let cx = 0; cx < cellShape.width; cx += 1) {
      const value = valueBetween(ink, left + (cx + 0.5) * stepX + shift - 0.5, y - 0.5);
      const at = how.upside ? cellShape.size - 1 - cy * cellShape.width - cx : cy * cellShape.width + cx;
      how.target[at] = value;
      if (value > strongest && cx > 3 && cx < 16 && cy > 3 && cy < 20) strongest = value;
    }
  }
  return strongest;
}

const activations = createActivations();
const cell = new Float64Array(cellShape.size);

/** Ink below this in a whole cell is no print: every class is then equally likely. */
const emptyCell = 0.25;

/** Runs the network on one cell, unless it was read before, and writes its 37 probabilities at `offset`. */
export function readCell(
  parameters: Float64Array,
  picture: { ink: InkPlane; cells: LineCells; column: number; upside: boolean },
  target: { values: Float64Array; offset: number },
): void {
  const { ink, cells, column, upside } = picture;
  const place = upside ? -1 - column : column;
  const known = cells.known.get(place);
  if (known) {
    target.values.set(known, target.offset);
    return;
  }
  const strongest = cutCell(ink, cells, column, { upside, target: cell });
  // Not kept in `known`: looking again is cheaper than remembering.
  if (strongest < emptyCell) {
    target.values.fill(1 / classCount, target.offset, target.offset + classCount);
    return;
  }
  classify(parameters, cell, activations);
  target.values.set(activations.output, target.offset);
  cells.known.set(place, activations.output.slice());
}

/** Reads every cell of every line. Upside down, lines and columns come out in reading order. */
export function readCells(
  parameters: Float64Array,
  ink: InkPlane,
  layout: { lines: readonly LineCells[]; upside: boolean },
): LineProbabilities[] {
  const { upside } = layout;
  const lines = upside ? [...layout.lines].reverse() : layout.lines;
  return lines.map((cells) => {
    const columns = cells.borders.length - 1;
    const values = new Float64Array(columns * classCount);
    for (let column = 0; column < columns; column += 1) {
      const place = upside ? columns - 1 - column : column;
      readCell(parameters, { ink, cells, column: place, upside }, { values, offset: column * classCount });
    }
    return { columns, values };
  });
}
