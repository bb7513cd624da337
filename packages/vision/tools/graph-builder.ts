import type { OnnxNode, OnnxTensor } from './onnx-writer.ts';

/** Channels, height, width of one intermediate result. */
export type Shape = readonly [channels: number, height: number, width: number];

/** A convolution in the source layout (height, width, in, out; depthwise: height, width, channels, 1). */
export interface Convolution {
  filters: Float32Array;
  filterShape: readonly number[];
  bias: Float32Array | null;
  stride: number;
  padding: 'same' | 'valid';
  depthwise: boolean;
}

/** Collects operations and weights of a network and follows the shape of every result. */
export interface GraphBuilder {
  nodes: OnnxNode[];
  weights: OnnxTensor[];
  /** Shape of a result. @throws Error for a name nothing made */
  shape(name: string): Shape;
  declare(name: string, shape: Shape): string;
  add(node: OnnxNode, shape: Shape): string;
  weight(tensor: OnnxTensor): string;
  convolve(output: string, input: string, convolution: Convolution): string;
}

/** An empty network. */
export function createGraphBuilder(): GraphBuilder {
  const shapes = new Map<string, Shape>();
  const nodes: OnnxNode[] = [];
  const weights: OnnxTensor[] = [];
  const declare = (name: string, shape: Shape): string => {
    shapes.set(name, shape);
    return name;
  };
  const builder: GraphBuilder = {
    nodes,
    weights,
    declare,
    shape(name) {
      const shape = shapes.get(name);
      if (shape === undefined) throw new Error(`nothing makes ${name}`);
      return shape;
    },
    add(node, shape) {
      nodes.push(node);
      return declare(node.outputs[0] ?? '', shape);
    },
    weight(tensor) {
      weights.push(tensor);
      return tensor.name;
    },
    convolve: (output, input, convolution) => convolve(builder, { output, input }, convolution),
  };
  return builder;
}

function convolve(
  builder: GraphBuilder,
  names: { output: string; input: string },
  conv: Convolution,
): string {
  const { output, input } = names;
  const [channels, height, width] = builder.shape(input);
  const [kernelHeight = 0, kernelWidth = 0, , last = 0] = conv.filterShape;
  const [top, bottom, rows] = padding(height, kernelHeight, conv);
  const [left, right, columns] = padding(width, kernelWidth, conv);
  const inputs = [input, builder.weight({ name: `${output}.w`, ...transposeFilters(conv) })];
  if (conv.bias)
    inputs.push(builder.weight({ name: `${output}.b`, dims: [conv.bias.length], data: conv.bias }));
  const attributes = {
    group: conv.depthwise ? channels : 1,
    kernel_shape: [kernelHeight, kernelWidth],
    pads: [top, left, bottom, right],
    strides: [conv.stride, conv.stride],
  };
  const shape: Shape = [conv.depthwise ? channels : last, rows, columns];
  return builder.add({ op: 'Conv', inputs, outputs: [output], attributes }, shape);
}

/** "Same" puts the odd pixel at the bottom and right. */
function padding(
  size: number,
  kernel: number,
  conv: Convolution,
): [before: number, after: number, result: number] {
  if (conv.padding === 'valid') return [0, 0, Math.floor((size - kernel) / conv.stride) + 1];
  const result = Math.ceil(size / conv.stride);
  const total = Math.max(0, (result - 1) * conv.stride + kernel - size);
  return [Math.floor(total / 2), Math.ceil(total / 2), result];
}

/** Height, width, in, out → out, in, height, width; depthwise: height, width, channels, 1 → channels, 1, height, width. */
function transposeFilters(conv: Convolution): { dims: number[]; data: Float32Array } {
  const [height = 0, width = 0, third = 0, fourth = 0] = conv.filterShape;
  const [outs, ins] = conv.depthwise ? [third, 1] : [fourth, third];
  const data = new Float32Array(conv.filters.length);
  let at = 0;
  for (let out = 0; out < outs; out += 1) {
    for (let into = 0; into < ins; into += 1) {
      for (let cell = 0; cell < height * width; cell += 1) {
        const from = conv.depthwise ? cell * outs + out : (cell * ins + into) * outs + out;
        data[at] = conv.filters[from] ?? 0;
        at += 1;
      }
    }
  }
  return { dims: [outs, ins, height, width], data };
}
