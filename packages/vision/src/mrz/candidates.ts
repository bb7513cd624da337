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
  /** Column of the grid at which it begins, counted in reading order. */
  from: number;
  /** Larger is better: mean log probability plus a share for agreeing digits and a known document code. */
  score: number;
}

/** Mean over some cells of the largest class probability: larger the right way up than upside down. */
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

/** Capital heights tried against the measured one: fillers and blur mislead the measurement. */
const heightFactors = [0.86, 1.16] as const;

/** A laid-out zone with the way up that the network is surer about. */
export interface Placement {
  layout: LineCells[];
  upside: boolean;
  confidence: number;
}

/**
 * A sample this sure settles the grid. Another grid must be surer by the margin: one that slips by a whole column
 * somewhere looks as good in the sample, but is less clear.
 */
const settledConfidence = 0.7;
/** A clearest grid less sure than this is no zone at all: nothing else is tried. */
const hopeless = 0.4;
const gridMargin = 0.1;

/** Ways up whose samples differ by less are looked at more closely: fillers on their heads look like digits. */
const closeSamples = 0.2;
const sampleSteps = { rough: 5, fine: 2 } as const;

/** Picks grid, way up and capital height by the network's confidence on a sample of the cells. */
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
    // Many characters look like others on their heads, so that a rough sample may be a draw.
    const doubtful = Math.abs(rough[0] - rough[1]) < closeSamples && Math.max(...rough) > settledConfidence;
    const [level, turned] = doubtful ? measure(layout, sampleSteps.fine) : rough;
    const confidence = Math.max(level, turned);
    if (confidence > best.confidence + margin) best = { layout, upside: turned > level, confidence };
  };
  for (const [rank, grid] of fitted.grids.entries()) {
    if (best.confidence > settledConfidence) break;
    // The clearest grid may slip by a column and still read some characters; one that reads none is no text.
    if (rank > 0 && best.confidence < hopeless) return best;
    const layout = layOutCells(ink, fitted.lines, grid);
    attempt(layout, rank === 0 ? 0 : gridMargin);
  }
  const chosen = best;
  for (const factor of heightFactors) {
    const scaled = chosen.layout.map((cells) => ({
      ...cells,
      // The cells have another height now: nothing that was read of them holds.
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

/** Share of the score that agreeing digits and a known document code bring. */
function scoreOf(text: ZoneText): number {
  const results = Object.values(text.checks).filter((value) => value !== null);
  const agreeing = results.filter(Boolean).length / results.length;
  const known = /^[ACIPV]/.test(text.lines[0] ?? '') ? 0.1 : 0;
  return text.meanLogProbability + 0.8 * agreeing + known;
}

function windowOf(line: LineProbabilities, from: number, columns: number): LineProbabilities {
  return { columns, values: line.values.subarray(from * classCount, (from + columns) * classCount) };
}

/** A cell this sure is a character. */
const sureCell = 0.6;

/** Per column: 1 where every line holds a character, 0 where at least one holds none. */
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

/** What a window loses for each full column it leaves out: otherwise a wide visa passes for a narrow one. */
const leftOutCost = 0.12;

/** Reads all cells and tries every format width at every place of the grid; best candidate or `null`. */
export function bestWindow(parameters: Float64Array, ink: InkPlane, placement: Placement): Candidate | null {
  const lines = readCells(parameters, ink, { lines: placement.layout, upside: placement.upside });
  const available = lines[0]?.columns ?? 0;
  const filled = filledColumns(lines);
  let best: Candidate | null = null;
  for (const columns of lines.length === 3 ? [30] : [44, 36]) {
    // Grids reach beyond the zone on both sides; which of their columns is the first, only the text can show.
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
