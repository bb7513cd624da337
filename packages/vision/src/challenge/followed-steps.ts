import type { ChallengeStep, FollowedStep } from '@countersign/findings';

/** Position of the head in one frame; `null` for frames without it. */
export interface HeadPlace {
  /** Degrees, positive towards the person's left and upwards. */
  yaw: number;
  pitch: number;
  /** Distance between the eyes corrected to a frontal view, in pixels. */
  size: number;
}

/** Minimum movement of a step: degrees of yaw and pitch, relative change of size. */
const requiredAmounts = { yaw: 18, pitch: 12, size: 0.2 } as const;

/** Which steps the frames show. */
export interface FollowedSteps {
  steps: FollowedStep[];
  made: ChallengeStep[];
  followed: boolean;
}

/** Compares the movements made with the required ones. The first frame with a face is the starting position. */
export function followSteps(
  places: readonly (HeadPlace | null)[],
  demanded: readonly ChallengeStep[],
): FollowedSteps {
  const start = places.find((place) => place !== null) ?? null;
  const movements = start === null ? [] : movementsOf(places, start);
  const made = movements.map(({ step }) => step);
  let next = 0;
  const steps = demanded.map((step): FollowedStep => {
    const at = movements.findIndex((movement, index) => index >= next && movement.step === step);
    const movement = movements[at];
    if (!movement) return { asked: step, met: false, frame: null, measured: null };
    // Steps must be completed in the required order.
    next = at + 1;
    return { asked: step, met: true, frame: movement.frame, measured: round(movement.measured) };
  });
  const followed = made.length === demanded.length && demanded.every((step, index) => made[index] === step);
  return { steps, made, followed };
}

interface Movement {
  step: ChallengeStep;
  frame: number;
  measured: number;
  /** Multiple of the required amount. */
  amount: number;
}

/** Movements in order; of adjacent frames with the same movement, the one that shows it most. */
function movementsOf(places: readonly (HeadPlace | null)[], start: HeadPlace): Movement[] {
  const made: Movement[] = [];
  let last: Movement | null = null;
  for (const [frame, place] of places.entries()) {
    // A frame without the head neither starts nor ends a movement.
    const movement: Movement | null = place === null ? last : movementAt(place, { start, frame });
    if (movement !== null && last !== null && movement.step === last.step) {
      if (movement.amount > last.amount) Object.assign(last, movement);
      continue;
    }
    if (movement !== null && movement !== last) made.push(movement);
    last = movement;
  }
  return made;
}

/** The movement that exceeds its required amount most; `null` if none does. */
function movementAt(
  place: HeadPlace,
  { start, frame }: { start: HeadPlace; frame: number },
): Movement | null {
  const yaw = place.yaw - start.yaw;
  const pitch = place.pitch - start.pitch;
  const size = place.size / start.size;
  const candidates: [ChallengeStep, measured: number, amount: number][] = [
    ['left', yaw, yaw / requiredAmounts.yaw],
    ['right', yaw, -yaw / requiredAmounts.yaw],
    ['up', pitch, pitch / requiredAmounts.pitch],
    ['closer', size, (size - 1) / requiredAmounts.size],
    ['back', size, (1 - size) / requiredAmounts.size],
  ];
  const best = candidates.reduce((most, one) => (one[2] > most[2] ? one : most));
  const [step, measured, amount] = best;
  return amount >= 1 ? { step, frame, measured, amount } : null;
}

const round = (value: number) => Math.round(value * 100) / 100;
