import type { Random } from '../random.ts';
import type { CaptureCondition, CaptureSettings } from './capture-settings.ts';
import type { DeskKind } from './desks.ts';
import type { Finger, Shadow } from './overlays.ts';

type NewerCondition = Extract<
  CaptureCondition,
  | 'scan'
  | 'crop'
  | 'fingers'
  | 'hand'
  | 'shadow'
  | 'messenger'
  | 'boards'
  | 'checked-cloth'
  | 'striped-cloth'
  | 'pale'
  | 'clutter'
  | 'tiles'
>;

/** Changes that the conditions added after the first nine make; each draws its random numbers only when called. */
export function newerConditions(random: Random): Record<NewerCondition, () => Partial<CaptureSettings>> {
  const lyingOn = (desk: DeskKind) => () => ({ desk });
  return {
    scan: () => ({
      scanned: true,
      frameLong: random.whole(700, 1700),
      fill: random.between(0.985, 1.006),
      roll: random.between(-0.4, 0.4),
      gradient: 0.02,
      gain: random.between(0.97, 1.03),
      warmth: random.between(-0.15, 0.15),
      noise: random.between(0.6, 1.8),
      blur: random.between(0.3, 0.8),
      motion: 0,
      quality: random.whole(55, 90),
    }),
    crop: () => ({
      fill: random.between(0.86, 0.93),
      push: {
        x: random.between(0.1, 0.17) * (random.chance(0.5) ? 1 : -1),
        y: random.between(-0.01, 0.01),
      },
    }),
    fingers: () => ({ fill: random.between(0.7, 0.82), fingers: onEdge(random, random.pick(edges)) }),
    hand: () => ({
      desk: 'room',
      fill: random.between(0.62, 0.78),
      pitch: random.between(-12, 12),
      yaw: random.between(-12, 12),
      fingers: [...onEdge(random, 'left').slice(0, 1), ...onEdge(random, 'right').slice(0, 1)],
    }),
    shadow: () => ({ shadows: Array.from({ length: random.whole(1, 2) }, () => shadowOf(random)) }),
    messenger: () => ({
      frameLong: 1024,
      noise: random.between(1, 1.8),
      blur: random.between(0.3, 0.5),
      firstQuality: 85,
      quality: 40,
    }),
    boards: lyingOn('boards'),
    'checked-cloth': lyingOn('checked-cloth'),
    'striped-cloth': lyingOn('striped-cloth'),
    pale: lyingOn('pale'),
    clutter: lyingOn('clutter'),
    tiles: lyingOn('tiles'),
  };
}

const edges = ['left', 'right', 'top'] as const;

/** One or two fingers that reach in from an edge, but never from the lower edge, where zones are printed. */
function onEdge(random: Random, edge: (typeof edges)[number]): Finger[] {
  const first = random.between(0.22, 0.4);
  return Array.from({ length: random.whole(1, 2) }, (_, index): Finger => {
    const along = first + index * 0.24 + random.between(-0.02, 0.02);
    const inside = random.between(0.02, 0.06);
    const slant = random.between(-0.12, 0.12);
    const radius = random.between(0.055, 0.075);
    const points: Record<(typeof edges)[number], Pick<Finger, 'root' | 'tip'>> = {
      left: { root: [-0.55, along + slant], tip: [inside - 0.02, along] },
      right: { root: [1.55, along + slant], tip: [1.02 - inside, along] },
      top: { root: [along + slant, -0.8], tip: [along, inside - 0.02] },
    };
    return { ...points[edge], radius };
  });
}

/** The edge of a person's shadow, or a bar such as a window frame casts. */
function shadowOf(random: Random): Shadow {
  return {
    x: random.between(0.25, 0.75),
    y: random.between(0.25, 0.75),
    angle: random.between(0, 360),
    light: random.between(0.42, 0.65),
    softness: random.between(0.008, 0.05),
    width: random.chance(0.35) ? random.between(0.08, 0.2) : 9,
  };
}
