/** Maps distances to scores: distances increase, scores strictly decrease from at most 100 to at least 0; linear between points. */
export type Calibration = readonly (readonly [distance: number, score: number])[];

/** Whether a value is a valid calibration table. */
export function isCalibration(value: unknown): value is Calibration {
  if (!Array.isArray(value) || value.length < 2) return false;
  const rows = value as unknown[];
  return rows.every((row, index) => isRow(row) && (index === 0 || follows(rows[index - 1], row)));
}

/** The score for a distance, four decimals; constant before the first and after the last point. */
export function calibratedScore(calibration: Calibration, distance: number): number {
  return round4(linearAt(calibration, distance));
}

/** The distance for a score; constant beyond the highest and lowest score. */
export function calibratedDistance(calibration: Calibration, score: number): number {
  // Scores decrease with distance; their negatives increase, as `linearAt` requires.
  const mirrored = calibration.map(([distance, at]) => [-at, distance] as const);
  return linearAt(mirrored, -score);
}

/** Linear interpolation between points with increasing positions; constant before the first and after the last. */
function linearAt(points: readonly (readonly [at: number, value: number])[], at: number): number {
  const next = points.findIndex(([place]) => place >= at);
  const after = points[next] ?? points.at(-1);
  const before = next > 0 ? points[next - 1] : undefined;
  if (after === undefined) throw new Error('the calibration is empty');
  if (before === undefined || next === -1) return after[1];
  return before[1] + ((at - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
}

function isRow(row: unknown): row is readonly [number, number] {
  return (
    Array.isArray(row) &&
    row.length === 2 &&
    row.every((value) => typeof value === 'number' && Number.isFinite(value) && value >= 0) &&
    (row[1] as number) <= 100
  );
}

function follows(earlier: unknown, later: readonly [number, number]): boolean {
  return isRow(earlier) && later[0] > earlier[0] && later[1] < earlier[1];
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
