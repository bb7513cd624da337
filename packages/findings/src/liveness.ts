import { type Static, Type } from 'typebox';
import {
  between,
  closed,
  codeOf,
  count,
  degrees,
  distance,
  listOf,
  measure,
  modelName,
  nullable,
  oneOf,
  score,
} from './members.ts';

const challengeStep = oneOf(['left', 'right', 'up', 'closer', 'back']);

/** A movement the person has to make; left and right are from the person's point of view. */
export type ChallengeStep = Static<typeof challengeStep>;

/** Maximum number of frames in a film. */
const mostFrames = 10_000;
const frame = count(mostFrames);

const followedStep = closed({
  asked: challengeStep,
  met: Type.Boolean(),
  /** Index of the frame in which the step was completed, from 0; `null` if it was not. */
  frame: nullable(frame),
  /** Degrees turned, or size relative to the start, in that frame; `null` if the step was not completed. */
  measured: nullable(measure),
});

/** The result of one step of the challenge. */
export type FollowedStep = Static<typeof followedStep>;

const continuitySign = closed({
  code: codeOf([
    'frames.identical',
    'frames.jump',
    'frames.timing',
    'frames.background',
    'frames.light',
    'frames.face',
  ]),
  /** Index of the later of the two compared frames, from 0. */
  frame,
  /** In the unit documented for the code. */
  value: measure,
});

/** A discontinuity in the film that an uninterrupted recording would not have. */
export type ContinuitySign = Static<typeof continuitySign>;

const challengeFinding = closed({
  frames: frame,
  /** Number of frames without exactly one face of the expected size. */
  faceless: frame,
  steps: listOf(followedStep, 64),
  /** Movements that exceeded the required amount, in the order in which they were made. */
  made: listOf(challengeStep, mostFrames),
  /** Whether exactly the steps of the challenge were made, in order. */
  followed: Type.Boolean(),
  /** Largest distance between the selfie (otherwise the first frontal frame) and any other frontal frame; `null` if not computed. */
  worstDistance: nullable(distance),
  /** Score of that distance, 0–100. */
  worstScore: nullable(score),
  /** Descriptor model, `id@digest`. */
  model: modelName,
  /** Degrees between the two frames used to measure depth. */
  yawSpan: nullable(degrees),
  /**
   * Root mean square of the landmark motion between those two frames that no single plane explains, as a share of the distance between
   * the eyes. A tilted flat picture leaves almost no residue; on a real head the nose does. `null` if not measurable.
   */
  planeResidue: nullable(between(0, 1e9)),
  continuity: listOf(continuitySign, mostFrames),
});

/** Which steps of the challenge a film showed. Not a verdict: limits are policy. */
export type ChallengeFinding = Static<typeof challengeFinding>;

export const livenessFinding = closed({
  /**
   * `none`: nothing could be checked. `passive`: only signs in still pictures were checked, which is informational and no liveness test.
   * `model`: a model supplied by the operator took part.
   */
  examined: oneOf(['none', 'passive', 'model']),
  /** Result of the challenge film; `null` if none was recorded, as in all sessions submitted through the API. */
  challenge: nullable(challengeFinding),
});

/** How thoroughly the presence of a live person was examined. */
export type LivenessFinding = Static<typeof livenessFinding>;
