import type { Calibration } from '../model-slots/calibration.ts';
import { describeWithSlot } from '../model-slots/describe-with-slot.ts';
import { runNetwork } from '../model-slots/run-network.ts';
import type { DescriptorMetric } from '../model-slots/slot-declaration.ts';
import { cutForSlot, mirrorPlanar } from '../model-slots/slot-input.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { chipSide, cutFaceViews } from './face-chip.ts';
import type { FaceMesh } from './face-mesh.ts';
import type { FaceModels } from './face-models.ts';
import { templateSquare } from './template-square.ts';

/** The network's output for a face. Biometric data: never stored, logged or compared for equality. */
export interface FaceDescriptor {
  /** 128 for the built-in model. */
  values: Float32Array;
  /** `id@digest`; descriptors of different models must not be compared. */
  model: string;
  /** How to compare descriptors of an operator's model; absent for the built-in one. */
  scale?: DescriptorScale;
}

/** Converts descriptors to a distance and a score. */
export interface DescriptorScale {
  metric: DescriptorMetric;
  calibration: Calibration;
}

/** A face cropped for the descriptor network in use, planar RGB, 0 to 255: all its views, tightest first. */
export type AlignedFace = readonly Float32Array[];

const channelMeans = [122.782, 117.001, 104.298];
/**
 * A mean of four descriptors is closer to other people's means than a mean of two, by this factor around the decision limits. It is
 * compensated, so that distances and limits keep the meaning they had for means of two.
 */
const stretch = 1.02;

/** The mean of the descriptors of the face's views and their mirror images, not normalised; a slot may declare otherwise. */
export async function describeFace(
  models: FaceModels,
  image: OpenedImage,
  mesh: FaceMesh,
): Promise<FaceDescriptor> {
  return describeAligned(models, await alignFace(models, image, mesh));
}

/** Crops the face as required by the descriptor network in use. */
export async function alignFace(
  models: FaceModels,
  image: OpenedImage,
  mesh: FaceMesh,
): Promise<AlignedFace> {
  const slot = models.descriptorSlot;
  if (slot === null) return cutFaceViews(image, mesh);
  return [await cutForSlot(image, templateSquare(mesh, slot.declaration), slot.declaration.input)];
}

/** Like {@link describeFace}, for a face aligned by {@link alignFace}. @throws Error if it was aligned for another network */
export async function describeAligned(models: FaceModels, face: AlignedFace): Promise<FaceDescriptor> {
  const slot = models.descriptorSlot;
  if (slot !== null) {
    const { output, calibration } = slot.declaration;
    const values = await describeWithSlot(slot, onlyView(face));
    return { values, model: slot.model, scale: { metric: output.metric, calibration } };
  }
  const inputs = face.map(builtInInput).flatMap((input) => [input, mirrorPlanar(input, chipSide)]);
  const output = (await runNetwork(models.descriptor, joined(inputs), chipSide))('descriptor');
  const length = output.length / inputs.length;
  const values = new Float32Array(length);
  for (let at = 0; at < length; at += 1) {
    let sum = 0;
    for (let from = at; from < output.length; from += length) sum += output[from]!;
    values[at] = (sum / inputs.length) * stretch;
  }
  return { values, model: models.ids.descriptor };
}

/** Several inputs as one: a run for four takes a fifth less time than four runs, and gives the same bytes. */
function joined(inputs: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(inputs.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const input of inputs) {
    all.set(input, at);
    at += input.length;
  }
  return all;
}

function onlyView([view, ...others]: AlignedFace): Float32Array {
  if (view === undefined || others.length > 0) throw new Error('the face is not aligned for the slot');
  return view;
}

/** Converts a view to the input of the built-in network. */
function builtInInput(view: Float32Array): Float32Array {
  const plane = chipSide * chipSide;
  if (view.length !== 3 * plane) throw new Error('the face is not aligned for the built-in network');
  const input = new Float32Array(view.length);
  // Inlined, because a function call per value costs several times as much.
  for (const [channel, mean] of channelMeans.entries()) {
    const end = (channel + 1) * plane;
    for (let at = channel * plane; at < end; at += 1) input[at] = (view[at]! - mean) / 256;
  }
  return input;
}
