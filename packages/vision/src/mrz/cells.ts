/**
 * Cuts a line into the pictures of its characters and reads each once. The grid gives approximate borders; dynamic programming moves
 * them to where there is least ink, at a cost for leaving the grid and for uneven steps.
 *
 * State: `LineCells.known` caches what was read, so that several attempts with one layout run the network only once per cell.
 * Cost: borders × (states)² per line, and one run of the network per cell with ink.
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
  /** One more than there are cells. */
  borders: Float64Array;
  lean: Lean;
  /** Row at which the lean causes no shift. */
  middle: number;
  /** The 37 probabilities of each cell read so far, by column; cells read upside down have the key −1 − column. */
  known: Map<number, Float64Array>;
}

/** Maximum distance of a border from its position in the grid, in pitches. */
const elasticity = 0.22;

/**
 * Moves the grid's borders to where the line has least ink, by dynamic programming that penalises distance from the grid and uneven
 * spacing.
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
  // Follows the cheapest path backwards.
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

/** Cell height relative to capital height. */
const cellOverCapital = 1.3;

/**
 * Copies one cell, 20 × 24, to `target`; `upside` rotates it by 180°.
 * Returns the strongest ink in the core of the cell, which shows whether it is empty.
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
    // Cells lean with the print, so that a slanted stroke stays in one cell from top to bottom.
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

/** A cell whose ink is below this everywhere is empty: all classes are then equally likely. */
const emptyCell = 0.25;

/** Runs the network on one cell unless it was read before, and writes its 37 probabilities at `offset`. */
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
  // Not cached in `known`, because measuring again is cheaper than caching.
  if (strongest < emptyCell) {
    target.values.fill(1 / classCount, target.offset, target.offset + classCount);
    return;
  }
  classify(parameters, cell, activations);
  target.values.set(activations.output, target.offset);
  cells.known.set(place, activations.output.slice());
}

/** Reads every cell of every line. The result is in reading order even if the zone is upside down. */
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
