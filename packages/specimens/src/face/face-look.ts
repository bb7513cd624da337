import { seededRandom } from '../random.ts';

/** Properties that vary between pictures of the same person. */
export interface FaceLook {
  /** In degrees, clockwise positive. */
  tilt: number;
  /** Direction of the light, from −1 (left) to 1 (right). */
  light: number;
  /** Brightness factor, about 1. */
  gain: number;
  /** Colour cast, from −1 (blue) to 1 (orange). */
  warmth: number;
  /** Standard deviation of the blur, in units of the 600 × 760 sheet. */
  blur: number;
  /** Expression, from 0 (neutral) to 1 (smiling). */
  smile: number;
  /** Horizontal and vertical shift of the pupils, in units of the sheet. */
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
