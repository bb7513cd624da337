import type { DeskKind } from './desks.ts';
import type { Finger, Shadow } from './overlays.ts';

/** Named conditions under which a document can be photographed. */
export const captureConditions = [
  'clean',
  'typical',
  'blur',
  'glare',
  'small',
  'dim',
  'tilt',
  'upside',
  'sideways',
  'unreadable-blur',
  'screen',
  'paper',
  'scan',
  'crop',
  'fingers',
  'hand',
  'shadow',
  'messenger',
  'boards',
  'checked-cloth',
  'striped-cloth',
  'pale',
  'clutter',
  'tiles',
] as const;

/** One of `captureConditions`. */
export type CaptureCondition = (typeof captureConditions)[number];

/** Settings that a condition draws from its seed. */
export interface CaptureSettings {
  /** Share of the frame that the card fills along the side that limits its size, 0–1. */
  fill: number;
  /** In degrees. */
  pitch: number;
  yaw: number;
  roll: number;
  /** Change of light across the frame, from 0 (even) to 1, and its direction in degrees. */
  gradient: number;
  lightAngle: number;
  gain: number;
  /** Colour cast, from −1 (blue) to 1 (orange). */
  warmth: number;
  /** Standard deviation of the noise in grey levels. */
  noise: number;
  /** Standard deviation of the blur in pixels. */
  blur: number;
  /** Length of the motion blur in pixels; 0 for none. */
  motion: number;
  motionAngle: number;
  /** Reflections; positions and radius are shares of the card. */
  glare: { x: number; y: number; radius: number; strength: number }[];
  /** JPEG quality 1–100. */
  quality: number;
  medium: 'card' | 'screen' | 'paper';
  /** True when the frame is taller than it is wide. */
  upright: boolean;
  /** Background (default `plain`). */
  desk?: DeskKind;
  fingers?: Finger[];
  shadows?: Shadow[];
  /** True for a flat scan that shows only the document; `fill` is the card's share of the frame, which cuts it off above 1. */
  scanned?: boolean;
  /** How far the frame is moved off the card, in shares of the frame, so that corners lie outside. */
  push?: { x: number; y: number };
  /** Length of the frame's longer side in pixels. */
  frameLong?: number;
  /** Quality of an earlier JPEG from which this one is made. */
  firstQuality?: number;
}
