import type { Box, Raster } from './raster.ts';

/** Darker or brighter blocks contain less noise than the rest of a picture. */
const usable = { from: 40, to: 225 };
const fewest = 30;

/**
 * Noise of the calmest parts of some boxes, in levels: the content of print and paper adds to it, so the calmest tenth of the blocks
 * shows the camera's noise. `null` if there are too few blocks of medium brightness. The raster must be grey.
 */
export function noiseFloor(raster: Raster, boxes: readonly Box[]): number | null {
  const floors = boxes.flatMap((box) => blockNoise(raster, box)).toSorted((a, b) => a - b);
  return floors.length < fewest ? null : (floors[Math.floor(floors.length / 10)] ?? null);
}

function blockNoise(raster: Raster, [x, y, width, height]: Box): number[] {
  const found: number[] = [];
  const [right, bottom] = [Math.min(raster.width, x + width) - 9, Math.min(raster.height, y + height) - 9];
  for (let top = Math.max(1, Math.ceil(y)); top <= bottom; top += 12) {
    for (let left = Math.max(1, Math.ceil(x)); left <= right; left += 12) {
      const noise = noiseAt(raster, left, top);
      if (noise !== null) found.push(noise);
    }
  }
  return found;
}

/** Standard deviation of pure noise that would give the second differences of an 8 × 8 block (J. Immerkær's mask). */
function noiseAt({ width, data }: Raster, left: number, top: number): number | null {
  let [sum, light] = [0, 0];
  for (let y = top; y < top + 8; y += 1) {
    for (let x = left, at = y * width + left; x < left + 8; x += 1, at += 1) {
      const corners =
        data[at - width - 1]! + data[at - width + 1]! + data[at + width - 1]! + data[at + width + 1]!;
      const sides = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]!;
      sum += Math.abs(corners - 2 * sides + 4 * data[at]!);
      light += data[at]!;
    }
  }
  if (light < 64 * usable.from || light > 64 * usable.to) return null;
  // 6 is the root of the mask's summed squares; the mean absolute value of normal noise is √(2 ÷ π) of its standard deviation.
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * 64);
}
