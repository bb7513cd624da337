import type { Calibration } from '../model-slots/calibration.ts';
import { describeWithSlot } from '../model-slots/describe-with-slot.ts';
import { runNetwork } from '../model-slots/run-network.ts';
import type { DescriptorMetric } from '../model-slots/slot-declaration.ts';
import { cutForSlot, mirrorPlanar } from '../model-slots/slot-input.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { chipSide, cutFaceChip } from './face-chip.ts';
import type { FaceMesh } from './face-mesh.ts';
import type { FaceModels } from './face-models.ts';
import { templateSquare } from './template-square.ts';

/** The numbers a network gives for a face. Biometric data: never stored, logged or compared for equality. */
export interface FaceDescriptor {
  /** 128 for the built-in model. */
  values: Float32Array;
  /** `id@digest`; descriptors of different models must not be compared. */
  model: string;
  /** How descriptors of an operator's model are compared; absent for the built-in one. */
  scale?: DescriptorScale;
}

/** What turns descriptors into a distance and a score. */
export interface DescriptorScale {
  metric: DescriptorMetric;
  calibration: Calibration;
}

const channelMeans = [122.782, 117.001, 104.298];

/** The mean of the descriptors of the aligned face and of its mirror image, not normalised; a slot may declare otherwise. */
export async function describeFace(
  models: FaceModels,
  image: OpenedImage,
  mesh: FaceMesh,
): Promise<FaceDescriptor> {
  return describeChip(models, await alignFace(models, image, mesh));
}

/** The face as the descriptor network in use wants it: planar RGB, 0 to 255. */
export function alignFace(models: FaceModels, image: OpenedImage, mesh: FaceMesh): Promise<Float32Array> {
  const slot = models.descriptorSlot;
  if (slot === null) return cutFaceChip(image, mesh);
  return cutForSlot(image, templateSquare(mesh, slot.declaration), slot.declaration.input);
}

/**
 * As {@link describeFace}, for a face that {@link alignFace} has aligned.
 * @throws Error when it was aligned for another network
 */
export async function describeChip(models: FaceModels, chip: Float32Array): Promise<FaceDescriptor> {
  const slot = models.descriptorSlot;
  if (slot !== null) {
    const { output, calibration } = slot.declaration;
    const values = await describeWithSlot(slot, chip);
    return { values, model: slot.model, scale: { metric: output.metric, calibration } };
  }
  const plane = chipSide * chipSide;
  if (chip.length !== 3 * plane) throw new Error('the face is not aligned for the built-in network');
  const input = new Float32Array(chip.length);
  for (const [channel, mean] of channelMeans.entries()) {
    for (let at = channel * plane; at < (channel + 1) * plane; at += 1) input[at] = (chip[at]! - mean) / 256;
  }
  // One after the other: a batch of two is not faster, and single runs give the same bytes however they are called.
  const upright = (await runNetwork(models.descriptor, input, chipSide))('descriptor');
  const mirrored = (await runNetwork(models.descriptor, mirrorPlanar(input, chipSide), chipSide))(
    'descriptor',
  );
  const values = upright.map((value, index) => (value + (mirrored[index] ?? 0)) / 2);
  return { values, model: models.ids.descriptor };
}
