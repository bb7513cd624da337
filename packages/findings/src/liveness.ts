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

/** What a person is to do; left and right are the person's own. */
export type ChallengeStep = Static<typeof challengeStep>;

/** Most frames of a film. */
const mostFrames = 10_000;
const frame = count(mostFrames);

const followedStep = closed({
  asked: challengeStep,
  met: Type.Boolean(),
  /** Number of the frame in which it was met, from 0; `null` when it was not. */
  frame: nullable(frame),
  /** Degrees turned, or size relative to the start, in that frame; `null` when it was not met. */
  measured: nullable(measure),
});

/** One step of the challenge. */
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
  /** The later of the two frames compared, from 0. */
  frame,
  /** In the unit the code is documented with. */
  value: measure,
});

/** Something about the film itself that a recording in one go would not have. */
export type ContinuitySign = Static<typeof continuitySign>;

const challengeFinding = closed({
  frames: frame,
  /** Frames without exactly one face of the size expected. */
  faceless: frame,
  steps: listOf(followedStep, 64),
  /** Movements beyond the required amounts, in the order in which they were made. */
  made: listOf(challengeStep, mostFrames),
  /** The steps of the challenge and no others were made, in its order. */
  followed: Type.Boolean(),
  /** Largest distance between the selfie (else the first frontal frame) and any other frontal frame; `null` when not computed. */
  worstDistance: nullable(distance),
  /** Score of that distance, 0–100. */
  worstScore: nullable(score),
  /** Descriptor model, `id@digest`. */
  model: modelName,
  /** Degrees between the two frames by which depth was measured. */
  yawSpan: nullable(degrees),
  /**
   * Root mean square of landmark motion between those two frames that no single plane explains, as a share of the distance of
   * the eyes. A tilted flat picture leaves almost none; a head leaves the nose behind. `null` when not measurable.
   */
  planeResidue: nullable(between(0, 1e9)),
  continuity: listOf(continuitySign, mostFrames),
});

/** What a challenge film showed of the steps of the challenge. No verdict: limits are policy. */
export type ChallengeFinding = Static<typeof challengeFinding>;

export const livenessFinding = closed({
  /**
   * `none`: nothing could be checked. `passive`: signs in still pictures only, informational, not a liveness test. `model`: an
   * operator's network took part.
   */
  examined: oneOf(['none', 'passive', 'model']),
  /** What a challenge film showed; `null` when none was recorded, as always in sessions fed over the API. */
  challenge: nullable(challengeFinding),
});

/** How far the presence of a live person was looked into. */
export type LivenessFinding = Static<typeof livenessFinding>;
