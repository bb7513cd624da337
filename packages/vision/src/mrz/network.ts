/** Characters of a zone in the order of the network's outputs. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

/** Size of the picture of one character: one pitch wide, 1.3 capital heights tall. */
export const CELL = { width: 20, height: 24, size: 480 } as const;

/** Number of outputs. */
export const CLASSES = 37;

/** Where each layer's numbers stand in the flat parameter list: 22,861 in all. */
export const LAYOUT = {
  convolution1: 0,
  bias1: 200,
  convolution2: 208,
  bias2: 1936,
  dense1: 1960,
  denseBias1: 20392,
  dense2: 20456,
  denseBias2: 22824,
  total: 22861,
} as const;

/** Everything a pass computes; training needs it, inference reuses it from cell to cell. */
export interface Activations {
  input: Float64Array;
  /** 8 × 10 places × 8 channels after pooling, and which of the four places won (−1: none positive). */
  pooled1: Float64Array;
  winner1: Int16Array;
  /** 3 × 4 places × 24 channels. */
  pooled2: Float64Array;
  winner2: Int16Array;
  hidden: Float64Array;
  /** 37 probabilities, sum 1. */
  output: Float64Array;
}

/** Fresh buffers for `classify`. */
export function createActivations(): Activations {
  return {
    input: new Float64Array(CELL.size),
    pooled1: new Float64Array(640),
    winner1: new Int16Array(640),
    pooled2: new Float64Array(288),
    winner2: new Int16Array(288),
    hidden: new Float64Array(64),
    output: new Float64Array(CLASSES),
  };
}

/** Brings a cell to mean 0 and spread 1, so that contrast and paper do not matter; almost even cells stay small. */
function standardise(cell: ArrayLike<number>, input: Float64Array): void {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < CELL.size; i++) {
    const value = cell[i] ?? 0;
    sum += value;
    squares += value * value;
  }
  const mean = sum / CELL.size;
  const spread = Math.max(Math.sqrt(Math.max(0, squares / CELL.size - mean * mean)), 0.08);
  for (let i = 0; i < CELL.size; i++) input[i] = ((cell[i] ?? 0) - mean) / spread;
}

const scratch = new Float64Array(24);

/** One place of a convolution: `scratch[0..channels)` = bias + sum over the window. Channels in blocks of eight. */
function convolveAt(
  source: Float64Array,
  start: number,
  kernel: ConvolutionLayer & { parameters: Float64Array },
): void {
  const { size, depth, rowStride, channels, parameters } = kernel;
  const run = size * depth;
  for (let block = 0; block < channels; block += 8) {
    let b = kernel.bias + block;
    let s0 = parameters[b++] as number;
    let s1 = parameters[b++] as number;
    let s2 = parameters[b++] as number;
    let s3 = parameters[b++] as number;
    let s4 = parameters[b++] as number;
    let s5 = parameters[b++] as number;
    let s6 = parameters[b++] as number;
    let s7 = parameters[b] as number;
    let w = kernel.weights + block;
    for (let ky = 0; ky < size; ky++) {
      const row = start + ky * rowStride;
      for (let k = 0; k < run; k++, w += channels) {
        const x = source[row + k] as number;
        if (x === 0) continue;
        s0 += x * (parameters[w] as number);
        s1 += x * (parameters[w + 1] as number);
        s2 += x * (parameters[w + 2] as number);
        s3 += x * (parameters[w + 3] as number);
        s4 += x * (parameters[w + 4] as number);
        s5 += x * (parameters[w + 5] as number);
        s6 += x * (parameters[w + 6] as number);
        s7 += x * (parameters[w + 7] as number);
      }
    }
    scratch[block] = s0;
    scratch[block + 1] = s1;
    scratch[block + 2] = s2;
    scratch[block + 3] = s3;
    scratch[block + 4] = s4;
    scratch[block + 5] = s5;
    scratch[block + 6] = s6;
    scratch[block + 7] = s7;
  }
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
  channels: 8,
  weights: LAYOUT.convolution1,
  bias: LAYOUT.bias1,
  width: 8,
  height: 10,
};

/** 8 × 10 × 8 → 6 × 8 × 24 → 3 × 4 × 24. */
export const layer2: ConvolutionLayer = {
  size: 3,
  depth: 8,
  rowStride: 64,
  channels: 24,
  weights: LAYOUT.convolution2,
  bias: LAYOUT.bias2,
  width: 3,
  height: 4,
};

/** Where the window of pooled place (x, y), member `which` of 0–3, begins in the layer's source. */
export function windowStart(layer: ConvolutionLayer, place: number, which: number): number {
  const x = 2 * (place % layer.width) + (which & 1);
  const y = 2 * Math.floor(place / layer.width) + (which >> 1);
  return y * layer.rowStride + x * layer.depth;
}

function convolveAndPool(
  layer: ConvolutionLayer,
  parameters: Float64Array,
  buffers: { source: Float64Array; pooled: Float64Array; winner: Int16Array },
): void {
  const { source, pooled, winner } = buffers;
  const kernel = { ...layer, parameters };
  pooled.fill(0);
  winner.fill(-1);
  const places = layer.width * layer.height;
  for (let place = 0; place < places; place++) {
    for (let which = 0; which < 4; which++) {
      convolveAt(source, windowStart(layer, place, which), kernel);
      const base = place * layer.channels;
      for (let c = 0; c < layer.channels; c++) {
        const value = scratch[c] as number;
        if (value > (pooled[base + c] as number)) {
          pooled[base + c] = value;
          winner[base + c] = which;
        }
      }
    }
  }
}

interface DenseLayer {
  source: Float64Array;
  target: Float64Array;
  weights: number;
  bias: number;
}

function dense(layer: DenseLayer, parameters: Float64Array): void {
  const { source, target, weights, bias } = layer;
  const outputs = target.length;
  for (let o = 0; o < outputs; o++) target[o] = parameters[bias + o] as number;
  for (let i = 0; i < source.length; i++) {
    const x = source[i] as number;
    if (x === 0) continue;
    const row = weights + i * outputs;
    for (let o = 0; o < outputs; o++) target[o] = (target[o] as number) + x * (parameters[row + o] as number);
  }
}

function softmax(values: Float64Array): void {
  let largest = -Infinity;
  for (const value of values) largest = Math.max(largest, value);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = Math.exp((values[i] as number) - largest);
    sum += values[i] as number;
  }
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / sum;
}

/**
 * Runs the network on one cell. Leaves the 37 probabilities in `activations.output`.
 * @param cell ink values, 0 paper to 1 ink, row by row
 */
export function classify(parameters: Float64Array, cell: ArrayLike<number>, activations: Activations): void {
  const { input, pooled1, winner1, pooled2, winner2, hidden, output } = activations;
  standardise(cell, input);
  convolveAndPool(layer1, parameters, { source: input, pooled: pooled1, winner: winner1 });
  convolveAndPool(layer2, parameters, { source: pooled1, pooled: pooled2, winner: winner2 });
  dense({ source: pooled2, target: hidden, weights: LAYOUT.dense1, bias: LAYOUT.denseBias1 }, parameters);
  for (let i = 0; i < hidden.length; i++) if ((hidden[i] as number) < 0) hidden[i] = 0;
  dense({ source: hidden, target: output, weights: LAYOUT.dense2, bias: LAYOUT.denseBias2 }, parameters);
  softmax(output);
}
