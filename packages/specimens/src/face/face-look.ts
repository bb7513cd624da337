import { seededRandom } from '../random.ts';

/** What changes from one picture of a person to the next. */
export interface FaceLook {
  /** Degrees, clockwise positive. */
  tilt: number;
  /** −1 light from the left to 1 light from the right. */
  light: number;
  /** Brightness factor around 1. */
  gain: number;
  /** −1 blue to 1 orange. */
  warmth: number;
  /** Deviation in units of the 600 × 760 sheet. */
  blur: number;
  /** 0 neutral to 1 smiling. */
  smile: number;
  /** Pupils' shift in units. */
  gazeX: number;
}

/** Variant 0 is the straight, evenly lit document portrait; every other number is another picture of the person. */
export function faceLook(seed: number, variant: number): FaceLook {
  if (variant === 0) return { tilt: 0, light: 0, gain: 1, warmth: 0, blur: 0, smile: 0, gazeX: 0 };
  const random = seededRandom(seed, `look-${variant}`);
  return {
    tilt: random.between(-6, 6),
    light: random.between(-0.8, 0.8),
    gain: random.between(0.86, 1.08),
    warmth: random.between(-0.6, 0.8),
    blur: random.between(0, 1.1),
    smile: random.between(0, 0.7),
    gazeX: random.between(-2, 2),
  };
}
