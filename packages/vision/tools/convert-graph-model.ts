import { createGraphBuilder, type GraphBuilder } from './graph-builder.ts';
import type { OnnxGraph } from './onnx-writer.ts';
import { readWeights, type Weight, type WeightEntry } from './weight-files.ts';

/** The parts of a tfjs graph model file that the conversion reads. */
export interface GraphModelFile {
  modelTopology: { node: readonly GraphNode[] };
  weightsManifest: readonly { weights: readonly WeightEntry[] }[];
}

interface GraphNode {
  name: string;
  op: string;
  input?: readonly string[];
  attr?: Readonly<Record<string, { s?: string; list?: { i?: readonly string[]; s?: readonly string[] } }>>;
}

/** What to convert: the square input, and the results to keep under new names with their shapes. */
export interface GraphModelPlan {
  name: string;
  inputSide: number;
  outputs: Readonly<Record<string, { node: string; dims: readonly number[] }>>;
}

interface Conversion {
  builder: GraphBuilder;
  weights: Map<string, Weight>;
}

/**
 * Converts a tfjs graph model from height-width-channels to channels-height-width. Only what the wanted results need
 * is kept.
 * @throws Error for an operation that it does not know
 */
export function convertGraphModel(file: GraphModelFile, bytes: Uint8Array, plan: GraphModelPlan): OnnxGraph {
  const entries = file.weightsManifest.flatMap(({ weights }) => weights);
  const conversion: Conversion = { builder: createGraphBuilder(), weights: readWeights(entries, bytes) };
  const { builder } = conversion;
  const byName = new Map(file.modelTopology.node.map((node) => [node.name, node]));
  const done = new Map<string, string>();
  const visit = (name: string): string => {
    const known = done.get(name);
    if (known !== undefined) return known;
    const node = byName.get(name);
    if (node === undefined) throw new Error(`graph has no node ${name}`);
    const result = node.op === 'Const' ? name : convertNode(conversion, node, (node.input ?? []).map(visit));
    done.set(name, result);
    return result;
  };
  for (const node of file.modelTopology.node) {
    if (node.op !== 'Placeholder') continue;
    done.set(node.name, builder.declare('input', [3, plan.inputSide, plan.inputSide]));
  }
  for (const [output, { node, dims }] of Object.entries(plan.outputs)) {
    addOutput(builder, { input: visit(node), output, dims });
  }
  return {
    name: plan.name,
    nodes: builder.nodes,
    weights: builder.weights,
    inputs: [{ name: 'input', dims: [1, 3, plan.inputSide, plan.inputSide] }],
    outputs: Object.entries(plan.outputs).map(([name, { dims }]) => ({ name, dims })),
  };
}

function convertNode(conversion: Conversion, node: GraphNode, inputs: readonly string[]): string {
  const { builder } = conversion;
  const input = inputs[0] ?? '';
  const outputs = [node.name];
  switch (node.op) {
    case '_FusedConv2D':
    case 'DepthwiseConv2dNative':
      return convertConvolution(conversion, node, inputs);
    case 'AddV2':
      return builder.add({ op: 'Add', inputs, outputs }, builder.shape(input));
    case 'Relu':
    case 'Sigmoid':
      return builder.add({ op: node.op, inputs, outputs }, builder.shape(input));
    case 'Prelu':
      return addPrelu(conversion, { output: node.name, input, slope: inputs[1] ?? '' });
    case 'MaxPool':
      return convertMaxPool(builder, node, input);
    case 'Pad':
      return convertPad(conversion, node, inputs);
    case 'Identity':
    case 'Reshape':
      // Both end the graph; `addOutput` gives the final shape.
      return input;
    default:
      throw new Error(`operation ${node.op} is not known`);
  }
}

function convertConvolution(
  { builder, weights }: Conversion,
  node: GraphNode,
  inputs: readonly string[],
): string {
  const fused = (node.attr?.['fused_ops']?.list?.s ?? []).map(decodeText);
  const activation = fused.find((name) => name !== 'BiasAdd');
  const filters = find(weights, inputs[1]);
  const result = builder.convolve(activation ? `${node.name}.linear` : node.name, inputs[0] ?? '', {
    filters: filters.values,
    filterShape: filters.shape,
    bias: fused.includes('BiasAdd') ? find(weights, inputs[2]).values : null,
    stride: Number(node.attr?.['strides']?.list?.i?.[1]),
    padding: decodeText(node.attr?.['padding']?.s ?? '') === 'SAME' ? 'same' : 'valid',
    depthwise: node.op === 'DepthwiseConv2dNative',
  });
  if (activation === undefined) return result;
  if (activation === 'Prelu') {
    return addPrelu({ builder, weights }, { output: node.name, input: result, slope: inputs[3] ?? '' });
  }
  if (activation !== 'Relu') throw new Error(`activation ${activation} is not known`);
  return builder.add({ op: 'Relu', inputs: [result], outputs: [node.name] }, builder.shape(result));
}

/**
 * Adds max(x, 0) − slope · max(−x, 0), which gives the values of the operation `PRelu` exactly. The engine has that operation
 * only for its plain layout, so that each one converts its input and its result between that and the layout of the convolutions.
 * @see docs/decisions/0227-convert-networks-to-convolutions-and-describe-all-views-in-one-run.md
 */
function addPrelu(
  { builder, weights }: Conversion,
  { output, input, slope }: { output: string; input: string; slope: string },
): string {
  const { values } = find(weights, slope);
  const shape = builder.shape(input);
  const relu = (from: string, name: string): string =>
    builder.add({ op: 'Relu', inputs: [from], outputs: [name] }, shape);
  const above = relu(input, `${output}.above`);
  const minus = scale(builder, `${output}.minus`, { input, factors: values.map(() => -1) });
  const below = relu(minus, `${output}.below`);
  const slanted = scale(builder, `${output}.slanted`, {
    input: below,
    factors: values.map((value) => -value),
  });
  return builder.add({ op: 'Add', inputs: [above, slanted], outputs: [output] }, shape);
}

/** Multiplies every channel by its factor. */
function scale(
  builder: GraphBuilder,
  output: string,
  { input, factors }: { input: string; factors: Float32Array },
): string {
  return builder.convolve(output, input, {
    filters: factors,
    filterShape: [1, 1, factors.length, 1],
    bias: null,
    stride: 1,
    padding: 'valid',
    depthwise: true,
  });
}

/**
 * The convolution after it copies every value. Where the engine cannot pool in the layout of the convolutions (24 channels are no
 * multiple of its 16), the result returns to that layout, and all additions after it stay there.
 */
function convertMaxPool(builder: GraphBuilder, node: GraphNode, input: string): string {
  const [channels, height, width] = builder.shape(input);
  if (height % 2 || width % 2) throw new Error(`pooling an odd size at ${node.name}`);
  const attributes = { kernel_shape: [2, 2], strides: [2, 2] };
  const pooled = builder.add(
    { op: 'MaxPool', inputs: [input], outputs: [`${node.name}.pooled`], attributes },
    [channels, height / 2, width / 2],
  );
  return scale(builder, node.name, { input: pooled, factors: new Float32Array(channels).fill(1) });
}

/** Adds channels of zeros by a convolution that copies every channel to its place, because the engine pads only in its plain layout. */
function convertPad({ builder, weights }: Conversion, node: GraphNode, inputs: readonly string[]): string {
  const amounts = [...find(weights, inputs[1]).values];
  const [before = 0, after = 0] = amounts.slice(6);
  if (amounts.slice(0, 6).some((amount) => amount !== 0))
    throw new Error(`${node.name} pads more than channels`);
  const [channels] = builder.shape(inputs[0] ?? '');
  const wide = channels + before + after;
  const filters = new Float32Array(channels * wide);
  for (let channel = 0; channel < channels; channel += 1) filters[channel * wide + before + channel] = 1;
  return builder.convolve(node.name, inputs[0] ?? '', {
    filters,
    filterShape: [1, 1, channels, wide],
    bias: null,
    stride: 1,
    padding: 'valid',
    depthwise: false,
  });
}

/** The source's rows run over height, width, channels; so the channels go last before the final shape is given. */
function addOutput(
  builder: GraphBuilder,
  { input, output, dims }: { input: string; output: string; dims: readonly number[] },
): void {
  const turned = `${output}.turned`;
  const shape = BigInt64Array.from(dims.map(BigInt));
  const shapeName = builder.weight({ name: `${output}.shape`, dims: [dims.length], data: shape });
  const source = builder.shape(input);
  builder.add(
    { op: 'Transpose', inputs: [input], outputs: [turned], attributes: { perm: [0, 2, 3, 1] } },
    source,
  );
  builder.add({ op: 'Reshape', inputs: [turned, shapeName], outputs: [output] }, source);
}

function find(weights: Map<string, Weight>, name: string | undefined): Weight {
  const weight = weights.get(name ?? '');
  if (weight === undefined) throw new Error(`no weight ${name}`);
  return weight;
}

function decodeText(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}
