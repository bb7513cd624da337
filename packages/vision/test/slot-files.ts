import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodeOnnx, type OnnxGraph } from '../tools/onnx-writer.ts';

/** A network that gives the mean red, green and blue of its input, in the order in which it gets them. */
function meanColourNetwork(width: number, height: number): Uint8Array {
  const graph: OnnxGraph = {
    name: 'mean-colour',
    nodes: [
      { op: 'GlobalAveragePool', inputs: ['picture'], outputs: ['pooled'] },
      { op: 'Reshape', inputs: ['pooled', 'shape'], outputs: ['colour'] },
    ],
    weights: [{ name: 'shape', dims: [2], data: BigInt64Array.of(1n, 3n) }],
    inputs: [{ name: 'picture', dims: [1, 3, height, width] }],
    outputs: [{ name: 'colour', dims: [1, 3] }],
  };
  return encodeOnnx(graph);
}

const common = {
  licence: 'made here',
  sha256: createHash('sha256').update(meanColourNetwork(16, 16)).digest('hex'),
  input: { width: 16, height: 16, colour: 'rgb', mean: [0, 0, 0], scale: 1 },
  selfTest: [{ input: 'noise:1', output: 'noise1.json' }],
  measured: { data: 'nobody' },
};

/** A descriptor of three numbers that stand for mean colours. */
export const meanColourDescriptor = {
  kind: 'descriptor',
  id: 'mean-colour',
  file: 'mean-colour.onnx',
  ...common,
  alignment: {
    eyes: [
      [5, 6],
      [10, 6],
    ],
    mouth: [7.5, 12],
  },
  mirrorMean: true,
  output: { length: 3, normalise: false, metric: 'euclidean' },
  calibration: [
    [0, 100],
    [10, 80],
    [30, 0],
  ],
} as const;

/** A presentation-attack network: the redder, the more of an attack. */
export const rednessPad = {
  kind: 'pad',
  id: 'redness',
  file: 'redness.onnx',
  ...common,
  input: { width: 16, height: 16, colour: 'rgb', mean: [0, 0, 0], scale: 1 / 256 },
  selfTest: [{ input: 'noise:1', output: 'redness1.json' }],
  crop: { scale: 2 },
  output: { length: 3, index: 0, activation: 'none', attack: 'high' },
} as const;

/** A directory with these declarations, their networks and self-test outputs. */
export async function slotDirectory(declarations: readonly object[]): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'slots-'));
  const write = (name: string, content: string | Uint8Array) =>
    writeFile(path.join(directory, name), content);
  await write('mean-colour.onnx', meanColourNetwork(16, 16));
  await write('redness.onnx', meanColourNetwork(16, 16));
  await write('noise1.json', '[132.75390625, 133.59375, 126.796875]');
  await write('redness1.json', '[0.51857, 0.521851, 0.495300]');
  for (const [index, declaration] of declarations.entries()) {
    await write(`slot-${index}.json`, JSON.stringify(declaration));
  }
  return directory;
}
