/**
 * What the pictures of one attempt showed: plain data, produced by the vision side, judged by `decideSession`.
 * Nothing here is a verdict. A member that is `null` was not found or not computed; the reason stands beside it.
 */
export interface PictureFindings {
  /** One entry per uploaded picture, in upload order. */
  pictures: PictureFinding[];
  /** The machine-readable zone, or `null` when none was read on any document picture. */
  mrz: MrzFinding | null;
  /** The document's bar code, or `null` when none of a known kind was read. */
  barcode: BarcodeFinding | null;
  /** The printed zone, or `null` when it was not read. */
  printed: PrintedFinding | null;
  /** What the document is by the surest source, or `null` when nothing told. */
  documentClass: DocumentClass | null;
  /** The portrait on the document, or `null` when none was found. */
  portrait: PortraitFinding | null;
  /** Selfie against portrait, or `null` when it could not be computed. */
  comparison: FaceComparison | null;
  /** Code saying why `comparison` is `null` (`face.none`, `doc.portrait_none`, `face.small`, …), else `null`. */
  comparisonReason: string | null;
  /** Selfie against the reference picture (`face-reference`). */
  reference: FaceComparison | null;
  /** As `comparisonReason`; `reference.none` when no reference picture was given. */
  referenceReason: string | null;
  /** Signs of copies, alterations and presentation attacks. An empty list proves nothing. */
  evidence: Evidence[];
  liveness: LivenessFinding;
  /** What links the person's face with other sessions; only where asked for. Biometric: taken out again at the decision. */
  faceTraces: FaceTraces | null;
  /** Checks that could not run for technical reasons (a model, a time limit). Non-empty never approves. */
  notComputed: string[];
  /**
   * Parts that ended for lack of time before they had read everything (`printed`, `barcode`): what they gave stands, and there may
   * have been more.
   */
  cutShort: string[];
  /** Identity of every model that took part, `id@digest`. */
  models: string[];
}

export interface PictureFinding {
  mediaId: string;
  /** Upload context, `face`, `document-front`, … */
  context: string;
  /** Code of vision when the picture could not be opened (`img.unreadable`, `img.type`, `img.too_large`, `img.too_slow`), else `null`. */
  refusal: string | null;
  /** Upright size in pixels; 0 when not opened. */
  width: number;
  height: number;
  quality: QualityFinding[];
  faces: FaceFinding[];
  /** The document's outline; `null` on pictures of other things and where none was found. */
  card: CardFinding | null;
  /** Which side of a document it shows, `null` when nothing told. */
  side: 'front' | 'back' | null;
  /** 16 hex digits that change little when the picture does; `null` when not opened. */
  perceptualHash: string | null;
}

type Point = readonly [x: number, y: number];
type Corners = readonly [Point, Point, Point, Point];

/** A document's outline in a picture. */
export interface CardFinding {
  /** Pixels of the upright original, clockwise from the top left of the document as it reads; may lie outside the frame. */
  corners: Corners;
  format: 'ID1' | 'ID2' | 'ID3' | null;
  /** The card's share of the picture, 0–1. */
  share: number;
  /** Degrees from straight above. */
  tilt: number;
  /** How far corners lie outside the frame, as a share of the longer side. */
  cut: number;
  rotation: 0 | 90 | 180 | 270 | null;
  /** 0–1. */
  confidence: number;
  source: 'outline' | 'frame';
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

/** Names of fields that bar codes and print carry. */
export type FieldName =
  | 'documentCode'
  | 'issuingState'
  | 'number'
  | 'personalNumber'
  | 'lastName'
  | 'firstName'
  | 'fullName'
  | 'birthDate'
  | 'issueDate'
  | 'firstIssueDate'
  | 'expiryDate'
  | 'sex'
  | 'nationality'
  | 'birthPlace'
  | 'address'
  | 'authority'
  | 'licenceNumber'
  | 'licenceCategories'
  | 'state'
  | 'curp'
  | 'voterKey'
  | 'cic'
  | 'ocr'
  | 'emissionNumber'
  | 'registrationYear';

export interface FieldReading {
  /** Normalised: dates `YYYY-MM-DD`, sex `M` or `F`, numbers without separators, names in upper case. */
  value: string;
  text: string;
  /** 0–1. */
  confidence: number;
  box: readonly [number, number, number, number] | null;
}

export type FieldReadings = Partial<Record<FieldName, FieldReading>>;

export interface BarcodeFinding {
  mediaId: string;
  format: string;
  kind: 'co-cedula-pdf417' | 'aamva' | 'br-cnh-qr' | 'other';
  /** Bytes of the payload. */
  length: number;
  corners: Corners;
  /** `null` for kinds whose content is not read. */
  fields: FieldReadings | null;
  version: string | null;
  /** True when the layout is community knowledge, not the issuer's. */
  unofficial: boolean;
}

export type DocumentKind =
  | 'passport'
  | 'visa'
  | 'id-card'
  | 'residence-permit'
  | 'driving-licence'
  | 'mx-ine'
  | 'co-cedula-yellow'
  | 'co-cedula-digital'
  | 'br-cnh'
  | 'us-licence';

/** What a document picture seems to show. */
export interface DocumentClass {
  kind: DocumentKind;
  /** ISO 3166-1 alpha-3 or a special code; `null` when nothing tells. */
  issuingState: string | null;
  /** 0–1. */
  confidence: number;
  source: 'mrz' | 'barcode' | 'printed' | 'outline';
}

export interface PrintedFinding {
  mediaId: string;
  fields: FieldReadings;
  documentClass: DocumentClass | null;
  side: 'front' | 'back' | null;
  template: string;
  engine: string;
}

/** One explainable sign. */
export interface Evidence {
  /** `live.…` about the person's picture, `doc.…` about the document. */
  code: string;
  /** 0 to 1; ordinal, not a probability. */
  strength: number;
  mediaId: string;
  region: string;
  value: number;
  /** For the operator; names no reading and no person. */
  sentence: string;
}

export interface LivenessFinding {
  /**
   * `none`: nothing could be checked. `passive`: signs in still pictures only, informational, not a liveness test. `model`: an
   * operator's network took part.
   */
  examined: 'none' | 'passive' | 'model';
  /** What a challenge film showed; `null` when none was recorded, as always in sessions fed over the API. */
  challenge: ChallengeFinding | null;
}

/** What a person is asked to do; left and right are the person's own. */
export type ChallengeStep = 'left' | 'right' | 'up' | 'closer' | 'back';

/** What a challenge film showed of the steps that were asked for. */
export interface ChallengeFinding {
  frames: number;
  /** Frames without exactly one face. */
  faceless: number;
  steps: { asked: ChallengeStep; met: boolean; frame: number | null; measured: number | null }[];
  /** Movements beyond the asked amounts, in their order. */
  made: ChallengeStep[];
  /** The asked steps and no others were made, in the asked order. */
  followed: boolean;
  /** Largest distance between the selfie and a frontal frame; `null` when not computed. */
  worstDistance: number | null;
  /** Score of that distance, 0–100. */
  worstScore: number | null;
  model: string;
  /** Degrees between the two frames by which depth was measured. */
  yawSpan: number | null;
  /** Landmark motion between them that no plane explains, in distances of the eyes. */
  planeResidue: number | null;
  /** Signs that the frames were not recorded in one go. */
  continuity: { code: string; frame: number; value: number }[];
}

/** Descriptors of the faces that were compared, as one model gives them. */
export interface FaceTraces {
  /** `id@digest`; descriptors of different models must not be compared. */
  model: string;
  metric: 'euclidean' | 'cosine-distance';
  /** Base64 of float32 numbers, little-endian; `null` where there was no face fit to compare. */
  selfie: string | null;
  portrait: string | null;
  /** Distances up to which faces count as the same and as alike, for the scores that were asked for. */
  distances: { same: number; alike: number };
}
