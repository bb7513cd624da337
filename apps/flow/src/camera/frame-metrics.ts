/** Measurements of one camera frame. */
export interface FrameMetrics {
  /** Mean grey value, 0 to 255. */
  brightness: number;
  /** Variance of a Laplacian: small when blurred. */
  sharpness: number;
  /** Share of overexposed pixels, 0 to 1. */
  clipped: number;
  /** Number of edges of the guide, 0 to 4, that have a line of the picture along them. */
  edges: number;
  /** Mean difference from the previous frame, 0 to 255. */
  motion: number;
}

/** Grey values of a frame, row by row. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A part of a frame, as fractions of its sides. */
export interface Guide {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Converts RGBA to grey with integer luminance weights. */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const data = new Uint8Array(width * height);
  for (let i = 0, j = 0; i < data.length; i += 1, j += 4)
    data[i] = (rgba[j]! * 77 + rgba[j + 1]! * 150 + rgba[j + 2]! * 29) >> 8;
  return { width, height, data };
}

/** The luma plane of a camera frame. */
export interface Luma {
  data: Uint8Array;
  /** Byte offset of the first row, and bytes from row to row. */
  offset: number;
  stride: number;
  /** In pixels. */
  width: number;
  height: number;
  /** Whether black is 0 and white 255; otherwise they are 16 and 235. */
  isFullRange: boolean;
}

/** Whether a plane has values outside the limited range, for cameras that do not declare their range. */
export function exceedsLimitedRange({ data, offset, stride, height }: Omit<Luma, 'isFullRange'>): boolean {
  let beyond = 0;
  let count = 0;
  // With a prime step all columns are sampled in turn.
  for (let at = offset; at < offset + stride * height; at += 61, count += 1) if (data[at]! > 238) beyond += 1;
  // Sharp edges can overshoot the range occasionally.
  return beyond > count / 1_000;
}

/**
 * Scales the luma plane down: each grey value is the mean of a square of `step` × `step` pixels. Remaining pixels are dropped.
 */
export function greyOfLuma(luma: Luma, step: number): Grey {
  const [width, height] = [Math.floor(luma.width / step), Math.floor(luma.height / step)];
  const data = new Uint8Array(width * height);
  const sums = new Uint32Array(width);
  const level = levelsOf(luma, step * step);
  const addRow = rowAdder(luma, step);
  for (let y = 0, to = 0; y < height; y += 1) {
    sums.fill(0);
    for (let row = y * step; row < (y + 1) * step; row += 1) addRow(sums, luma.offset + row * luma.stride);
    for (let x = 0; x < width; x += 1, to += 1) data[to] = level[sums[x]!]!;
  }
  return { width, height, data };
}

let levels = { isFullRange: false, pixels: 0, of: new Uint8ClampedArray() };

/** Table of the grey value for each sum of that many pixels; it is the same for every frame of a camera. */
function levelsOf({ isFullRange }: Luma, pixels: number): Uint8ClampedArray {
  if (levels.isFullRange === isFullRange && levels.pixels === pixels) return levels.of;
  const [low, share] = isFullRange ? [0, 1] : [16, 255 / 219];
  const of = Uint8ClampedArray.from({ length: 255 * pixels + 1 }, (_, sum) => (sum / pixels - low) * share);
  levels = { isFullRange, pixels, of };
  return of;
}

/** Adds the next `step` pixels of a row, which begins at a given byte, to the sum of each column. */
function rowAdder({ data, offset, stride }: Luma, step: number): (sums: Uint32Array, from: number) => void {
  const isAligned = step === 4 && [data.byteOffset, offset, stride].every((bytes) => bytes % 4 === 0);
  if (!isAligned)
    return (sums, start) => {
      let from = start;
      for (let x = 0; x < sums.length; x += 1) {
        let sum = 0;
        for (const end = from + step; from < end; from += 1) sum += data[from]!;
        sums[x]! += sum;
      }
    };
  // Processes four pixels at a time: a word holds them, and each half of a word can hold the sum of a pair.
  const words = new Uint32Array(data.buffer, data.byteOffset, data.length >> 2);
  return (sums, from) => {
    for (let x = 0, at = from >> 2; x < sums.length; x += 1, at += 1) {
      const word = words[at]!;
      const pairs = (word & 0xff00ff) + ((word >>> 8) & 0xff00ff);
      sums[x]! += (pairs & 0xffff) + (pairs >>> 16);
    }
  };
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const boxOf = ({ width, height }: Grey, guide: Guide): Box => ({
  left: Math.max(1, Math.round(guide.x * width)),
  top: Math.max(1, Math.round(guide.y * height)),
  right: Math.min(width - 1, Math.round((guide.x + guide.width) * width)),
  bottom: Math.min(height - 1, Math.round((guide.y + guide.height) * height)),
});

/** Brightness, sharpness and highlights inside a box. */
function lightOf({ width, data }: Grey, box: Box) {
  let sum = 0;
  let clipped = 0;
  let laplacian = 0;
  let squares = 0;
  let count = 0;
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let x = box.left; x < box.right; x += 1) {
      const i = y * width + x;
      const value = data[i]!;
      const second = 4 * value - data[i - 1]! - data[i + 1]! - data[i - width]! - data[i + width]!;
      sum += value;
      if (value > 250) clipped += 1;
      laplacian += second;
      squares += second * second;
      count += 1;
    }
  }
  const mean = laplacian / Math.max(1, count);
  return {
    brightness: sum / Math.max(1, count),
    clipped: clipped / Math.max(1, count),
    sharpness: squares / Math.max(1, count) - mean * mean,
  };
}

/** Maximum distance of a line from an edge of the guide, as a fraction of the side across it. */
const band = 0.14;
/** A line counts when its step is this many times the usual one in its band, and at least `leastStep` grey values. */
const prominence = 1.9;
const leastStep = 6;

/** Whether a band of the picture has a line with a change of grey along its entire length. */
function hasLine(steps: readonly number[]): boolean {
  const sorted = steps.slice().sort((a, b) => a - b);
  const usual = sorted[sorted.length >> 1] ?? 0;
  const most = sorted[sorted.length - 1] ?? 0;
  return most >= leastStep && most >= prominence * usual;
}

/** Mean change of grey across each line of a band. */
function stepsOf(
  { width, height, data }: Grey,
  box: Box,
  edge: 'left' | 'right' | 'top' | 'bottom',
): number[] {
  const upright = edge === 'left' || edge === 'right';
  const near = box[edge];
  const depth = Math.round((upright ? box.right - box.left : box.bottom - box.top) * band);
  const limit = upright ? width : height;
  const steps: number[] = [];
  for (let line = Math.max(1, near - depth); line < Math.min(limit - 1, near + depth); line += 1) {
    let sum = 0;
    const from = upright ? box.top : box.left;
    const to = upright ? box.bottom : box.right;
    for (let along = from; along < to; along += 1) {
      const i = upright ? along * width + line : line * width + along;
      const step = upright ? 1 : width;
      sum += data[i + step]! - data[i - step]!;
    }
    steps.push(Math.abs(sum) / Math.max(1, to - from));
  }
  return steps;
}

/** Number of edges of a box that have a line along them: a card that fills the guide has four. */
function edgesOf(grey: Grey, box: Box): number {
  return [
    stepsOf(grey, box, 'left'),
    stepsOf(grey, box, 'right'),
    stepsOf(grey, box, 'top'),
    stepsOf(grey, box, 'bottom'),
  ].filter(hasLine).length;
}

function motionOf(grey: Grey, before: Grey | null): number {
  if (before === null || before.data.length !== grey.data.length) return 255;
  let sum = 0;
  // A third of the pixels is enough for a mean.
  for (let i = 0; i < grey.data.length; i += 3) sum += Math.abs(grey.data[i]! - before.data[i]!);
  return (sum * 3) / grey.data.length;
}

/** Measures a frame inside its guide. @param before the previous frame, `null` for the first */
export function measureFrame(grey: Grey, guide: Guide, before: Grey | null): FrameMetrics {
  const box = boxOf(grey, guide);
  return { ...lightOf(grey, box), edges: edgesOf(grey, box), motion: motionOf(grey, before) };
}
