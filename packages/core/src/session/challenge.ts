import type { ChallengeFinding, ChallengeStep, LivenessFinding } from '@countersign/findings';

const steps: readonly ChallengeStep[] = ['left', 'right', 'up', 'closer', 'back'];
const stepsPerChallenge = 4;
const turns = new Set<ChallengeStep>(['left', 'right']);

/**
 * Every possible sequence of a challenge: four steps, never the same one twice in a row, and at least one turn, because only a turn shows
 * that a head has depth.
 */
export const challengeSequences: readonly (readonly ChallengeStep[])[] = allSequences([]);

function allSequences(begun: readonly ChallengeStep[]): ChallengeStep[][] {
  if (begun.length === stepsPerChallenge) return begun.some((step) => turns.has(step)) ? [[...begun]] : [];
  return steps.filter((step) => step !== begun.at(-1)).flatMap((step) => allSequences([...begun, step]));
}

/** Draws one of the sequences, all with equal probability. @param below a fair random whole number from 0 to below its argument */
export function drawChallenge(below: (count: number) => number): readonly ChallengeStep[] {
  const sequence = challengeSequences[below(challengeSequences.length)];
  if (!sequence) throw new RangeError('the random number is out of range');
  return sequence;
}

/** What a film must show; calibrated on simulated heads and pictures. @see docs/guides/accuracy.md */
const limits = {
  frames: 8,
  faceless: 2,
  /** Score of the frontal frame with the lowest similarity, 0–100. */
  face: 85,
  /**
   * Degrees between the frames by which depth is measured, and the movement that a flat picture cannot explain, in distances between the
   * eyes.
   */
  yawSpan: 18,
  planeResidue: 0.06,
};

/** Why a challenge was not passed; empty when it was. */
export function challengeFaults(finding: ChallengeFinding): string[] {
  const { frames, faceless, followed, worstScore, yawSpan, planeResidue, continuity } = finding;
  const rows: [fault: string, found: boolean][] = [
    ['challenge.frames', frames < limits.frames || faceless > limits.faceless],
    ['challenge.steps', !followed],
    ['challenge.face', worstScore === null || worstScore < limits.face],
    ['challenge.flat', (yawSpan ?? 0) < limits.yawSpan || (planeResidue ?? 0) < limits.planeResidue],
    ['challenge.continuity', continuity.length > 0],
  ];
  return rows.filter(([, found]) => found).map(([fault]) => fault);
}

/** How thoroughly the presence of a live person was examined. */
export type Assurance = LivenessFinding['examined'] | 'challenge';

/** A challenge counts only if it was passed. Sessions fed over the API have none. */
export function assuranceOf({ examined, challenge }: LivenessFinding): Assurance {
  return challenge !== null && challengeFaults(challenge).length === 0 ? 'challenge' : examined;
}

/** Text for an assurance, wherever people read it. */
export const assuranceWords: Readonly<Record<Assurance, string>> = {
  none: 'Not checked.',
  passive: 'Signs of a copied picture: informational. Not a liveness test.',
  model: 'Scored by the operator’s own model. Not certified.',
  challenge: 'Head movements chosen at random were followed. Not certified.',
};
