import { createGraphBuilder, type GraphBuilder } from './graph-builder.ts';
import type { OnnxGraph } from './onnx-writer.ts';
import { readWeights, type Weight, type WeightEntry } from './weight-files.ts';

interface Net {
  builder: GraphBuilder;
  weights: Map<string, Weight>;
}

/** Blocks in order; a name ending in `_down…` halves the size. */
const blocks = [
  'conv32_1',
  'conv32_2',
  'conv32_3',
  'conv64_down',
  'conv64_1',
  'conv64_2',
  'conv64_3',
  'conv128_down',
  'conv128_1',
  'conv128_2',
  'conv256_down',
  'conv256_1',
  'conv256_2',
  'conv256_down_out',
];

/**
 * Builds the 29-layer residual net of 150 × 150 input from its named tensors; any number of faces at once. The scale
 * that follows every convolution is folded into its weights.
 */
export function convertDescriptor(entries: readonly WeightEntry[], bytes: Uint8Array): OnnxGraph {
  const net: Net = { builder: createGraphBuilder(), weights: readWeights(entries, bytes) };
  const { builder } = net;
  builder.declare('input', [3, 150, 150]);
  const stem = addConvolution(net, { name: 'conv32_down', input: 'input', stride: 2, relu: true });
  let flow = addPool(builder, { op: 'MaxPool', input: stem, kernel: 3 });
  for (const block of blocks) flow = addBlock(net, block, flow);
  builder.add({ op: 'GlobalAveragePool', inputs: [flow], outputs: ['mean'] }, [256, 1, 1]);
  builder.add({ op: 'Flatten', inputs: ['mean'], outputs: ['flat'], attributes: { axis: 1 } }, [256, 1, 1]);
  const last = find(net, 'fc');
  builder.weight({ name: 'fc', dims: last.shape, data: last.values });
  builder.add({ op: 'MatMul', inputs: ['flat', 'fc'], outputs: ['descriptor'] }, [128, 1, 1]);
  return {
    name: 'face-descriptor',
    nodes: builder.nodes,
    weights: builder.weights,
    inputs: [{ name: 'input', dims: ['faces', 3, 150, 150] }],
    outputs: [{ name: 'descriptor', dims: ['faces', 128] }],
  };
}

/** Down blocks: average-pooled shortcut with zero channels added, main path padded at bottom and right where smaller. */
function addBlock(net: Net, name: string, input: string): string {
  const { builder } = net;
  const down = name.includes('_down');
  const first = addConvolution(net, { name: `${name}/conv1`, input, stride: down ? 2 : 1, relu: true });
  let main = addConvolution(net, { name: `${name}/conv2`, input: first, stride: 1, relu: false });
  let shortcut = input;
  if (down) {
    shortcut = addPool(builder, { op: 'AveragePool', input, kernel: 2 });
    const [channels] = builder.shape(main);
    const [shortcutChannels, height, width] = builder.shape(shortcut);
    main = padTo(builder, main, [channels, height, width]);
    shortcut = padTo(builder, shortcut, [Math.max(channels, shortcutChannels), height, width]);
  }
  const shape = builder.shape(main);
  builder.add({ op: 'Add', inputs: [shortcut, main], outputs: [`${name}.sum`] }, shape);
  return builder.add({ op: 'Relu', inputs: [`${name}.sum`], outputs: [name] }, shape);
}

function addConvolution(
  net: Net,
  { name, input, stride, relu }: { name: string; input: string; stride: number; relu: boolean },
): string {
  const filters = find(net, `${name}/conv/filters`);
  const bias = find(net, `${name}/conv/bias`).values;
  const scale = find(net, `${name}/scale/weights`).values;
  const offset = find(net, `${name}/scale/biases`).values;
  const outs = scale.length;
  const linear = net.builder.convolve(`${name}.linear`, input, {
    filters: filters.values.map((value, index) => value * (scale[index % outs] ?? 0)),
    filterShape: filters.shape,
    bias: bias.map((value, index) => value * (scale[index] ?? 0) + (offset[index] ?? 0)),
    stride,
    padding: stride === 2 ? 'valid' : 'same',
    depthwise: false,
  });
  if (!relu) return linear;
  return net.builder.add({ op: 'Relu', inputs: [linear], outputs: [name] }, net.builder.shape(linear));
}

function addPool(
  builder: GraphBuilder,
  { op, input, kernel }: { op: 'MaxPool' | 'AveragePool'; input: string; kernel: number },
): string {
  const [channels, height, width] = builder.shape(input);
  const pooled = (size: number): number => Math.floor((size - kernel) / 2) + 1;
  const attributes = { kernel_shape: [kernel, kernel], strides: [2, 2] };
  const shape = [channels, pooled(height), pooled(width)] as const;
  return builder.add({ op, inputs: [input], outputs: [`${input}.pooled`], attributes }, shape);
}

function padTo(builder: GraphBuilder, input: string, target: readonly [number, number, number]): string {
  const missing = builder.shape(input).map((size, axis) => (target[axis] ?? 0) - size);
  if (missing.every((amount) => amount === 0)) return input;
  const pads = BigInt64Array.from([0, 0, 0, 0, 0, ...missing].map(BigInt));
  const name = builder.weight({ name: `${input}.pads`, dims: [8], data: pads });
  return builder.add({ op: 'Pad', inputs: [input, name], outputs: [`${input}.padded`] }, target);
}

function find(net: Net, name: string): Weight {
  const weight = net.weights.get(name);
  if (weight === undefined) throw new Error(`no weight ${name}`);
  return weight;
}
