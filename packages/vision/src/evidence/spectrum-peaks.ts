/**
 * Finds waves in the spectrum of a patch. The pixels of displays, the dots of prints and the moiré between these and a sensor are the
 * only things in pictures of faces and documents that repeat finely and exactly: they raise single frequencies far above their
 * neighbours.
 *
 * A peak is a local maximum whose logarithm exceeds the mean of its 9 × 9 neighbours and, because edges raise whole lines of frequencies,
 * also the highest ridge in any of eight directions. Frequencies with innocent causes are left out: low ones, the axes and diagonals, and
 * multiples of 1/16 in both directions, where block compression leaves traces.
 *
 * Invariants: only the half plane x > 0 is searched, as the other is its mirror image; `height` is the smaller of the two excesses, so
 * that it can be compared between patches.
 * Cost: sliding sums over 128 × 128 values; ridges only for the few remaining candidates.
 */

/** A wave that rises above a patch's spectrum. */
export interface SpectrumPeak {
  /** Cycles per pixel; x from 0 to 0.5, y from −0.5 to 0.5. */
  x: number;
  y: number;
  /** Natural logarithm of the ratio of its power to that of the surrounding frequencies. */
  height: number;
}

/** Criteria for a wave. */
const limits = {
  /** Minimum frequency in cycles per pixel: ordinary content of pictures has coarser waves. */
  lowest: 0.085,
  highest: 0.485,
  /** Frequencies this close to an axis, in bins, come from straight edges, sensor rows and compression. */
  axis: 0.6,
  /** Minimum height; noise in 16,000 frequencies does not reach it. */
  height: 3.1,
  /** Maximum number of peaks kept per patch, highest first. */
  most: 8,
};

/** How far the highest ridge exceeds the surrounding mean in pure noise. */
const ridgeBias = 1.3;

const around = 4;

/** The waves that rise above the logarithms of a spectrum of side × side, highest first. */
export function findPeaks(logs: Float64Array, side: number): SpectrumPeak[] {
  const means = blockMeans(logs, side);
  const peaks: SpectrumPeak[] = [];
  for (let row = 0; row < side; row += 1) {
    const y = row < side / 2 ? row : row - side;
    for (let x = 1; x < side / 2; x += 1) {
      const at = row * side + x;
      const height = logs[at]! - means[at]!;
      if (height < limits.height || !isPlace(x, y, side) || !isSummit(logs, side, { row, x })) continue;
      // The most expensive test comes last.
      const over = Math.min(height, logs[at]! - highestRidge(logs, side, { x, y }) + ridgeBias);
      if (over >= limits.height) peaks.push({ x: x / side, y: y / side, height: over });
    }
  }
  return peaks.toSorted((a, b) => b.height - a.height).slice(0, limits.most);
}

function isPlace(x: number, y: number, side: number): boolean {
  const radius = Math.hypot(x, y) / side;
  if (radius < limits.lowest || Math.max(x, Math.abs(y)) / side > limits.highest) return false;
  if (x < limits.axis || Math.abs(y) < limits.axis) return false;
  const block = side / 16;
  if (Math.abs(x - Math.abs(y)) < limits.axis) return false;
  const fromBlocks = (bin: number): number => Math.abs(bin - block * Math.round(bin / block));
  return fromBlocks(x) > 1 || fromBlocks(y) > 1;
}

function isSummit(logs: Float64Array, side: number, { row, x }: { row: number; x: number }): boolean {
  const value = logs[row * side + x]!;
  for (let dy = -1; dy <= 1; dy += 1) {
    // Spectra are periodic: the last row is adjacent to the first.
    const line = ((row + dy) & (side - 1)) * side;
    for (let dx = -1; dx <= 1; dx += 1) if (logs[line + ((x + dx) & (side - 1))]! > value) return false;
  }
  return true;
}

/** Mean over 9 × 9 neighbours; spectra are periodic. */
function blockMeans(values: Float64Array, side: number): Float64Array {
  const rows = slidingSums(values, { side, line: side, step: 1 });
  const sums = slidingSums(rows, { side, line: 1, step: side });
  const count = (2 * around + 1) ** 2;
  for (let at = 0; at < sums.length; at += 1) sums[at] = sums[at]! / count;
  return sums;
}

function slidingSums(
  values: Float64Array,
  { side, line, step }: { side: number; line: number; step: number },
): Float64Array {
  const sums = new Float64Array(values.length);
  const mask = side - 1;
  for (let index = 0; index < side; index += 1) {
    const start = index * line;
    let sum = 0;
    for (let offset = -around; offset <= around; offset += 1) sum += values[start + (offset & mask) * step]!;
    for (let place = 0; place < side; place += 1) {
      sums[start + place * step] = sum;
      sum +=
        values[start + ((place + around + 1) & mask) * step]! -
        values[start + ((place - around) & mask) * step]!;
    }
  }
  return sums;
}

const directions = Array.from({ length: 8 }, (_, step): readonly [number, number] => [
  Math.cos((step * Math.PI) / 8),
  Math.sin((step * Math.PI) / 8),
]);
const offsets = [-6, -5, -4, 4, 5, 6];

/** Edges cause ridges in a spectrum, which fold back at its border: a wave must be higher than its surroundings in every direction. */
function highestRidge(logs: Float64Array, side: number, { x, y }: { x: number; y: number }): number {
  let highest = -Infinity;
  for (const [dx, dy] of directions) {
    let sum = 0;
    for (const offset of offsets)
      sum += ridgeAt(logs, side, { x: x + dx * offset, y: y + dy * offset, dx, dy });
    highest = Math.max(highest, sum / offsets.length);
  }
  return highest;
}

/** The highest of three bins across a ridge: ridges are thin and lie between the bins. */
function ridgeAt(
  logs: Float64Array,
  side: number,
  { x, y, dx, dy }: { x: number; y: number; dx: number; dy: number },
): number {
  let highest = -Infinity;
  for (let aside = -1; aside <= 1; aside += 1) {
    const column = Math.round(x - dy * aside) & (side - 1);
    const row = Math.round(y + dx * aside) & (side - 1);
    highest = Math.max(highest, logs[row * side + column]!);
  }
  return highest;
}
