import type { BarcodeReading } from '../barcode/barcode-reading.ts';
import type { Card } from '../card/card.ts';
import type { ChallengeFinding } from '../challenge/challenge-finding.ts';
import type { DocumentClass } from '../document/document-kinds.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { MrzReading } from '../mrz/reading.ts';
import type { RefusalCode } from '../picture/open-image.ts';
import type { Box } from '../picture/raster.ts';
import type { PrintedReading } from '../printed/printed-reading.ts';
import type { QualityFinding } from '../quality/quality-finding.ts';

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
  /** The document's bar code, `null` when none of a known kind was read. */
  barcode: BarcodeFinding | null;
  /** The printed zone, `null` when it was not read. */
  printed: PrintedFinding | null;
  /** What the document is, by the surest source; `null` when unknown. */
  documentClass: DocumentClass | null;
  /** The portrait on the document, `null` when none was found. */
  portrait: PortraitFinding | null;
  /** Selfie against portrait, `null` when it could not be computed. */
  comparison: FaceComparison | null;
  /** Code saying why `comparison` is `null` (`face.none`, `doc.portrait_none`, `face.small`, …), else `null`. */
  comparisonReason: string | null;
  /** Selfie against the reference picture (`face-reference`), as `comparison`. */
  reference: FaceComparison | null;
  /** As `comparisonReason`; `reference.none` when no reference picture was given. */
  referenceReason: string | null;
  /** Signs of copies, alterations and presentation attacks. An empty list proves nothing. */
  evidence: Evidence[];
  liveness: LivenessFinding;
  /** Descriptors for the caller's own comparisons, only if requested. Biometric data. */
  faceTraces: FaceTraces | null;
  /** Checks that could not run for technical reasons. Non-empty never approves. */
  notComputed: string[];
  /**
   * Parts that ended for lack of time before they had read everything (`printed`, `barcode`): what they gave is valid, and there may
   * have been more.
   */
  cutShort: string[];
  /** Identity of every model that took part, `id@digest`. */
  models: string[];
  /** Milliseconds per stage. */
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
  /** The document's outline; `null` on pictures of other things and where none was found. */
  card: Card | null;
  /** Which side of a document it shows, `null` when unknown. */
  side: 'front' | 'back' | null;
  /** 16 hex digits that change little when the picture does; `null` when not opened. */
  perceptualHash: string | null;
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

/** Two faces compared. */
export interface FaceComparison {
  distance: number;
  /** 0–100, higher is more alike; 80 at distance 0.52 for the built-in model. Not a probability. */
  score: number;
  /** Identity of the descriptor model, `id@digest`. */
  model: string;
  /** True when size or blur make the score unreliable. */
  weak: boolean;
}

/** The zone read, and on which picture. */
export interface MrzFinding extends MrzReading {
  mediaId: string;
}

/** The code read, and on which picture. */
export interface BarcodeFinding extends BarcodeReading {
  mediaId: string;
}

/** The printed zone, and on which picture most of it is. */
export interface PrintedFinding extends PrintedReading {
  mediaId: string;
}

/** How far the presence of a live person was looked into. */
export interface LivenessFinding {
  /**
   * `none`: nothing could be checked. `passive`: signs in still pictures only, informational, not a liveness test. `model`: an
   * operator's network took part.
   */
  examined: 'none' | 'passive' | 'model';
  /** What a challenge film showed; `null` when none was recorded. */
  challenge: ChallengeFinding | null;
}

/** Descriptors of the faces that were compared, as one model gives them. */
export interface FaceTraces {
  /** `id@digest`; descriptors of different models must not be compared. */
  model: string;
  metric: 'euclidean' | 'cosine-distance';
  /** Base64 of float32 numbers, little-endian; `null` where there was no face fit to compare. */
  selfie: string | null;
  portrait: string | null;
  /** Distances up to which faces count as the same and as alike, for the scores requested. */
  distances: { same: number; alike: number };
}
