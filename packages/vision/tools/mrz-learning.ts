import {
  cellShape,
  classCount,
  parameterLayout,
  layerSizes,
  classify,
  createActivations,
  layer1,
  layer2,
  windowStart,
} from '../src/mrz/network.ts';
import type { Activations, ConvolutionLayer } from '../src/mrz/network.ts';
import { makeCell } from './mrz-cells.ts';
import type { Atlas } from './mrz-cells.ts';
import { createRandom } from './mrz-random.ts';
import type { Random } from './mrz-random.ts';

/** Cells per step. */
export const BATCH = 64;

/** Everything that training carries from step to step. */
export interface Learner {
  parameters: Float64Array;
  /** Loss and share of right answers, averaged over about the last hundred steps. */
  loss: number;
  accuracy: number;
  step(rate: number): void;
}

function initialParameters(random: Random): Float64Array {
  const parameters = new Float64Array(parameterLayout.total);
  const fill = (from: number, to: number, inputs: number): void => {
    const spread = Math.sqrt(2 / inputs);
    for (let i = from; i < to; i++) parameters[i] = random.bell() * spread;
  };
  fill(parameterLayout.convolution1, parameterLayout.bias1, 25);
  fill(parameterLayout.convolution2, parameterLayout.bias2, 72);
  fill(parameterLayout.dense1, parameterLayout.denseBias1, layerSizes.pooled2);
  fill(parameterLayout.dense2, parameterLayout.denseBias2, layerSizes.hidden);
  return parameters;
}

interface Slopes {
  output: Float64Array;
  hidden: Float64Array;
  pooled2: Float64Array;
  pooled1: Float64Array;
}

/** Adds to `gradient` what a dense layer contributes and passes the slope on to its source. */
function backDense(
  layer: { weights: number; bias: number; source: Float64Array; slope: Float64Array; into: Float64Array },
  parameters: Float64Array,
  gradient: Float64Array,
): void {
  const { weights, bias, source, slope, into } = layer;
  const outputs = slope.length;
  for (let o = 0; o < outputs; o++)
    gradient[bias + o] = (gradient[bias + o] as number) + (slope[o] as number);
  for (let i = 0; i < source.length; i++) {
    const x = source[i] as number;
    into[i] = 0;
    // A rectified unit that gave nothing passes nothing back.
    if (x === 0) continue;
    const row = weights + i * outputs;
    let sum = 0;
    for (let o = 0; o < outputs; o++) {
      const s = slope[o] as number;
      sum += s * (parameters[row + o] as number);
      gradient[row + o] = (gradient[row + o] as number) + s * x;
    }
    into[i] = sum;
  }
}

/** The same for a convolution with pooling: only the winning place of each pool takes part. */
function backConvolution(
  layer: ConvolutionLayer,
  flow: { source: Float64Array; winner: Int16Array; slope: Float64Array; into: Float64Array | null },
  learned: { parameters: Float64Array; gradient: Float64Array },
): void {
  const { source, winner, slope, into } = flow;
  const { parameters, gradient } = learned;
  const run = layer.size * layer.depth;
  into?.fill(0);
  for (let i = 0; i < slope.length; i++) {
    const which = winner[i] as number;
    const s = slope[i] as number;
    if (which < 0 || s === 0) continue;
    const channel = i % layer.channels;
    const start = windowStart(layer, Math.floor(i / layer.channels), which);
    gradient[layer.bias + channel] = (gradient[layer.bias + channel] as number) + s;
    let w = layer.weights + channel;
    for (let ky = 0; ky < layer.size; ky++) {
      const row = start + ky * layer.rowStride;
      for (let k = 0; k < run; k++, w += layer.channels) {
        gradient[w] = (gradient[w] as number) + s * (source[row + k] as number);
        if (into) into[row + k] = (into[row + k] as number) + s * (parameters[w] as number);
      }
    }
  }
}

function backward(a: Activations, slopes: Slopes, parameters: Float64Array, gradient: Float64Array): void {
  const last = { weights: parameterLayout.dense2, bias: parameterLayout.denseBias2, source: a.hidden };
  backDense({ ...last, slope: slopes.output, into: slopes.hidden }, parameters, gradient);
  const first = { weights: parameterLayout.dense1, bias: parameterLayout.denseBias1, source: a.pooled2 };
  backDense({ ...first, slope: slopes.hidden, into: slopes.pooled2 }, parameters, gradient);
  const second = { source: a.pooled1, winner: a.winner2, slope: slopes.pooled2, into: slopes.pooled1 };
  backConvolution(layer2, second, { parameters, gradient });
  const lowest = { source: a.input, winner: a.winner1, slope: slopes.pooled1, into: null };
  backConvolution(layer1, lowest, { parameters, gradient });
}

/** Labels are softened a little, so that the network's probabilities stay honest. */
const SOFTNESS = 0.02;

function outputSlope(probabilities: Float64Array, label: number, slope: Float64Array): void {
  for (let i = 0; i < classCount; i++) {
    const wanted = (i === label ? 1 - SOFTNESS : 0) + SOFTNESS / classCount;
    slope[i] = ((probabilities[i] as number) - wanted) / BATCH;
  }
}

/** Adam with the usual constants. */
function createOptimiser(parameters: Float64Array): (gradient: Float64Array, rate: number) => void {
  const mean = new Float64Array(parameters.length);
  const square = new Float64Array(parameters.length);
  let [decay1, decay2] = [1, 1];
  return (gradient, rate) => {
    decay1 *= 0.9;
    decay2 *= 0.999;
    for (let i = 0; i < parameters.length; i++) {
      const g = gradient[i] as number;
      const m = 0.9 * (mean[i] as number) + 0.1 * g;
      const s = 0.999 * (square[i] as number) + 0.001 * g * g;
      mean[i] = m;
      square[i] = s;
      const step = (rate * (m / (1 - decay1))) / (Math.sqrt(s / (1 - decay2)) + 1e-8);
      parameters[i] = (parameters[i] as number) - step;
    }
  };
}

/** A network with random parameters and its stream of synthetic cells, both from one seed. */
export function createLearner(atlas: Atlas, seed: number): Learner {
  const random = createRandom(seed);
  const parameters = initialParameters(random);
  const optimise = createOptimiser(parameters);
  const gradient = new Float64Array(parameters.length);
  const cell = new Float64Array(cellShape.size);
  const activations = createActivations();
  const slopes = {
    output: new Float64Array(classCount),
    hidden: new Float64Array(layerSizes.hidden),
    pooled2: new Float64Array(layerSizes.pooled2),
    pooled1: new Float64Array(layerSizes.pooled1),
  };
  const learner: Learner = {
    parameters,
    loss: Math.log(classCount),
    accuracy: 0,
    step(rate) {
      gradient.fill(0);
      for (let i = 0; i < BATCH; i++) {
        const label = makeCell(atlas, random, cell);
        classify(parameters, cell, activations);
        const right = activations.output[label] as number;
        learner.loss += (-Math.log(Math.max(right, 1e-12)) - learner.loss) / (100 * BATCH);
        const hit = activations.output.every((value) => value <= right) ? 1 : 0;
        learner.accuracy += (hit - learner.accuracy) / (100 * BATCH);
        outputSlope(activations.output, label, slopes.output);
        backward(activations, slopes, parameters, gradient);
      }
      optimise(gradient, rate);
    },
  };
  return learner;
}

/** Learning rate of a step: a short rise, then half a cosine down to a hundredth. */
export function rateAt(step: number, steps: number): number {
  const rise = Math.min(1, (step + 1) / 200);
  return 0.002 * rise * (0.01 + 0.99 * 0.5 * (1 + Math.cos((Math.PI * step) / steps)));
}

/** Parameters as they are shipped: 32-bit floats, little-endian. */
export function packParameters(parameters: Float64Array): Buffer {
  const bytes = Buffer.alloc(parameters.length * 4);
  parameters.forEach((value, i) => bytes.writeFloatLE(value, i * 4));
  return bytes;
}
