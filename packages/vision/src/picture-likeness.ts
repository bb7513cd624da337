import type { OpenedImage } from './open-image.ts';

const cells = 16;

/** 240 bits of a picture's coarse shape; near-equal pictures differ in few of them. */
export async function coarseShape(image: OpenedImage): Promise<Uint8Array> {
  const raster = await image.raster(256, 1);
  const means = cellMeans(raster.data, raster.width, raster.height);
  const bits = new Uint8Array(cells * (cells - 1));
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells - 1; column += 1) {
      const at = row * cells + column;
      bits[row * (cells - 1) + column] = (means[at + 1] ?? 0) > (means[at] ?? 0) + 1 ? 1 : 0;
    }
  }
  return bits;
}

/** Share of bits that differ, 0–1. */
export function shapeDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((count, bit, index) => count + (bit === b[index] ? 0 : 1), 0) / a.length;
}

function cellMeans(grey: Uint8Array, width: number, height: number): Float64Array {
  const sums = new Float64Array(cells * cells);
  const counts = new Float64Array(cells * cells);
  grey.forEach((value, index) => {
    const column = Math.floor(((index % width) * cells) / width);
    const cell = Math.floor((Math.floor(index / width) * cells) / height) * cells + column;
    sums[cell] = (sums[cell] ?? 0) + value;
    counts[cell] = (counts[cell] ?? 0) + 1;
  });
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell] ?? 0));
}
