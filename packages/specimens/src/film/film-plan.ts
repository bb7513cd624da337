import { seededRandom, type Random } from '../random.ts';

/** Movements that can be required of the person. `left` is the person's own left. */
export const filmSteps = ['left', 'right', 'up', 'closer', 'back'] as const;

/** One of `filmSteps`. */
export type FilmStep = (typeof filmSteps)[number];

/** Pose of a head at one moment. Angles are in degrees, positive to the person's left and up; `size` is 1 at the start. */
export interface HeadPose {
  yaw: number;
  pitch: number;
  roll: number;
  size: number;
}

/** A frame of a film before it is drawn. */
export interface PlannedFrame {
  /** Milliseconds since the first frame. */
  at: number;
  /** Index of the current step, null before the first. */
  step: number | null;
  pose: HeadPose;
  /** Shake of the camera, in pixels of a frame 360 pixels wide. */
  shake: readonly [x: number, y: number];
}

/** Frames of one step: progress of the movement (0–1) and time since the step began (ms). */
const phases: readonly (readonly (readonly [share: number, at: number])[])[] = [
  [[1, 900]],
  [[1, 900], [0.06, 1750]],
  [[0.55, 480], [1, 950], [0.06, 1750]],
  [[0.4, 380], [0.9, 750], [1, 1100], [0.06, 1800]],
]; // prettier-ignore

const stepTime = 2100;
const mostPhases = phases.length;

/**
 * Plans the movements of a person who follows the steps: from the frontal pose to each pose and back.
 * @param frames at least one more than there are steps; throws `RangeError` otherwise
 */
export function planFilm(seed: number, steps: readonly FilmStep[], frames: number): PlannedFrame[] {
  const perStep = Math.floor((frames - 1) / Math.max(1, steps.length));
  if (perStep < 1) throw new RangeError('a film needs a frame per step and one more');
  const random = seededRandom(seed, 'film');
  const hold: HeadPose = {
    yaw: random.between(-3, 3),
    pitch: random.between(-3, 3),
    roll: random.between(-3, 3),
    size: 1,
  };
  const plan = [frameAt(random, { at: 0, step: null, pose: hold })];
  for (const [index, step] of steps.entries()) {
    const goal = goalOf(step, random);
    for (const [share, at] of phases[Math.min(perStep, mostPhases) - 1] ?? []) {
      const pose = towards(hold, goal, share);
      plan.push(frameAt(random, { at: 600 + index * stepTime + at, step: index, pose }));
    }
  }
  const end = 600 + steps.length * stepTime;
  const held = frames - plan.length;
  for (let extra = 1; extra <= held; extra += 1)
    plan.push(frameAt(random, { at: end + extra * 260, step: null, pose: hold }));
  return plan;
}

function frameAt(random: Random, { at, step, pose }: Omit<PlannedFrame, 'shake'>): PlannedFrame {
  const wobble = (): number => random.bell() * 0.8;
  return {
    at: at === 0 ? 0 : Math.round(at + random.between(-60, 60)),
    step,
    pose: {
      yaw: pose.yaw + wobble(),
      pitch: pose.pitch + wobble(),
      roll: pose.roll + wobble(),
      size: pose.size * (1 + random.bell() * 0.006),
    },
    shake: [random.bell() * 3, random.bell() * 3],
  };
}

function goalOf(step: FilmStep, random: Random): Partial<HeadPose> {
  const goals: Record<FilmStep, () => Partial<HeadPose>> = {
    left: () => ({ yaw: random.between(26, 32) }),
    right: () => ({ yaw: -random.between(26, 32) }),
    up: () => ({ pitch: random.between(19, 24) }),
    closer: () => ({ size: random.between(1.28, 1.36) }),
    back: () => ({ size: random.between(0.68, 0.74) }),
  };
  return goals[step]();
}

function towards(start: HeadPose, goal: Partial<HeadPose>, share: number): HeadPose {
  const go = (name: keyof HeadPose): number =>
    start[name] + ((goal[name] ?? start[name]) - start[name]) * share;
  return { yaw: go('yaw'), pitch: go('pitch'), roll: go('roll'), size: go('size') };
}
