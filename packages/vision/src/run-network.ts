import { Tensor, type InferenceSession } from 'onnxruntime-node';

/** Float results of a network by name. */
export type NetworkOutput = (name: string) => Float32Array;

/** Runs a network on planar RGB input of a square side. */
export async function runNetwork(
  session: InferenceSession,
  input: Float32Array,
  side: number,
): Promise<NetworkOutput> {
  const faces = input.length / (3 * side * side);
  const results = await session.run({ input: new Tensor('float32', input, [faces, 3, side, side]) });
  return (name) => {
    const data = results[name]?.data;
    if (!(data instanceof Float32Array)) throw new Error(`network gives no ${name}`);
    return data;
  };
}
