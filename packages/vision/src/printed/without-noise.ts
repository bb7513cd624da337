import { noiseFloor } from '../picture/noise-floor.ts';
import type { Box, Raster } from '../picture/raster.ts';

/** Noise level above which engines lose letters, as a share of the paper's brightness. */
const grainy = 0.01;
/** Noise is measured in one band of `band` rows in every `rows` rows, brightness at every `pixels`-th pixel. */
const looked = { band: 24, rows: 72, pixels: 7 };

/** Smooths a grey picture if it is grainy, like pictures taken in dim light; returns any other picture unchanged. */
export function withoutNoise(picture: Raster): Raster {
  const { width, height, data } = picture;
  const bands = Array.from({ length: Math.floor(height / looked.rows) }, (_, at): Box => {
    return [0, at * looked.rows, width, looked.band];
  });
  const noise = noiseFloor(picture, bands) ?? 0;
  return noise < grainy * medianOf(data) ? picture : smoothed(picture);
}

/** The median brightness; it shows paper, because most of a document is paper. */
function medianOf(data: Uint8Array): number {
  const counts = new Uint32Array(256);
  let count = 0;
  for (let at = 0; at < data.length; at += looked.pixels, count += 1) counts[data[at]!]! += 1;
  let [level, below] = [0, 0];
  while (below + counts[level]! <= count / 2 && level < 255) {
    below += counts[level]!;
    level += 1;
  }
  return level;
}

/**
 * Mixes every pixel with its neighbours, a quarter from each side in both directions, which keeps the strokes of print and three eighths
 * of the noise. At the left and right edges the other end of the row is mixed in, which is harmless because nothing is printed there.
 */
function smoothed({ width, height, data }: Raster): Raster {
  const across = new Uint16Array(data.length);
  for (let at = 1, end = data.length - 1; at < end; at += 1)
    across[at] = data[at - 1]! + 2 * data[at]! + data[at + 1]!;
  const out = data.slice();
  for (let at = width, end = (height - 1) * width; at < end; at += 1)
    out[at] = (across[at - width]! + 2 * across[at]! + across[at + width]! + 8) >> 4;
  return { width, height, channels: 1, data: out };
}
