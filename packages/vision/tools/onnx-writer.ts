/**
 * Writes ONNX files: the few protobuf messages our networks need, field numbers from onnx.proto3. Fields are written
 * in a fixed order, so equal input gives equal bytes.
 */

/** A weight tensor; `data` is written as little-endian raw bytes. */
export interface OnnxTensor {
  name: string;
  dims: readonly number[];
  data: Float32Array | BigInt64Array;
}

/** One operation. Attribute numbers are written as `ints` when an array, as `int` when a whole number. */
export interface OnnxNode {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** Name and shape of a float input or output; a string stands for a size chosen at run time. */
export interface OnnxValue {
  name: string;
  dims: readonly (number | string)[];
}

/** A whole network in the order in which its operations run. */
export interface OnnxGraph {
  name: string;
  nodes: readonly OnnxNode[];
  weights: readonly OnnxTensor[];
  inputs: readonly OnnxValue[];
  outputs: readonly OnnxValue[];
}

const irVersion = 8;
const opsetVersion = 13;
const float = 1;
const int64 = 7;

/** The ONNX file of a graph, IR version 8, operator set 13. */
export function encodeOnnx(graph: OnnxGraph): Uint8Array {
  return Buffer.concat([
    integer(1, irVersion),
    text(2, 'countersign'),
    message(7, encodeGraph(graph)),
    message(8, [text(1, ''), integer(2, opsetVersion)]),
  ]);
}

function encodeGraph(graph: OnnxGraph): Buffer[] {
  return [
    ...graph.nodes.map((node) => message(1, encodeNode(node))),
    text(2, graph.name),
    ...graph.weights.map((tensor) => message(5, encodeTensor(tensor))),
    ...graph.inputs.map((value) => message(11, encodeValue(value))),
    ...graph.outputs.map((value) => message(12, encodeValue(value))),
  ];
}

function encodeNode({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer[] {
  return [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => message(5, encodeAttribute(name, value))),
  ];
}

function encodeAttribute(name: string, value: number | readonly number[]): Buffer[] {
  if (typeof value === 'number') return [text(1, name), integer(3, value), integer(20, 2)];
  return [text(1, name), ...value.map((entry) => integer(8, entry)), integer(20, 7)];
}

function encodeTensor({ name, dims, data }: OnnxTensor): Buffer[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.map((dim) => integer(1, dim)),
    integer(2, data instanceof Float32Array ? float : int64),
    text(8, name),
    message(9, [bytes]),
  ];
}

function encodeValue({ name, dims }: OnnxValue): Buffer[] {
  const shape = dims.map((dim) => message(1, [typeof dim === 'number' ? integer(1, dim) : text(2, dim)]));
  return [text(1, name), message(2, [message(1, [integer(1, float), message(2, shape)])])];
}

function message(field: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
}

function text(field: number, value: string): Buffer {
  return message(field, [Buffer.from(value, 'utf8')]);
}

function integer(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function varint(value: number): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number from 0: ${value}`);
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}
