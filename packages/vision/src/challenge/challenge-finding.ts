/** What a person is to do; left and right are the person's own. */
export type ChallengeStep = 'left' | 'right' | 'up' | 'closer' | 'back';

/** One frame of the film a challenge was recorded as. */
export interface ChallengeFrame {
  /** Milliseconds since the first frame, by the recorder's clock. */
  at: number;
  /** JPEG, PNG or WebP. */
  bytes: Uint8Array;
}

/** One step that was demanded. */
export interface FollowedStep {
  asked: ChallengeStep;
  met: boolean;
  /** Number of the frame in which it was met, from 0; `null` when it was not. */
  frame: number | null;
  /** Degrees turned, or size relative to the start, in that frame; `null` when it was not met. */
  measured: number | null;
}

/** Something about the film itself that a recording in one go would not have. */
export interface ContinuitySign {
  code:
    | 'frames.identical'
    | 'frames.jump'
    | 'frames.timing'
    | 'frames.background'
    | 'frames.light'
    | 'frames.face';
  /** The later of the two frames compared, from 0. */
  frame: number;
  /** In the unit the code is documented with. */
  value: number;
}

/** What a challenge film showed. No verdict: limits are policy. */
export interface ChallengeFinding {
  frames: number;
  /** Frames without exactly one face of the size expected. */
  faceless: number;
  steps: FollowedStep[];
  /** Movements beyond the required amounts, in the order in which they were made. */
  made: ChallengeStep[];
  /** The demanded steps and no others were made, in their order. */
  followed: boolean;
  /** Largest distance between the selfie (else the first frontal frame) and any other frontal frame; `null` when not computed. */
  worstDistance: number | null;
  /** Score of that distance, 0–100. */
  worstScore: number | null;
  /** Descriptor model, `id@digest`. */
  model: string;
  /** Degrees between the two frames by which depth was measured. */
  yawSpan: number | null;
  /**
   * Root mean square of landmark motion between those two frames that no single plane explains, as a share of the distance of
   * the eyes. A tilted flat picture leaves almost none; a head leaves the nose behind. `null` when not measurable.
   */
  planeResidue: number | null;
  continuity: ContinuitySign[];
}
