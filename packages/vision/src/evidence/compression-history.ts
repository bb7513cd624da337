/**
 * Detects an earlier compression of a region. JPEG rounds the amplitude of every wave of a block to multiples of a step. When the picture
 * is opened and saved again with finer steps, the amplitudes still lie near the rungs of that ladder. A region brought in from elsewhere
 * has a different ladder or none, a known result from the forensics of doubly compressed pictures.
 *
 * For each of ten low waves and steps from 3 to 22, the fit of the amplitudes to the ladder is their mean cosine, computed separately for
 * the surroundings and the suspect region. A difference counts only beyond three standard deviations, and if the surroundings themselves
 * have a ladder.
 *
 * Invariants: only unscaled pictures, with blocks counted from the corner, as in the encoder; blocks with clipped pixels are skipped. The
 * luma of a block and its sums along rows are kept in two module-level buffers, overwritten for each block.
 * Cost: at most 900 blocks per region, about 5 ms.
 */

import type { Box, Raster } from '../picture/raster.ts';

/** Waves of an 8 × 8 block that are examined, horizontal and vertical. Only low ones, because fine compression preserves no others. */
export const wavePlaces = [
  [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [2, 1], [1, 2], [3, 0], [0, 3], [2, 2],
] as const; // prettier-ignore

const steps = Array.from({ length: 20 }, (_, index) => index + 3);
/** Maximum number of blocks examined in a region. */
const mostBlocks = 900;
/** Minimum number of amplitudes of a wave in a region. */
const fewest = 20;
/** How well the rest must fit a ladder, and how much worse the suspect region must fit, beyond three deviations. */
const onLadderFrom = 0.15;
const clearDifference = 0.05;

/** Amplitudes of each of {@link wavePlaces} in all blocks of a region. */
export type Amplitudes = readonly Float64Array[];

const cosines = Array.from({ length: 4 }, (_, wave) =>
  Float64Array.from({ length: 8 }, (__, place) => Math.cos(((2 * place + 1) * wave * Math.PI) / 16)),
);

/**
 * Compares the traces of earlier compression in two regions. A region that was saved before has amplitudes on a coarse ladder; one
 * brought in from elsewhere does not, or has a different ladder.
 * @param suspect amplitudes of the region that may have been brought in
 * @param rest amplitudes of the surroundings
 * @returns the number of comparable waves whose ladder in the rest is missing in the suspect region, and the number of comparable waves
 */
export function compareHistories(
  suspect: Amplitudes,
  rest: Amplitudes,
): { differing: number; compared: number } {
  let [differing, compared] = [0, 0];
  wavePlaces.forEach((_, wave) => {
    const difference = ladderDifference(rest[wave]!, suspect[wave]!);
    if (difference === null) return;
    compared += 1;
    if (difference > clearDifference) differing += 1;
  });
  return { differing, compared };
}

/** Largest difference in fit over the ladders that the rest fits; `null` if there are too few amplitudes. */
function ladderDifference(rest: Float64Array, suspect: Float64Array): number | null {
  let most: number | null = null;
  for (const step of steps) {
    const here = onLadder(rest, step);
    const there = onLadder(suspect, step);
    if (here.count < 2 * fewest || there.count < fewest) continue;
    // The variance of the cosine of a random phase is one half.
    const sure = Math.sqrt(0.5 / here.count + 0.5 / there.count);
    const difference = here.rungs && here.fit > onLadderFrom ? here.fit - there.fit - 3 * sure : 0;
    most = Math.max(most ?? 0, difference);
  }
  return most;
}

const turnSteps = 256;
const cosineTurns = Float64Array.from({ length: turnSteps }, (_, step) =>
  Math.cos((2 * Math.PI * step) / turnSteps),
);

/**
 * Mean cosine, 1 if all amplitudes are multiples of the step; amplitudes that round to zero are skipped. `rungs` is false if the higher
 * multiples do not contribute: regular print repeats one amplitude, but forms no ladder.
 */
function onLadder(amplitudes: Float64Array, step: number): { fit: number; count: number; rungs: boolean } {
  let firstSum = 0;
  let higherSum = 0;
  let first = 0;
  let higher = 0;
  for (let index = 0; index < amplitudes.length; index += 1) {
    const size = Math.abs(amplitudes[index]!) / step;
    // Rounds to zero, which lies on every ladder.
    if (size < 0.7) continue;
    const cosine = cosineTurns[(size * turnSteps + 0.5) & (turnSteps - 1)]!;
    if (size < 1.5) {
      firstSum += cosine;
      first += 1;
    } else {
      higherSum += cosine;
      higher += 1;
    }
  }
  const fit = (firstSum + higherSum) / Math.max(1, first + higher);
  const rungs = higher >= fewest && higherSum / Math.max(1, higher) >= 0.6 * fit;
  return { fit, count: first + higher, rungs };
}

/**
 * Amplitudes of the waves in all complete blocks of some boxes; in large regions only every second or third block, and so on.
 * @param raster 3 channels, unscaled, blocks counted from its top left corner
 */
export function amplitudesOf(raster: Raster, boxes: readonly Box[]): Amplitudes {
  const places = boxes.flatMap((box) => blocksOf(raster, box));
  const stride = Math.max(1, Math.ceil(places.length / mostBlocks));
  const found: number[][] = wavePlaces.map(() => []);
  for (let index = 0; index < places.length; index += stride) {
    if (!takeLuma(raster, places[index]!)) continue;
    sumAcross();
    wavePlaces.forEach(([u, v], wave) => found[wave]!.push(amplitudeOf(u, v)));
  }
  return found.map((amplitudes) => Float64Array.from(amplitudes));
}

/** First pixels of the complete blocks inside a box. */
function blocksOf({ width, height }: Raster, [x, y, boxWidth, boxHeight]: Box): number[] {
  const places: number[] = [];
  const [right, bottom] = [Math.min(width, x + boxWidth) - 8, Math.min(height, y + boxHeight) - 8];
  for (let top = Math.max(0, Math.ceil(y / 8) * 8); top <= bottom; top += 8) {
    for (let left = Math.max(0, Math.ceil(x / 8) * 8); left <= right; left += 8)
      places.push(top * width + left);
  }
  return places;
}

const luma = new Float64Array(64);
const across = new Float64Array(8 * 4);

/** Copies a block's luma; false if a colour is clipped anywhere, because that destroys the ladder. */
function takeLuma({ width, data }: Raster, at: number): boolean {
  for (let row = 0, to = 0; row < 8; row += 1) {
    let from = (at + row * width) * 3;
    for (let column = 0; column < 8; column += 1, from += 3, to += 1) {
      const red = data[from]!;
      const green = data[from + 1]!;
      const blue = data[from + 2]!;
      if (Math.min(red, green, blue) === 0 || Math.max(red, green, blue) === 255) return false;
      luma[to] = 0.299 * red + 0.587 * green + 0.114 * blue;
    }
  }
  return true;
}

function sumAcross(): void {
  for (let row = 0; row < 8; row += 1) {
    for (let wave = 0; wave < 4; wave += 1) {
      const cosine = cosines[wave]!;
      let sum = 0;
      for (let column = 0; column < 8; column += 1) sum += luma[row * 8 + column]! * cosine[column]!;
      across[row * 4 + wave] = sum;
    }
  }
}

/** One amplitude of the block, scaled as in JPEG. */
function amplitudeOf(u: number, v: number): number {
  const cosine = cosines[v]!;
  let sum = 0;
  for (let row = 0; row < 8; row += 1) sum += across[row * 4 + u]! * cosine[row]!;
  return (sum * (u === 0 ? Math.SQRT1_2 : 1) * (v === 0 ? Math.SQRT1_2 : 1)) / 4;
}
