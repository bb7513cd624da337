import { chipSide, cutFaceChip } from './face-chip.ts';
import type { FaceMesh } from './face-mesh.ts';
import type { FaceModels } from './face-models.ts';
import type { OpenedImage } from './open-image.ts';
import { runNetwork } from './run-network.ts';

/** The 128 numbers a network gives for a face. Biometric data: never stored, logged or compared for equality. */
export interface FaceDescriptor {
  values: Float32Array;
  /** `id@digest`; descriptors of different models must not be compared. */
  model: string;
}

const channelMeans = [122.782, 117.001, 104.298];

/** The mean of the descriptors of the aligned face and of its mirror image, not normalised. */
export async function describeFace(
  models: FaceModels,
  image: OpenedImage,
  mesh: FaceMesh,
): Promise<FaceDescriptor> {
  return describeChip(models, await cutFaceChip(image, mesh));
}

/** As {@link describeFace}, for a face that is already aligned. */
export async function describeChip(models: FaceModels, chip: Float32Array): Promise<FaceDescriptor> {
  const plane = chipSide * chipSide;
  const input = chip.map((value, index) => (value - (channelMeans[Math.floor(index / plane)] ?? 0)) / 256);
  // One after the other: a batch of two is not faster, and single runs give the same bytes however they are called.
  const upright = (await runNetwork(models.descriptor, input, chipSide))('descriptor');
  const mirrored = (await runNetwork(models.descriptor, mirror(input), chipSide))('descriptor');
  const values = upright.map((value, index) => (value + (mirrored[index] ?? 0)) / 2);
  return { values, model: models.ids.descriptor };
}

function mirror(planar: Float32Array): Float32Array {
  return planar.map((_, index) => {
    const column = index % chipSide;
    return planar[index - column + chipSide - 1 - column] ?? 0;
  });
}
