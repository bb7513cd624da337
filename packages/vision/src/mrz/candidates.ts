import { layOutCells, readCell, readCells } from './cells.ts';
import type { LineCells } from './cells.ts';
import { decodeLines } from './decode.ts';
import type { InkPlane } from './ink.ts';
import { classCount } from './network.ts';
import type { PitchGrid } from './pitch-grid.ts';
import type { TextLine } from './text-lines.ts';
import type { LineProbabilities, ZoneText } from './zone-text.ts';

/** One way to read a zone. */
export interface Candidate {
  text: ZoneText;
  lines: LineProbabilities[];
  /** First column in the grid, counted in reading order. */
  from: number;
  /** Larger is better: mean log probability plus a bonus for check digits that agree and for a known document code. */
  score: number;
}

/** Mean of the largest class probability over some cells; larger in the correct orientation than upside down. */
function sampleConfidence(
  parameters: Float64Array,
  ink: InkPlane,
  how: { layout: readonly LineCells[]; upside: boolean; every: number },
): number {
  const values = new Float64Array(classCount);
  let [sum, count] = [0, 0];
  for (const cells of how.layout) {
    for (let column = 3; column < cells.borders.length - 4; column += how.every) {
      readCell(parameters, { ink, cells, column, upside: how.upside }, { values, offset: 0 });
      sum += Math.max(...values);
      count += 1;
    }
  }
  return count > 0 ? sum / count : 0;
}

/** Further capital heights to try, relative to the measured one: fillers and blur distort the measurement. */
const heightFactors = [0.86, 1.16] as const;

/** The cells of a zone in the orientation that the network is surer of. */
export interface Placement {
  layout: LineCells[];
  upside: boolean;
  confidence: number;
}

/**
 * A sample with this confidence settles the grid. Another grid must exceed it by the margin: a grid that slips by a whole column somewhere
 * looks as good in the sample, but is less clear.
 */
const settledConfidence = 0.7;
/** If the clearest grid has a lower confidence, there is no zone and nothing else is tried. */
const hopeless = 0.4;
const gridMargin = 0.1;

/** Orientations whose samples differ by less are examined more closely: fillers upside down look like digits. */
const closeSamples = 0.2;
const sampleSteps = { rough: 5, fine: 2 } as const;

/** Chooses grid, orientation and capital height by the network's confidence on a sample of the cells. */
export function choosePlacement(
  parameters: Float64Array,
  ink: InkPlane,
  fitted: { lines: readonly TextLine[]; grids: readonly PitchGrid[] },
): Placement {
  let best: Placement = { layout: [], upside: false, confidence: -1 };
  const measure = (layout: LineCells[], every: number): [number, number] => [
    sampleConfidence(parameters, ink, { layout, upside: false, every }),
    sampleConfidence(parameters, ink, { layout, upside: true, every }),
  ];
  const attempt = (layout: LineCells[], margin: number): void => {
    const rough = measure(layout, sampleSteps.rough);
    // Many characters look like others upside down, so a rough sample may be inconclusive.
    const doubtful = Math.abs(rough[0] - rough[1]) < closeSamples && Math.max(...rough) > settledConfidence;
    const [level, turned] = doubtful ? measure(layout, sampleSteps.fine) : rough;
    const confidence = Math.max(level, turned);
    if (confidence > best.confidence + margin) best = { layout, upside: turned > level, confidence };
  };
  for (const [rank, grid] of fitted.grids.entries()) {
    if (best.confidence > settledConfidence) break;
    // The clearest grid may slip by a column and still read some characters; if it reads none, there is no text.
    if (rank > 0 && best.confidence < hopeless) return best;
    const layout = layOutCells(ink, fitted.lines, grid);
    attempt(layout, rank === 0 ? 0 : gridMargin);
  }
  const chosen = best;
  for (const factor of heightFactors) {
    const scaled = chosen.layout.map((cells) => ({
      ...cells,
      // The cells now have a different height, so nothing read from them is valid any more.
      known: new Map<number, Float64Array>(),
      line: { ...cells.line, capHeight: cells.line.capHeight * factor },
    }));
    const confidence = sampleConfidence(parameters, ink, {
      layout: scaled,
      upside: chosen.upside,
      every: sampleSteps.rough,
    });
    if (confidence > best.confidence) best = { layout: scaled, upside: chosen.upside, confidence };
  }
  return best;
}

/** The score: mean log probability plus a bonus for check digits that agree and for a known document code. */
function scoreOf(text: ZoneText): number {
  const results = Object.values(text.checks).filter((value) => value !== null);
  const agreeing = results.filter(Boolean).length / results.length;
  const known = /^[ACIPV]/.test(text.lines[0] ?? '') ? 0.1 : 0;
  return text.meanLogProbability + 0.8 * agreeing + known;
}

function windowOf(line: LineProbabilities, from: number, columns: number): LineProbabilities {
  return { columns, values: line.values.subarray(from * classCount, (from + columns) * classCount) };
}

/** A cell with this probability holds a character. */
const sureCell = 0.6;

/** Per column: 1 if every line has a character there, otherwise 0. */
function filledColumns(lines: readonly LineProbabilities[]): Uint8Array {
  const filled = new Uint8Array(lines[0]?.columns ?? 0).fill(1);
  for (const line of lines) {
    for (let column = 0; column < filled.length; column += 1) {
      const values = line.values.subarray(column * classCount, (column + 1) * classCount);
      if (Math.max(...values) < sureCell) filled[column] = 0;
    }
  }
  return filled;
}

/** Penalty of a window for each filled column outside it; without it, a wide visa would be accepted as a narrow one. */
const leftOutCost = 0.12;

/** Reads all cells and tries every format width at every position of the grid. Returns the best candidate or `null`. */
export function bestWindow(parameters: Float64Array, ink: InkPlane, placement: Placement): Candidate | null {
  const lines = readCells(parameters, ink, { lines: placement.layout, upside: placement.upside });
  const available = lines[0]?.columns ?? 0;
  const filled = filledColumns(lines);
  let best: Candidate | null = null;
  for (const columns of lines.length === 3 ? [30] : [44, 36]) {
    // Grids extend beyond the zone on both sides; only the text shows which of their columns is the first.
    for (let from = 0; from + columns <= available; from += 1) {
      const window = lines.map((line) => windowOf(line, from, columns));
      const text = decodeLines(window);
      if (!text) continue;
      const outside = filled.filter(
        (full, column) => full && (column < from || column >= from + columns),
      ).length;
      const candidate = { text, lines: window, from, score: scoreOf(text) - leftOutCost * outside };
      if (!best || candidate.score > best.score) best = candidate;
    }
  }
  return best;
}
