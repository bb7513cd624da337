import type { FaceTraces } from '@countersign/findings';

/** Decodes a descriptor of {@link FaceTraces}. */
export function descriptorOf(base64: string): Float32Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return new Float32Array(bytes.buffer);
}

/** Distance between two descriptors of one model, smaller is more similar; `Infinity` when they differ in length. */
export function faceDistance(metric: FaceTraces['metric'], a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Infinity;
  return metric === 'euclidean' ? euclidean(a, b) : cosineDistance(a, b);
}

function euclidean(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += ((a[index] ?? 0) - (b[index] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

function cosineDistance(a: Float32Array, b: Float32Array): number {
  let [dot, left, right] = [0, 0, 0];
  for (let index = 0; index < a.length; index += 1) {
    const [x, y] = [a[index] ?? 0, b[index] ?? 0];
    dot += x * y;
    left += x * x;
    right += y * y;
  }
  return left === 0 || right === 0 ? Infinity : 1 - dot / Math.sqrt(left * right);
}
