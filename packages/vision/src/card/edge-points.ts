/**
 * Finds edges as points, with Canny's detector (1986) without its hysteresis. The picture is smoothed by 1-2-1, the gradient is computed
 * by Scharr's filter from the colour that changes most, and a pixel is kept if it is a ridge across its own direction. Instead of
 * hysteresis, each tile keeps its strongest ridges, so that a page of print does not crowd out a pale card on it.
 *
 * State: none. Cost: three passes over the raster, one of them per colour; at most `mostInTile` points per tile.
 */
import type { Raster } from '../picture/raster.ts';

/** Points where the colour changes most, thinned to a width of one pixel; parallel arrays. */
export interface EdgePoints {
  count: number;
  /** Pixels of the raster, with subpixel precision across the edge. */
  x: Float32Array;
  y: Float32Array;
  /** Undirected angle of the gradient, radians from 0 to π. */
  angle: Float32Array;
  /** 1 for the weakest edge kept, increasing slowly for stronger ones to at most 3: outlines are long rather than strong. */
  weight: Float32Array;
}

/** Changes below this many grey levels per pixel are noise. */
const weakest = 1.1;
/** Edges in textured pictures must exceed the texture: this many times the median change. */
const overMedian = 1.5;
/** Side of the tiles. Each keeps its strongest points, so that a page of print does not hide a pale card on it. */
const tileSide = 24;
const mostInTile = 60;

interface Gradient {
  width: number;
  height: number;
  gx: Float32Array;
  gy: Float32Array;
  size: Float32Array;
}

/** Finds the edge points of an RGB raster. */
export function findEdgePoints(raster: Raster): EdgePoints {
  const gradient = colourGradient(smooth(raster));
  const limit = Math.max(weakest, medianOf(gradient.size) * overMedian);
  return thinEdges(gradient, limit);
}

/** The Scharr gradient of the channel that changes most at each pixel, in grey levels per pixel. */
function colourGradient(raster: Raster): Gradient {
  const { width, height, channels } = raster;
  const gx = new Float32Array(width * height);
  const gy = new Float32Array(width * height);
  const size = new Float32Array(width * height);
  const strongest = { x: new Int32Array(width), y: new Int32Array(width), square: new Int32Array(width) };
  for (let y = 1; y < height - 1; y += 1) {
    strongest.square.fill(0);
    for (let channel = 0; channel < channels; channel += 1) takeStronger(raster, { y, channel }, strongest);
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      const square = strongest.square[x]!;
      if (square === 0) continue;
      gx[at] = strongest.x[x]! / 32;
      gy[at] = strongest.y[x]! / 32;
      size[at] = Math.sqrt(square) / 32;
    }
  }
  return { width, height, gx, gy, size };
}

/** The gradients of a row, scaled by 32, and their squares. */
interface GradientRow {
  x: Int32Array;
  y: Int32Array;
  square: Int32Array;
}

/** Replaces the gradients of a row where those of a channel are stronger. */
function takeStronger(
  { width, channels, data }: Raster,
  { y, channel }: { y: number; channel: number },
  strongest: GradientRow,
): void {
  const row = width * channels;
  let i = y * row + channel;
  // Three columns of the Scharr filter slide along the row, so that each value is read once.
  let sumWest = 3 * (data[i - row]! + data[i + row]!) + 10 * data[i]!;
  let stepWest = data[i + row]! - data[i - row]!;
  i += channels;
  let sumHere = 3 * (data[i - row]! + data[i + row]!) + 10 * data[i]!;
  let stepHere = data[i + row]! - data[i - row]!;
  for (let x = 1; x < width - 1; x += 1) {
    i += channels;
    const above = data[i - row]!;
    const below = data[i + row]!;
    const sumEast = 3 * (above + below) + 10 * data[i]!;
    const stepEast = below - above;
    const dx = sumEast - sumWest;
    const dy = 3 * (stepWest + stepEast) + 10 * stepHere;
    const square = dx * dx + dy * dy;
    if (square > strongest.square[x]!) {
      strongest.x[x] = dx;
      strongest.y[x] = dy;
      strongest.square[x] = square;
    }
    sumWest = sumHere;
    sumHere = sumEast;
    stepWest = stepHere;
    stepHere = stepEast;
  }
}

/** Median with a precision of a tenth of a level, up to 25. */
function medianOf(sizes: Float32Array): number {
  const counts = new Uint32Array(251);
  for (let at = 0; at < sizes.length; at += 1) {
    const tenths = (sizes[at]! * 10) | 0;
    counts[tenths < 250 ? tenths : 250]! += 1;
  }
  let below = 0;
  const half = sizes.length / 2;
  return counts.findIndex((count) => (below += count) > half) / 10;
}

/** Applies a 1-2-1 filter in both directions, which stabilises the directions of weak edges. */
function smooth({ width, height, channels, data }: Raster): Raster {
  const row = width * channels;
  const down = new Uint8Array(data.length);
  for (let at = row; at < data.length - row; at += 1) {
    down[at] = (data[at - row]! + 2 * data[at]! + data[at + row]! + 2) >> 2;
  }
  down.set(data.subarray(0, row));
  down.set(data.subarray(data.length - row), data.length - row);
  const both = new Uint8Array(data.length);
  for (let at = channels; at < data.length - channels; at += 1) {
    both[at] = (down[at - channels]! + 2 * down[at]! + down[at + channels]! + 2) >> 2;
  }
  return { width, height, channels, data: both };
}

/** Keeps ridges across their own direction, and interpolates their position with a parabola. */
function thinEdges(gradient: Gradient, weak: number): EdgePoints {
  const { width, height } = gradient;
  const most = Math.ceil(width / tileSide) * Math.ceil(height / tileSide) * mostInTile;
  const points: EdgePoints = {
    count: 0,
    x: new Float32Array(most),
    y: new Float32Array(most),
    angle: new Float32Array(most),
    weight: new Float32Array(most),
  };
  for (let top = 2; top < height - 2; top += tileSide) {
    for (let left = 2; left < width - 2; left += tileSide) {
      const bottom = Math.min(height - 2, top + tileSide);
      const right = Math.min(width - 2, left + tileSide);
      const ridges = ridgesIn(gradient, { left, top, right, bottom }, weak);
      const least = leastKept(gradient, ridges);
      for (let index = 0, kept = 0; index < ridges.length && kept < mostInTile; index += 1) {
        if (gradient.size[ridges[index]!]! < least) continue;
        addPoint(points, gradient, ridges[index]!, weak);
        kept += 1;
      }
    }
  }
  return points;
}

/** Minimum change of the strongest ridges in a tile. */
function leastKept({ size }: Gradient, ridges: readonly number[]): number {
  if (ridges.length <= mostInTile) return 0;
  const changes = new Float32Array(ridges.length);
  for (let index = 0; index < ridges.length; index += 1) changes[index] = size[ridges[index]!]!;
  return changes.sort()[ridges.length - mostInTile]!;
}

function ridgesIn(
  gradient: Gradient,
  { left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>,
  weak: number,
): number[] {
  const ridges: number[] = [];
  const { width, size } = gradient;
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      if (size[at]! >= weak && isRidge(gradient, at)) ridges.push(at);
    }
  }
  return ridges;
}

/** Offset of that one of the eight neighbours to which the gradient points. */
function stepAlong({ width, gx, gy }: Gradient, at: number): number {
  const dx = gx[at]!;
  const dy = gy[at]!;
  const steep = Math.abs(dy) > Math.abs(dx) * 2.4142;
  const flat = Math.abs(dx) > Math.abs(dy) * 2.4142;
  return (steep ? 0 : dx > 0 ? 1 : -1) + (flat ? 0 : dy > 0 ? width : -width);
}

function isRidge(gradient: Gradient, at: number): boolean {
  const here = gradient.size[at]!;
  const step = stepAlong(gradient, at);
  return here >= gradient.size[at + step]! && here > gradient.size[at - step]!;
}

function addPoint(points: EdgePoints, gradient: Gradient, at: number, weak: number): void {
  const { width, gx, gy, size } = gradient;
  const step = stepAlong(gradient, at);
  const here = size[at]!;
  const ahead = size[at + step]!;
  const behind = size[at - step]!;
  // Vertex of the parabola through three values across the edge.
  const shift = (0.5 * (ahead - behind)) / (2 * here - ahead - behind + 1e-6);
  const dx = gx[at]!;
  const dy = gy[at]!;
  const steep = Math.abs(dy) > Math.abs(dx) * 2.4142;
  const flat = Math.abs(dx) > Math.abs(dy) * 2.4142;
  const angle = Math.atan2(dy, dx);
  points.x[points.count] = (at % width) + 0.5 + (steep ? 0 : shift * Math.sign(dx));
  points.y[points.count] = Math.floor(at / width) + 0.5 + (flat ? 0 : shift * Math.sign(dy));
  points.angle[points.count] = angle < 0 ? angle + Math.PI : angle;
  points.weight[points.count] = Math.min(3, 1 + 0.5 * Math.log2(here / weak));
  points.count += 1;
}
