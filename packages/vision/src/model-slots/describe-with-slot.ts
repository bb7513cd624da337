import { runSlot, type ModelSlot } from './model-slots.ts';
import type { DescriptorDeclaration } from './slot-declaration.ts';
import { mirrorPlanar } from './slot-input.ts';

/**
 * Computes a descriptor with an operator's network.
 * @param planar the face cropped for the slot, RGB, 0 to 255
 * @throws Error if the network fails, or its output cannot be normalised
 */
export async function describeWithSlot(
  slot: ModelSlot<DescriptorDeclaration>,
  planar: Float32Array,
): Promise<Float32Array> {
  const { mirrorMean, output, input, id } = slot.declaration;
  const finish = (values: Float32Array): Float32Array => (output.normalise ? normalise(values, id) : values);
  const upright = finish(await runSlot(slot, planar));
  if (!mirrorMean) return upright;
  const mirrored = finish(await runSlot(slot, mirrorPlanar(planar, input.width)));
  return finish(upright.map((value, index) => (value + (mirrored[index] ?? 0)) / 2));
}

function normalise(values: Float32Array, id: string): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0));
  if (!(length > 0)) throw new Error(`${id} gives a descriptor without length`);
  return values.map((value) => value / length);
}
