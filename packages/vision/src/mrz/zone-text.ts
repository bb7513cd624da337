import type { ZoneFormat } from './formats.ts';
import type { MrzChecks } from '@countersign/findings';

/** One line of cells: 37 probabilities a cell, one cell after the other. */
export interface LineProbabilities {
  columns: number;
  values: Float64Array;
}

/** A zone as the network sees it best, position by position. */
export interface ZoneText {
  zone: ZoneFormat;
  lines: string[];
  /** Probability of each chosen character among those its position allows, 0–1. */
  confidences: Float64Array[];
  /** Logarithm of the plain probability of the chosen characters, mean over all positions. */
  meanLogProbability: number;
  checks: MrzChecks;
}
