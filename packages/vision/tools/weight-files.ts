/** One tensor as the weight file's own manifest describes it. */
export interface WeightEntry {
  name: string;
  shape: readonly number[];
  dtype: 'float32' | 'int32';
  quantization?: { dtype: 'uint8' | 'float16'; scale?: number; min?: number };
}

/** A tensor in the source layout: height, width, in, out for convolutions. */
export interface Weight {
  shape: readonly number[];
  values: Float32Array;
}

/**
 * Cuts a weight file into its tensors; 8-bit values become q × scale + min, 16-bit floats become floats.
 * @throws Error when the file is shorter or longer than its manifest says
 */
export function readWeights(entries: readonly WeightEntry[], bytes: Uint8Array): Map<string, Weight> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const weights = new Map<string, Weight>();
  let at = 0;
  for (const entry of entries) {
    const length = entry.shape.reduce((product, dim) => product * dim, 1);
    const { size, read } = reader(entry, view);
    weights.set(entry.name, {
      shape: entry.shape,
      values: Float32Array.from({ length }, (_, index) => read(at + index * size)),
    });
    at += length * size;
  }
  if (at !== bytes.length) throw new Error(`weight file has ${bytes.length} bytes, its manifest says ${at}`);
  return weights;
}

function reader(entry: WeightEntry, view: DataView): { size: number; read: (at: number) => number } {
  const { quantization } = entry;
  if (entry.dtype === 'int32') return { size: 4, read: (at) => view.getInt32(at, true) };
  if (quantization === undefined) return { size: 4, read: (at) => view.getFloat32(at, true) };
  if (quantization.dtype === 'float16')
    return { size: 2, read: (at) => halfToFloat(view.getUint16(at, true)) };
  const { scale = 1, min = 0 } = quantization;
  return { size: 1, read: (at) => view.getUint8(at) * scale + min };
}

function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 31) throw new Error('weight is not a finite number');
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
