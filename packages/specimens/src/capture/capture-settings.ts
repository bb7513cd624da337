import type { DeskKind } from './desks.ts';
import type { Finger, Shadow } from './overlays.ts';

/** Named ways in which a document may be photographed. */
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

/** One of the named conditions. */
export type CaptureCondition = (typeof captureConditions)[number];

/** What a condition draws from its seed. */
export interface CaptureSettings {
  /** Share of the frame that the card takes along the side that binds first, 0–1. */
  fill: number;
  /** Degrees. */
  pitch: number;
  yaw: number;
  roll: number;
  /** Change of light across the frame, 0 even to 1, and its direction in degrees. */
  gradient: number;
  lightAngle: number;
  gain: number;
  /** −1 blue to 1 orange. */
  warmth: number;
  /** Deviation of the grey-level noise. */
  noise: number;
  /** Deviation in pixels. */
  blur: number;
  /** Length of the shake in pixels, 0 none. */
  motion: number;
  motionAngle: number;
  /** Reflections, positions and radius as shares of the card. */
  glare: { x: number; y: number; radius: number; strength: number }[];
  /** JPEG quality 1–100. */
  quality: number;
  medium: 'card' | 'screen' | 'paper';
  /** True: the frame is higher than wide. */
  upright: boolean;
  /** What lies behind; default `plain`. */
  desk?: DeskKind;
  fingers?: Finger[];
  shadows?: Shadow[];
  /** True: a flat scan that shows nothing but the document; `fill` is the card's share of the frame, cut above 1. */
  scanned?: boolean;
  /** How far the picture is moved off the card, in shares of the frame; corners then lie outside. */
  push?: { x: number; y: number };
  /** Longer side of the frame in pixels. */
  frameLong?: number;
  /** Quality of an earlier JPEG that this one was made from. */
  firstQuality?: number;
}
