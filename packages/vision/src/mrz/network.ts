/**
 * The classifier of single characters: two convolutions with pooling and two dense layers, like LeNet. It is plain TypeScript because
 * 43,000 parameters need no runtime, and because training shares the layers.
 *
 * State: only the buffers of `Activations`, which each call overwrites, and one list of indices. A cell takes about 215,000
 * multiplications, or 0.1 ms. The order of all sums is fixed, so the same parameters and cell produce bit-identical results.
 * The parameters are trained by `npm run mrz:train` on cells drawn from a committed atlas of glyphs; training uses the winners recorded
 * by pooling.
 * @see weights.ts
 */

/** Characters of a zone in the order of the network's outputs. */
export const zoneAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

/** Size of the picture of one character: one pitch wide, 1.3 capital heights tall. */
export const cellShape = { width: 20, height: 24, size: 480 } as const;

/** Number of outputs. */
export const classCount = 37;

/** Sizes of the layers between a cell and the 37 outputs. */
export const layerSizes = { channels1: 8, pooled1: 640, channels2: 32, pooled2: 384, hidden: 96 } as const;

/** Offset of each layer in the flat list of 43,093 parameters. */
export const parameterLayout = {
  convolution1: 0,
  bias1: 200,
  convolution2: 208,
  bias2: 2512,
  dense1: 2544,
  denseBias1: 39408,
  dense2: 39504,
  denseBias2: 43056,
  total: 43093,
} as const;

/** Everything computed by a pass. Training needs it; inference reuses the buffers from cell to cell. */
export interface Activations {
  input: Float64Array;
  /** 8 × 10 places × 8 channels after pooling, and which of the four pooled places won (−1 if none was positive). */
  pooled1: Float64Array;
  winner1: Int16Array;
  /** 3 × 4 places × 32 channels. */
  pooled2: Float64Array;
  winner2: Int16Array;
  hidden: Float64Array;
  /** 37 probabilities that add up to 1. */
  output: Float64Array;
}

/** Creates buffers for `classify`. */
export function createActivations(): Activations {
  return {
    input: new Float64Array(cellShape.size),
    pooled1: new Float64Array(layerSizes.pooled1),
    winner1: new Int16Array(layerSizes.pooled1),
    pooled2: new Float64Array(layerSizes.pooled2),
    winner2: new Int16Array(layerSizes.pooled2),
    hidden: new Float64Array(layerSizes.hidden),
    output: new Float64Array(classCount),
  };
}

/** Normalises a cell to mean 0 and spread 1, so that contrast and paper do not matter; nearly uniform cells keep small values. */
function standardise(cell: ArrayLike<number>, input: Float64Array): void {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < cellShape.size; i += 1) {
    const value = cell[i] ?? 0;
    sum += value;
    squares += value * value;
  }
  const mean = sum / cellShape.size;
  const spread = Math.max(Math.sqrt(Math.max(0, squares / cellShape.size - mean * mean)), 0.08);
  for (let i = 0; i < cellShape.size; i += 1) input[i] = ((cell[i] ?? 0) - mean) / spread;
}

/** Geometry of a convolution with its 2 × 2 pooling. `width` and `height` count pooled places. */
export interface ConvolutionLayer {
  size: number;
  depth: number;
  rowStride: number;
  channels: number;
  weights: number;
  bias: number;
  width: number;
  height: number;
}

/** 20 × 24 → 16 × 20 × 8 → 8 × 10 × 8. */
export const layer1: ConvolutionLayer = {
  size: 5,
  depth: 1,
  rowStride: 20,
  channels: layerSizes.channels1,
  weights: parameterLayout.convolution1,
  bias: parameterLayout.bias1,
  width: 8,
  height: 10,
};

/** 8 × 10 × 8 → 6 × 8 × 32 → 3 × 4 × 32. */
export const layer2: ConvolutionLayer = {
  size: 3,
  depth: layerSizes.channels1,
  rowStride: 64,
  channels: layerSizes.channels2,
  weights: parameterLayout.convolution2,
  bias: parameterLayout.bias2,
  width: 3,
  height: 4,
};

/** Where the window of a pooled place, member `which` of 0–3, starts in the layer's source. */
export function windowStart(layer: ConvolutionLayer, place: number, which: number): number {
  const x = 2 * (place % layer.width) + (which & 1);
  const y = 2 * Math.floor(place / layer.width) + (which >> 1);
  return y * layer.rowStride + x * layer.depth;
}

/** A convolution with its pooling; each weight is loaded once for the four pooled places. */
function convolveAndPool(
  layer: ConvolutionLayer,
  parameters: Float64Array,
  buffers: { source: Float64Array; pooled: Float64Array; winner: Int16Array },
): void {
  const { source, pooled, winner } = buffers;
  const { size, depth, rowStride, channels, weights, bias, width, height } = layer;
  const run = size * depth;
  for (let place = 0; place < width * height; place += 1) {
    const start = windowStart(layer, place, 0);
    // Two channels × four pooled places: eight sums stay in registers, and each weight is loaded only once.
    for (let c = 0; c < channels; c += 2) {
      let a0 = parameters[bias + c]!;
      let a1 = parameters[bias + c + 1]!;
      let b0 = a0;
      let b1 = a1;
      let c0 = a0;
      let c1 = a1;
      let d0 = a0;
      let d1 = a1;
      let w = weights + c;
      for (let ky = 0; ky < size; ky += 1) {
        const end = start + ky * rowStride + run;
        for (let at = end - run; at < end; at += 1, w += channels) {
          const w0 = parameters[w]!;
          const w1 = parameters[w + 1]!;
          const xa = source[at]!;
          const xb = source[at + depth]!;
          const xc = source[at + rowStride]!;
          const xd = source[at + rowStride + depth]!;
          a0 += xa * w0;
          a1 += xa * w1;
          b0 += xb * w0;
          b1 += xb * w1;
          c0 += xc * w0;
          c1 += xc * w1;
          d0 += xd * w0;
          d1 += xd * w1;
        }
      }
      const at = place * channels + c;
      // Rectifying after pooling is equivalent to pooling after rectifying, at a quarter of the cost.
      winner[at] = winnerOf(a0, b0, c0, d0);
      pooled[at] = Math.max(0, a0, b0, c0, d0);
      winner[at + 1] = winnerOf(a1, b1, c1, d1);
      pooled[at + 1] = Math.max(0, a1, b1, c1, d1);
    }
  }
}

/** Which of four places has the largest value, the first one if equal; −1 if none is positive. */
function winnerOf(a: number, b: number, c: number, d: number): number {
  let best = a > 0 ? a : 0;
  let which = a > 0 ? 0 : -1;
  if (b > best) {
    best = b;
    which = 1;
  }
  if (c > best) {
    best = c;
    which = 2;
  }
  return d > best ? 3 : which;
}

interface DenseLayer {
  source: Float64Array;
  target: Float64Array;
  weights: number;
  bias: number;
}

/** Indices of the non-zero values in a dense layer's source. */
const active = new Int32Array(layerSizes.pooled2);

function dense(layer: DenseLayer, parameters: Float64Array): void {
  const { source, target, weights, bias } = layer;
  const outputs = target.length;
  let count = 0;
  for (let i = 0; i < source.length; i += 1) {
    // Always written but counted only if not zero, which avoids a branch.
    active[count] = i;
    count += source[i] === 0 ? 0 : 1;
  }
  // Four outputs at a time, so that each source value is loaded once for all four.
  let block = 0;
  for (; block + 4 <= outputs; block += 4) {
    let s0 = parameters[bias + block]!;
    let s1 = parameters[bias + block + 1]!;
    let s2 = parameters[bias + block + 2]!;
    let s3 = parameters[bias + block + 3]!;
    for (let k = 0; k < count; k += 1) {
      const i = active[k]!;
      const x = source[i]!;
      const w = weights + i * outputs + block;
      s0 += x * parameters[w]!;
      s1 += x * parameters[w + 1]!;
      s2 += x * parameters[w + 2]!;
      s3 += x * parameters[w + 3]!;
    }
    target[block] = s0;
    target[block + 1] = s1;
    target[block + 2] = s2;
    target[block + 3] = s3;
  }
  for (; block < outputs; block += 1) {
    let sum = parameters[bias + block]!;
    for (let k = 0; k < count; k += 1) {
      const i = active[k]!;
      sum += source[i]! * parameters[weights + i * outputs + block]!;
    }
    target[block] = sum;
  }
}

function softmax(values: Float64Array): void {
  let largest = -Infinity;
  for (const value of values) largest = Math.max(largest, value);
  let sum = 0;
  for (let i = 0; i < values.length; i += 1) {
    // Subtracts the largest value, so that no exponential overflows.
    values[i] = Math.exp(values[i]! - largest);
    sum += values[i]!;
  }
  for (let i = 0; i < values.length; i += 1) values[i] = values[i]! / sum;
}

/**
 * Runs the network on one cell and stores the 37 probabilities in `activations.output`.
 * @param cell ink values, 0 paper to 1 ink, row by row
 */
export function classify(parameters: Float64Array, cell: ArrayLike<number>, activations: Activations): void {
  const { input, pooled1, winner1, pooled2, winner2, hidden, output } = activations;
  standardise(cell, input);
  convolveAndPool(layer1, parameters, { source: input, pooled: pooled1, winner: winner1 });
  convolveAndPool(layer2, parameters, { source: pooled1, pooled: pooled2, winner: winner2 });
  dense(
    { source: pooled2, target: hidden, weights: parameterLayout.dense1, bias: parameterLayout.denseBias1 },
    parameters,
  );
  for (let i = 0; i < hidden.length; i += 1) if (hidden[i]! < 0) hidden[i] = 0;
  dense(
    { source: hidden, target: output, weights: parameterLayout.dense2, bias: parameterLayout.denseBias2 },
    parameters,
  );
  softmax(output);
}
