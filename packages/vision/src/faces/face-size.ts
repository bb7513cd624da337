import type { FaceFinding } from '@countersign/findings';
import type { Face } from './find-faces.ts';

/** Limits for flags and weak scores; policy may override them. Widths are in pixels of the original picture. */
export interface FaceLimits {
  /** Narrower faces are never compared; policy cannot go below {@link smallestComparedFace}. */
  compared: number;
  /** Below this width a score is flagged as weak, and a portrait as small. */
  strong: number;
  /** Below this width a selfie is flagged as small. */
  goodSelfie: number;
  /** Sharpness of the face region below which a score is flagged as weak. */
  sharp: number;
  /** Degrees of yaw or pitch from which a face counts as turned. */
  turned: number;
  /** Height ÷ width of the eyes below which they count as closed. */
  eyesOpen: number;
  /** Share of the mesh outside the picture, 0–1, above which a face counts as cut. */
  cut: number;
}

/** Hard minimum in pixels: no score is computed for narrower faces, whatever the limits. */
const smallestComparedFace = 60;

/** @see design: score, thresholds, size gates */
export const defaultFaceLimits: FaceLimits = {
  compared: smallestComparedFace,
  strong: 80,
  goodSelfie: 160,
  sharp: 10,
  turned: 20,
  eyesOpen: 0.15,
  cut: 0.02,
};

type MeasuredFace = Pick<Face, 'width' | 'yaw' | 'pitch' | 'eyeOpening' | 'cutShare'>;

/** Codes for unusual properties of a face, in a fixed order. */
export function faceFlags(
  face: MeasuredFace,
  { isSelfie, several }: { isSelfie: boolean; several: boolean },
  limits: Partial<FaceLimits> = {},
): FaceFinding['flags'] {
  const { goodSelfie, strong, cut, turned, eyesOpen } = { ...defaultFaceLimits, ...limits };
  const flags: [code: FaceFinding['flags'][number], raised: boolean][] = [
    ['face.several', several],
    ['face.small', face.width < (isSelfie ? goodSelfie : strong)],
    ['face.cut', face.cutShare > cut],
    ['face.turned', Math.max(Math.abs(face.yaw), Math.abs(face.pitch)) > turned],
    ['face.eyes', face.eyeOpening < eyesOpen],
  ];
  return flags.filter(([, raised]) => raised).map(([code]) => code);
}

/** Whether a face is wide enough to compute a score at all. */
export function isComparable({ width }: Pick<Face, 'width'>, limits: Partial<FaceLimits> = {}): boolean {
  return width >= Math.max(smallestComparedFace, limits.compared ?? 0);
}

/**
 * Whether size or blur makes a score unreliable.
 * @param sharpness of the face region; `null` if not measured, so that only the size counts
 */
export function isWeakFace(
  { width }: Pick<Face, 'width'>,
  sharpness: number | null,
  limits: Partial<FaceLimits> = {},
): boolean {
  const { strong, sharp } = { ...defaultFaceLimits, ...limits };
  return width < strong || (sharpness !== null && sharpness < sharp);
}
