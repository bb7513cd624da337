import type { ZoneFormat } from './formats.ts';
import type { MrzChecks } from '@countersign/findings';

/** One line of cells, with 37 consecutive probabilities per cell. */
export interface LineProbabilities {
  columns: number;
  values: Float64Array;
}

/** The most likely text of a zone according to the network, position by position. */
export interface ZoneText {
  zone: ZoneFormat;
  lines: string[];
  /** Probability of each chosen character among those its position allows, 0–1. */
  confidences: Float64Array[];
  /** Mean over all positions of the logarithm of the chosen character's probability. */
  meanLogProbability: number;
  checks: MrzChecks;
}
