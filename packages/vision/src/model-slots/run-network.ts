import { InferenceSession, Tensor } from 'onnxruntime-node';

/** A network's outputs by name, as floats. */
export type NetworkOutput = (name: string) => Float32Array;

/** Prepares a network with one thread, so that results do not depend on the machine's load. */
export function createSession(bytes: Uint8Array): Promise<InferenceSession> {
  return InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
  });
}

/** Runs a network on a square planar RGB input. */
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

/** Runs a network with a single input of any name. @returns its first output */
export async function runSession(
  session: InferenceSession,
  input: Float32Array,
  dims: readonly number[],
): Promise<Float32Array> {
  const [name] = session.inputNames;
  if (name === undefined || session.inputNames.length > 1)
    throw new Error('network has not exactly one input');
  const results = await session.run({ [name]: new Tensor('float32', input, dims) });
  const data = results[session.outputNames[0] ?? '']?.data;
  if (!(data instanceof Float32Array)) throw new Error('network gives no float numbers');
  return data;
}
