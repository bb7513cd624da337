import type { Random } from '../random.ts';
import type { CaptureCondition, CaptureSettings } from './capture-settings.ts';
import { newerConditions } from './newer-conditions.ts';

/** Draws random settings for a condition. */
export function drawSettings(condition: CaptureCondition, random: Random): CaptureSettings {
  const typical = typicalSettings(random);
  const changes: Record<CaptureCondition, () => Partial<CaptureSettings>> = {
    clean: () => ({
      fill: random.between(0.86, 0.93),
      pitch: random.between(-1.5, 1.5),
      yaw: random.between(-1.5, 1.5),
      roll: random.between(-0.8, 0.8),
      gradient: 0.08,
      gain: 1,
      warmth: 0,
      noise: 1.2,
      blur: 0.4,
      quality: 93,
    }),
    typical: () => ({}),
    blur: () => ({ blur: random.between(1.5, 2.2) }),
    glare: () => ({
      glare: [spot(random), spot(random)],
    }),
    small: () => ({ fill: random.between(0.46, 0.54) }),
    dim: () => ({
      gain: random.between(0.3, 0.42),
      noise: random.between(4, 6),
      warmth: random.between(0.2, 0.8),
    }),
    tilt: () => ({
      pitch: random.between(14, 22) * (random.chance(0.5) ? 1 : -1),
      yaw: random.between(10, 18) * (random.chance(0.5) ? 1 : -1),
      roll: random.between(-12, 12),
      fill: random.between(0.84, 0.92),
    }),
    upside: () => ({ roll: 180 + random.between(-5, 5) }),
    sideways: () => ({ roll: (random.chance(0.5) ? 90 : 270) + random.between(-5, 5), upright: true }),
    'unreadable-blur': () => ({ blur: random.between(17, 20), motion: random.between(18, 26) }),
    screen: () => ({ medium: 'screen', warmth: -0.7, blur: 0.7, pitch: random.between(-6, 6) }),
    paper: () => ({ medium: 'paper', gain: 0.95, blur: 0.8 }),
    ...newerConditions(random),
  };
  return { ...typical, ...changes[condition]() };
}

function typicalSettings(random: Random): CaptureSettings {
  return {
    fill: random.between(0.76, 0.88),
    pitch: random.between(-8, 8),
    yaw: random.between(-8, 8),
    roll: random.between(-5, 5),
    gradient: random.between(0.1, 0.32),
    lightAngle: random.between(0, 360),
    gain: random.between(0.86, 1.06),
    warmth: random.between(-0.4, 0.7),
    noise: random.between(1.8, 3.4),
    blur: random.between(0.5, 0.9),
    motion: random.chance(0.3) ? random.between(1.5, 3) : 0,
    motionAngle: random.between(0, 180),
    glare: [],
    quality: random.whole(78, 90),
    medium: 'card',
    upright: false,
  };
}

/** Places a reflection on the upper half, which has the portrait and the fields, and not on the machine-readable zone. */
function spot(random: Random): CaptureSettings['glare'][number] {
  return {
    x: random.between(0.1, 0.95),
    y: random.between(0.05, 0.32),
    radius: random.between(0.06, 0.13),
    strength: random.between(110, 210),
  };
}
