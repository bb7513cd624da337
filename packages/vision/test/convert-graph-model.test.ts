import { expect, it } from 'vitest';
import { convertGraphModel, type GraphModelFile } from '../tools/convert-graph-model.ts';
import { encodeOnnx } from '../tools/onnx-writer.ts';
import { createSession, runNetwork } from '../src/model-slots/run-network.ts';

type Node = GraphModelFile['modelTopology']['node'][number];
type Entry = GraphModelFile['weightsManifest'][number]['weights'][number];

/** Two rows of two pixels, one plane for each channel. */
const pixels = [
  [-4, 0, 3, -0.5],
  [1, -8, 2, 7],
  [-3, -1, -2, -6],
].flat();

/** Converts a network of one operation, runs it, and returns its result by rows, columns and channels, as the source has it. */
async function convertedResult(
  node: Node,
  { weight, values, dims }: { weight?: Entry; values?: readonly number[]; dims: readonly number[] },
): Promise<number[]> {
  const file: GraphModelFile = {
    modelTopology: {
      node: [
        { name: 'pixels', op: 'Placeholder' },
        ...(weight ? [{ name: weight.name, op: 'Const' }] : []),
        node,
      ],
    },
    weightsManifest: [{ weights: weight ? [weight] : [] }],
  };
  const array = weight?.dtype === 'int32' ? Int32Array.from(values ?? []) : Float32Array.from(values ?? []);
  const outputs = { result: { node: node.name, dims } };
  const graph = convertGraphModel(file, new Uint8Array(array.buffer), {
    name: 'network of one operation',
    inputSide: 2,
    outputs,
  });
  const session = await createSession(encodeOnnx(graph));
  const output = await runNetwork(session, Float32Array.from(pixels), 2);
  // Zeros without their sign, which no result depends on.
  return [...output('result')].map((value) => value + 0);
}

it('multiplies what is below zero by the slope of its channel', async () => {
  const slopes = [0.25, -2, 1.5];
  const result = await convertedResult(
    { name: 'prelu', op: 'Prelu', input: ['pixels', 'slopes'] },
    { weight: { name: 'slopes', shape: [3], dtype: 'float32' }, values: slopes, dims: [1, 2, 2, 3] },
  );
  expect(result).toEqual([-1, 1, -4.5, 0, 16, -1.5, 3, 2, -3, -0.125, 7, -9]);
});

it('keeps the largest of four pixels', async () => {
  const result = await convertedResult(
    { name: 'pool', op: 'MaxPool', input: ['pixels'] },
    { dims: [1, 1, 1, 3] },
  );
  expect(result).toEqual([3, 7, -1]);
});

it('adds channels of zeros before and after the others', async () => {
  const result = await convertedResult(
    { name: 'pad', op: 'Pad', input: ['pixels', 'amounts'] },
    {
      weight: { name: 'amounts', shape: [4, 2], dtype: 'int32' },
      values: [0, 0, 0, 0, 0, 0, 1, 2],
      dims: [1, 2, 2, 6],
    },
  );
  expect(result).toEqual(
    [
      [0, -4, 1, -3, 0, 0],
      [0, 0, -8, -1, 0, 0],
      [0, 3, 2, -2, 0, 0],
      [0, -0.5, 7, -6, 0, 0],
    ].flat(),
  );
});
