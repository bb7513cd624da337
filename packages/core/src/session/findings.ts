/**
 * What the pictures of one attempt showed: plain data, produced by the vision side, judged by `decideSession`.
 * Nothing here is a verdict. A member that is `null` was not found or not computed; the reason stands beside it.
 */
export interface PictureFindings {
  /** One entry per uploaded picture, in upload order. */
  pictures: PictureFinding[];
  /** The machine-readable zone, or `null` when none was read on any document picture. */
  mrz: MrzFinding | null;
  /** The portrait on the document, or `null` when none was found. */
  portrait: PortraitFinding | null;
  /** Selfie against portrait, or `null` when it could not be computed. */
  comparison: FaceComparison | null;
  /** Code saying why `comparison` is `null` (`face.none`, `doc.portrait_none`, `face.small`, …), else `null`. */
  comparisonReason: string | null;
  /** Checks that could not run for technical reasons (a model, a time limit). Non-empty never approves. */
  notComputed: string[];
  /** Identity of every model that took part, `id@digest`. */
  models: string[];
}

export interface PictureFinding {
  mediaId: string;
  /** Upload context, `face`, `document-front`, … */
  context: string;
  /** Code of vision when the picture could not be opened (`img.unreadable`, `img.type`, `img.too_large`), else `null`. */
  refusal: string | null;
  /** Upright size in pixels; 0 when not opened. */
  width: number;
  height: number;
  quality: QualityFinding[];
  faces: FaceFinding[];
}

/** A measured property with a stable code; whether it is good enough is policy. */
export interface QualityFinding {
  code: string;
  value: number;
  /** `image`, `face`, `card`, `mrz`, `portrait`. */
  region: string;
}

export interface FaceFinding {
  /** x, y, width, height in pixels of the upright original. */
  box: readonly [number, number, number, number];
  /** Face width in pixels of the upright original. */
  width: number;
  /** 0–1. */
  confidence: number;
  /** Degrees; positive to the person's left and up. */
  roll: number;
  yaw: number;
  pitch: number;
  flags: string[];
}

export interface PortraitFinding {
  mediaId: string;
  box: readonly [number, number, number, number];
  width: number;
}

export interface FaceComparison {
  /** Euclidean distance of the descriptors, smaller is more alike. */
  distance: number;
  /** 0–100, higher is more alike; 80 at distance 0.52 for the built-in model. Not a probability. */
  score: number;
  model: string;
  /** True when size or blur make the score unreliable. */
  weak: boolean;
}

export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRVA' | 'MRVB' | 'FRID';

export interface MrzFinding {
  mediaId: string;
  format: MrzFormat;
  /** `clean`: all check digits agree as read. `repaired`: one character replaced. `inconsistent`: a digit disagrees. */
  status: 'clean' | 'repaired' | 'inconsistent';
  lines: string[];
  /** The reading before any repair. */
  raw: string[];
  /** `null` where the format has no such digit. */
  checks: Record<'number' | 'birth' | 'expiry' | 'optional' | 'composite', boolean | null>;
  /** Names of the fields that a repair touched. */
  repaired: string[];
  /** Smallest confidence of any character, 0–1. */
  confidence: number;
  fields: MrzFields;
}

export interface MrzFields {
  /** Document code as printed without fillers, `P`, `ID`, `I`, `V`. */
  documentCode: string;
  /** Issuing state as printed without fillers, `UTO`, `D`, `MEX`. */
  issuingState: string;
  number: string | null;
  lastName: string | null;
  firstName: string | null;
  /** The name filled its field: more may have been cut off. */
  truncated: boolean;
  /** `YYYY-MM-DD`, or `null` when unknown or partial. */
  birthDate: string | null;
  expiryDate: string | null;
  sex: 'M' | 'F' | null;
  rawSex: string;
  /** As printed without fillers. */
  nationality: string | null;
  optional1: string | null;
  optional2: string | null;
  /** The holder's national number where the state is known to print it in the optional data (Colombia), else `null`. */
  personalNumber: string | null;
  /** Smallest confidence per field name, 0–1. */
  confidence: Record<string, number>;
}
