import type { MrzReading } from './mrz/reading.ts';
import type { Box } from './raster.ts';
import type { RefusalCode } from './open-image.ts';

/** One picture to look at. */
export interface Picture {
  mediaId: string;
  /** Upload context, `face`, `document-front`, … @see spec/contract.md A-35 */
  context: string;
  bytes: Uint8Array;
}

/** What the pictures of one attempt showed. Nothing here is a verdict; `null` was not found or not computed. */
export interface PictureFindings {
  /** One entry per picture, in the order given. */
  pictures: PictureFinding[];
  /** The machine-readable zone, `null` when none was read on any document picture. */
  mrz: MrzFinding | null;
  /** The portrait on the document, `null` when none was found. */
  portrait: PortraitFinding | null;
  /** Selfie against portrait, `null` when it could not be computed. */
  comparison: FaceComparison | null;
  /** Code saying why `comparison` is `null` (`face.none`, `doc.portrait_none`, `face.small`, …), else `null`. */
  comparisonReason: string | null;
  /** Checks that could not run for technical reasons. Non-empty never approves. */
  notComputed: string[];
  /** Identity of every model that took part, `id@digest`. */
  models: string[];
  /** Milliseconds per stage: `open`, `faces`, `describe`, `quality`, `mrz`. */
  timings: Record<string, number>;
}

/** What one picture showed. */
export interface PictureFinding {
  mediaId: string;
  context: string;
  /** Why the picture could not be opened, else `null`. */
  refusal: RefusalCode | null;
  /** Upright size in pixels; 0 when not opened. */
  width: number;
  height: number;
  quality: QualityFinding[];
  /** Widest first. */
  faces: FaceFinding[];
}

/** A measured property with a stable code; whether it is good enough is policy. */
export interface QualityFinding {
  code: string;
  value: number;
  /** `image`, `face`, `card`, `mrz`, `portrait`. */
  region: string;
}

/** A face as reported; its mesh stays inside. */
export interface FaceFinding {
  /** x, y, width, height in pixels of the upright original. */
  box: Box;
  width: number;
  /** 0–1. */
  confidence: number;
  /** Degrees; positive to the person's left and up. */
  roll: number;
  yaw: number;
  pitch: number;
  flags: string[];
}

/** The face printed on the document. */
export interface PortraitFinding {
  mediaId: string;
  box: Box;
  /** Pixels of the upright original. */
  width: number;
}

/** Selfie against portrait. */
export interface FaceComparison {
  distance: number;
  /** 0–100, higher is more alike; 80 at distance 0.52 for the built-in model. Not a probability. */
  score: number;
  model: string;
  /** True when size or blur make the score unreliable. */
  weak: boolean;
}

/** The zone read, and on which picture. */
export interface MrzFinding extends MrzReading {
  mediaId: string;
}
