/**
 * Measures which of the required movements a film of a head shows. Three questions are answered separately: were the steps made in order
 * (`followed-steps`), is it the same person throughout (descriptors of the frontal frames), and was it filmed in one take (`continuity`).
 * The residue of the motion against a plane reveals photographs that are turned in front of the camera (`plane-residue`).
 *
 * State: one frame is open at a time. Only a view of 64 pixels, the face's mesh and, for frontal frames, the descriptor are kept, so that
 * memory does not grow with the size of the pictures.
 * Invariants: frames keep their order and number, including those that cannot be opened or do not show exactly one face; what cannot be
 * measured is `null`. Nothing here is a verdict.
 * Cost: a face search per frame, and a descriptor for each frontal one.
 */

import { compareFaces } from '../faces/compare-faces.ts';
import { describeFace, type FaceDescriptor } from '../faces/describe-face.ts';
import { leftEyePoints, meanPoint, rightEyePoints } from '../faces/face-mesh.ts';
import type { FaceModels } from '../faces/face-models.ts';
import { findFaces, type Face } from '../faces/find-faces.ts';
import { openImage, type OpenedImage } from '../picture/open-image.ts';
import { distance, scaleBox } from '../picture/points.ts';
import { TookTooLong } from '../picture/took-too-long.ts';
import type { ChallengeFinding, ChallengeStep, ContinuitySign } from '@countersign/findings';
import type { ChallengeFrame } from './challenge-frame.ts';
import { continuitySigns, type FrameView, viewSide } from './continuity.ts';
import { followSteps, type HeadPlace } from './followed-steps.ts';
import { planeResidue } from './plane-residue.ts';

/** The required steps and the recorded film. */
export interface ChallengeInput {
  steps: readonly ChallengeStep[];
  frames: readonly ChallengeFrame[];
  /** The full-size picture from the same take; if `null`, the frames are compared with the first frontal one. */
  selfie: Uint8Array | null;
  /** Returns true if no further frame may be examined. */
  isOver?: () => boolean;
  /** Factor by which the wall-clock limit of a frame is extended, at least 1, the default. */
  patience?: number;
}

/** A head turned less than this from its starting position, in degrees, can be compared with the selfie. */
const frontal = { yaw: 12, pitch: 10 };
/** Narrower faces in a frame are not measured. */
const smallestFace = 60;

interface ReadFrame {
  at: number;
  view: FrameView;
  face: Face | null;
  /** Only for frontal frames. */
  descriptor: FaceDescriptor | null;
}

/**
 * Measures which of the required steps a challenge film shows. Frames that cannot be opened count as faceless.
 * @throws TookTooLong if time ran out before the last frame, or a frame exceeded its time limit: half a film proves nothing
 */
export async function readChallenge(models: FaceModels, input: ChallengeInput): Promise<ChallengeFinding> {
  const frames: ReadFrame[] = [];
  let start: Face | null = null;
  for (const frame of input.frames) {
    if (input.isOver?.()) throw new TookTooLong('following a film');
    const read = await readFrame(models, frame, { start, patience: input.patience ?? 1 });
    // The first face is the starting position; it is frontal by definition.
    start ??= read.face;
    frames.push(read);
  }
  const compared = await compareFrames(models, frames, input.selfie);
  return {
    frames: frames.length,
    faceless: frames.filter(({ face }) => face === null).length,
    ...followSteps(
      frames.map(({ face }) => face && placeOf(face)),
      input.steps,
    ),
    ...compared.worst,
    model: models.ids.descriptor,
    ...depthOf(frames),
    continuity: [...continuitySigns(frames.map(({ view }) => view)), ...compared.signs],
  };
}

async function readFrame(
  models: FaceModels,
  { at, bytes }: ChallengeFrame,
  { start, patience }: { start: Face | null; patience: number },
): Promise<ReadFrame> {
  const image = await openImage(bytes, { patience });
  if (image.refusal !== null) {
    const view = { width: 0, height: 0, channels: 1, data: new Uint8Array() } as const;
    return { at, view: { at, view, face: null }, face: null, descriptor: null };
  }
  const faces = (await findFaces(models, image, { subject: 'selfie' })).filter(
    ({ width }) => width >= smallestFace,
  );
  const [face] = faces;
  // With two faces it is unclear who made the movements.
  const alone = faces.length === 1 && face !== undefined ? face : null;
  const view = await image.raster(viewSide, 1);
  return {
    at,
    view: { at, view, face: alone && scaleBox(alone.box, view.width / image.width) },
    face: alone,
    descriptor:
      alone && isFrontal(alone, start ?? alone) ? await describeFace(models, image, alone.mesh) : null,
  };
}

const isFrontal = (face: Face, start: Face) =>
  Math.abs(face.yaw - start.yaw) < frontal.yaw && Math.abs(face.pitch - start.pitch) < frontal.pitch;

/**
 * Turning the head shortens the visible distance between the eyes; this is corrected so that the size depends only on the distance of the
 * head.
 */
function placeOf(face: Face): HeadPlace {
  // Beyond 60° the cosine would exaggerate the small visible distance.
  const turned = Math.max(0.5, Math.cos((face.yaw * Math.PI) / 180));
  return { yaw: face.yaw, pitch: face.pitch, size: eyeDistance(face) / turned };
}

function eyeDistance({ mesh }: Face): number {
  const [right, left] = [meanPoint(mesh, rightEyePoints), meanPoint(mesh, leftEyePoints)];
  return distance(left, right);
}

interface Compared {
  worst: Pick<ChallengeFinding, 'worstDistance' | 'worstScore'>;
  signs: ContinuitySign[];
}

/** Compares every frontal frame with the selfie, or else with the first frontal frame. */
async function compareFrames(
  models: FaceModels,
  frames: readonly ReadFrame[],
  selfie: Uint8Array | null,
): Promise<Compared> {
  const described = frames.flatMap(({ descriptor }, frame) => (descriptor ? [{ descriptor, frame }] : []));
  const own = selfie === null ? null : await describeSelfie(models, selfie);
  const reference = selfie === null ? described[0]?.descriptor : own;
  const others = selfie === null ? described.slice(1) : described;
  if (!reference || others.length === 0)
    return { worst: { worstDistance: null, worstScore: null }, signs: [] };
  const compared = others.map(({ descriptor, frame }) => ({ ...compareFaces(reference, descriptor), frame }));
  const worst = compared.reduce((most, one) => (one.score < most.score ? one : most));
  const sign: ContinuitySign = { code: 'frames.face', frame: worst.frame, value: worst.distance };
  return {
    worst: { worstDistance: worst.distance, worstScore: worst.score },
    // According to the model's own table, half of the score separates two people.
    signs: worst.score < 50 ? [sign] : [],
  };
}

async function describeSelfie(models: FaceModels, bytes: Uint8Array): Promise<FaceDescriptor | null> {
  const image: OpenedImage | { refusal: string } = await openImage(bytes);
  if (!('raster' in image)) return null;
  const [face] = await findFaces(models, image, { subject: 'selfie' });
  return face && face.width >= smallestFace ? describeFace(models, image, face.mesh) : null;
}

/** Depth, measured from the two frames that differ most in yaw. */
function depthOf(frames: readonly ReadFrame[]): Pick<ChallengeFinding, 'yawSpan' | 'planeResidue'> {
  const faces = frames.flatMap(({ face }) => (face ? [face] : [])).toSorted((a, b) => a.yaw - b.yaw);
  const [least, most] = [faces[0], faces.at(-1)];
  if (!least || !most || least === most) return { yawSpan: null, planeResidue: null };
  const flat = ({ mesh }: Face) => mesh.points.map(([x, y]) => [x, y] as const);
  // The widest turn shows depth best.
  const residue = planeResidue(flat(least), flat(most));
  return {
    yawSpan: Math.round((most.yaw - least.yaw) * 10) / 10,
    planeResidue: residue === null ? null : Math.round((residue / eyeDistance(most)) * 10_000) / 10_000,
  };
}
