import type { Plane, Raster } from '../picture/raster.ts';

/** The grey raster as a plane. Throws on a colour raster. */
export function planeOf(raster: Raster): Plane {
  if (raster.channels !== 1) throw new RangeError('the zone reader works on grey rasters');
  return { width: raster.width, height: raster.height, data: raster.data };
}

/** Halves both dimensions; each pixel is the mean of four. */
function half(plane: Plane): Plane {
  const [width, height] = [plane.width >> 1, plane.height >> 1];
  const data = new Uint8Array(width * height);
  const source = plane.data;
  for (let y = 0; y < height; y += 1) {
    let at = 2 * y * plane.width;
    for (let x = 0; x < width; x += 1, at += 2) {
      const sum = source[at]! + source[at + 1]! + source[at + plane.width]! + source[at + plane.width + 1]!;
      data[y * width + x] = (sum + 2) >> 2;
    }
  }
  return { width, height, data };
}

/** The picture at full (0), half (1), quarter (2) … size, so that sampling at a reduced size skips no pixels. */
export type Pyramid = (level: number) => Plane;

/** Creates each level when it is first needed. */
export function pyramidOf(plane: Plane): Pyramid {
  const made = [plane];
  return (level) => {
    while (made.length <= level) made.push(half(made.at(-1) ?? plane));
    return made[level] ?? plane;
  };
}

/** Shrinks a picture so that its longest side is at most `maxSide`; each pixel is the mean of the area it covers. Never enlarges. */
export function shrink(plane: Plane, maxSide: number): Plane {
  const factor = Math.max(plane.width, plane.height) / maxSide;
  if (factor <= 1) return plane;
  const [width, height] = [Math.floor(plane.width / factor), Math.floor(plane.height / factor)];
  const data = new Uint8Array(width * height);
  const source = plane.data;
  const sums = new Int32Array(plane.width);
  const edges = Int32Array.from({ length: width + 1 }, (_, x) =>
    Math.min(plane.width, Math.round(x * factor)),
  );
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.round(y * factor), Math.min(plane.height, Math.round((y + 1) * factor))];
    addRows(source, sums, { top, bottom });
    let left = 0;
    for (let x = 0; x < width; x += 1) {
      const right = edges[x + 1]!;
      let sum = 0;
      for (let at = left; at < right; at += 1) sum += sums[at]!;
      data[y * width + x] = sum / ((right - left) * (bottom - top));
      left = right;
    }
  }
  return { width, height, data };
}

/** Adds up rows, each as long as the sums; takes two at a time, so that sums are written half as often. */
function addRows(
  source: Uint8Array,
  sums: Int32Array,
  { top, bottom }: { top: number; bottom: number },
): void {
  const width = sums.length;
  const first = top * width;
  const second = top + 1 < bottom ? first + width : -1;
  for (let x = 0; x < width; x += 1) sums[x] = source[first + x]! + (second < 0 ? 0 : source[second + x]!);
  for (let row = first + 2 * width; row < bottom * width; row += width) {
    for (let x = 0; x < width; x += 1) sums[x] = sums[x]! + source[row + x]!;
  }
}

/** Turns rows into columns: (x, y) becomes (y, x). This mirrors the picture, which the reader must undo. */
export function transpose(plane: Plane): Plane {
  const { width, height, data } = plane;
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned[x * height + y] = data[y * width + x]!;
  }
  return { width: height, height: width, data: turned };
}
