import type { Box, Raster } from '../picture/raster.ts';
import { withoutNoise } from './without-noise.ts';

/** Side of the squares in which the paper's brightness is measured, pixels. */
const tile = 12;
/** Radius of smoothing the brightness of squares, in squares. */
const reach = 3;
/** Squares that, together with their neighbours, are darker than this share of the usual paper show hair, clothes or a desk, but no print. */
const darkest = 0.4;
/** Brightness, as shares of the paper's, that is mapped to black and to white. */
const black = 0.25;
const white = 1;
/** The limit for white if a pattern is as dark as print may be: everything lighter than dark print becomes paper. */
const patternedWhite = 0.62;

/**
 * Converts a colour picture to print on white. Every pixel is compared with the surrounding paper, which removes shadows and uneven light
 * and fades light coloured patterns more than black print. Covered boxes become paper.
 * @param patterned removes coloured patterns of strong lines, together with the lighter half of every edge; default false
 */
export function printPicture(
  source: Raster,
  { covered = [], patterned = false }: { covered?: readonly Box[]; patterned?: boolean } = {},
): Raster {
  const light = withoutNoise(lightOf(source, patterned ? 2 : 1));
  const range = (patterned ? patternedWhite : white) - black;
  const { paper, dark } = paperOf(light);
  const { width, height, data } = light;
  const out = new Uint8Array(width * height);
  const columns = Math.ceil(width / tile);
  const rows = Math.ceil(height / tile);
  // Bilinear between the centres of four squares, so that their borders are invisible: once along each row of squares, then vertically.
  const across = Array.from({ length: rows }, (_, row) =>
    paperAlong(paper.subarray(row * columns, (row + 1) * columns), width),
  );
  for (let y = 0; y < height; y += 1) {
    const down = Math.min(rows - 1, Math.max(0, (y + 0.5) / tile - 0.5));
    const top = Math.floor(down);
    const v = down - top;
    const upper = across[top]!;
    const lower = across[Math.min(rows - 1, top + 1)]!;
    const start = y * width;
    for (let x = 0; x < width; x += 1) {
      const share = data[start + x]! / (upper[x]! * (1 - v) + lower[x]! * v);
      const value = (255 * (share - black)) / range;
      out[start + x] = value > 255 ? 255 : value < 0 ? 0 : value;
    }
  }
  const print: Raster = { width, height, channels: 1, data: out };
  coverBoxes(print, [...covered, ...dark]);
  return print;
}

/** Brightness of the paper at each pixel along a row of squares. */
function paperAlong(squares: Float32Array, width: number): Float64Array {
  const along = new Float64Array(width);
  for (let x = 0; x < width; x += 1) {
    const across = Math.min(squares.length - 1, Math.max(0, (x + 0.5) / tile - 0.5));
    const left = Math.floor(across);
    const u = across - left;
    along[x] = squares[left]! * (1 - u) + squares[Math.min(squares.length - 1, left + 1)]! * u;
  }
  return along;
}

/**
 * Mixes luma with the brightest channel, which lightens coloured patterns but not grey and black print.
 * @param halves share of the brightest channel: one half, or both halves
 */
function lightOf({ width, height, channels, data }: Raster, halves: 1 | 2): Raster {
  if (channels === 1) return { width, height, channels, data: data.slice() };
  const light = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < light.length; i += 1, at += 3) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const brightest = red > green ? (red > blue ? red : blue) : green > blue ? green : blue;
    const luma = red * 19595 + green * 38470 + blue * 7471;
    light[i] = (luma * (2 - halves) + brightest * 65536 * halves + 65536) >> 17;
  }
  return { width, height, channels: 1, data: light };
}

function coverBoxes({ width, height, data }: Raster, boxes: readonly Box[]): void {
  for (const [x, y, across, down] of boxes) {
    const from = Math.max(0, Math.round(x));
    const to = Math.min(width, Math.round(x + across));
    const last = Math.min(height, Math.round(y + down));
    for (let row = Math.max(0, Math.round(y)); row < last; row += 1) {
      if (to > from) data.fill(255, row * width + from, row * width + to);
    }
  }
}

/** The paper's brightness in each square (the smoothed 80th percentile of its pixels), and the squares without paper. */
function paperOf({ width, height, data }: Raster): { paper: Float32Array; dark: Box[] } {
  const columns = Math.ceil(width / tile);
  const rows = Math.ceil(height / tile);
  const bright = new Float32Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      counts.fill(0);
      let count = 0;
      for (let y = row * tile; y < Math.min(height, (row + 1) * tile); y += 1) {
        for (let x = column * tile; x < Math.min(width, (column + 1) * tile); x += 1) {
          counts[data[y * width + x]!]! += 1;
          count += 1;
        }
      }
      let value = 255;
      for (let above = 0; value > 0 && above + counts[value]! < count * 0.2; value -= 1)
        above += counts[value]!;
      bright[row * columns + column] = value;
    }
  }
  const least = darkest * (bright.toSorted()[bright.length >> 1] ?? 255);
  const around = smooth(bright, { columns, rows, radius: 1 });
  const dark = [...around.keys()].filter((at) => Math.max(around[at]!, bright[at]!) < least);
  const paper = smooth(bright, { columns, rows, radius: reach }).map((value) => Math.max(least, value, 1));
  return {
    paper,
    dark: dark.map((at) => [(at % columns) * tile, Math.floor(at / columns) * tile, tile, tile]),
  };
}

function smooth(
  values: Float32Array,
  { columns, rows, radius }: { columns: number; rows: number; radius: number },
): Float32Array {
  const out = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let [sum, count] = [0, 0];
      for (let y = Math.max(0, row - radius); y <= Math.min(rows - 1, row + radius); y += 1) {
        for (let x = Math.max(0, column - radius); x <= Math.min(columns - 1, column + radius); x += 1) {
          sum += values[y * columns + x]!;
          count += 1;
        }
      }
      out[row * columns + column] = sum / count;
    }
  }
  return out;
}

/** Adds a white margin to a picture, so that print at its edge is not lost. */
export function withMargin({ width, height, data }: Raster, margin: number): Raster {
  const wide = width + 2 * margin;
  const out = new Uint8Array(wide * (height + 2 * margin)).fill(255);
  for (let y = 0; y < height; y += 1) {
    out.set(data.subarray(y * width, (y + 1) * width), (y + margin) * wide + margin);
  }
  return { width: wide, height: height + 2 * margin, channels: 1, data: out };
}
