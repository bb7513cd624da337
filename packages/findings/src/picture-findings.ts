import { type Static, Type } from 'typebox';
import { printAgreement } from './agreement.ts';
import { barcodeFinding } from './barcode.ts';
import { documentClass } from './document-fields.ts';
import { evidence } from './evidence.ts';
import { faceComparison, faceTraces, portraitFinding } from './faces.ts';
import { livenessFinding } from './liveness.ts';
import {
  between,
  closed,
  codeOf,
  count,
  listOf,
  mediaId,
  modelName,
  mostPictures,
  nullable,
  share,
} from './members.ts';
import { pictureFinding } from './picture.ts';
import { printedFinding } from './printed.ts';
import { mrzFinding } from './zone.ts';

const partName = codeOf([
  'time.limit',
  'face.detector',
  'face.model',
  'doc.outline',
  'mrz.reader',
  'barcode.reader',
  'text.reader',
  'img.quality',
  'evidence',
  'live.model',
  'challenge',
]);

/** A check that could not run: a part that failed, or `time.limit`. */
export type PartName = Static<typeof partName>;

const readingPart = codeOf(['printed', 'barcode']);

/** A part that reads step by step and can end early. */
export type ReadingPart = Static<typeof readingPart>;

const ms = Type.Optional(between(0, 1e9));

const timings = closed({
  open: ms,
  faces: ms,
  card: ms,
  mrz: ms,
  barcode: ms,
  printed: ms,
  quality: ms,
  evidence: ms,
  describe: ms,
  challenge: ms,
});

/** Milliseconds per stage of an inspection. */
export type Timings = Static<typeof timings>;

/** A part that failed, with the class of the error; its message may quote what was read. */
export const partFailure = closed({
  part: partName,
  error: Type.String({ pattern: '^[0-9A-Za-z_$]{1,80}$' }),
});

/** A part that failed, with the class of the error; its message may quote what was read. */
export type PartFailure = Static<typeof partFailure>;

const faceless = codeOf([
  'face.none',
  'face.small',
  'doc.portrait_none',
  'doc.portrait_small',
  'reference.none',
  'reference.face_none',
  'sys.unavailable',
]);

/** Schema of what all pictures of an attempt show together. */
export const pictureFindings = closed({
  /** One entry per uploaded picture, in upload order. */
  pictures: listOf(pictureFinding, mostPictures),
  /** The machine-readable zone, or `null` when none was read on any document picture. */
  mrz: nullable(mrzFinding),
  /** The document's bar code, or `null` when none of a known kind was read. */
  barcode: nullable(barcodeFinding),
  /** The printed zone, or `null` when it was not read. */
  printed: nullable(printedFinding),
  /** What print shows of the values that zone and bar code claim; not there where no print was read. */
  agreement: Type.Optional(printAgreement),
  /** How much of the printed page was legible, 0–1; not there where no print was read. */
  legibility: Type.Optional(share),
  /**
   * How many of the values that zone and bar code claim, or without them print on any picture, are in print on the picture of the
   * portrait; not there where the portrait is beside zone or code, or no print was read.
   */
  portraitPrint: Type.Optional(closed({ claimed: count(64), found: count(64) })),
  /** What the document is by the surest source, or `null` when nothing names it. */
  documentClass: nullable(documentClass),
  /** The portrait on the document, or `null` when none was found. */
  portrait: nullable(portraitFinding),
  /** The selfie that is compared, of as many as were sent; not there where no face was found on any. */
  selfie: Type.Optional(mediaId),
  /** Selfie against portrait, or `null` when it could not be computed. */
  comparison: nullable(faceComparison),
  /** Why `comparison` is `null`, else `null`. */
  comparisonReason: nullable(faceless),
  /** Selfie against the reference picture (`face-reference`), as `comparison`. */
  reference: nullable(faceComparison),
  /** As `comparisonReason`; `reference.none` when no reference picture was given. */
  referenceReason: nullable(faceless),
  /** Signs of copies, alterations and presentation attacks. An empty list proves nothing. */
  evidence: listOf(evidence, 16 * mostPictures),
  liveness: livenessFinding,
  /** What links the person's face with other sessions; only where requested. Biometric: taken out again at the decision. */
  faceTraces: nullable(faceTraces),
  /** Checks that could not run for technical reasons (a model, a time limit). Non-empty never approves. */
  notComputed: listOf(partName, 32),
  /** Parts that ended for lack of time before they had read everything: what they gave is kept, and there may have been more. */
  cutShort: listOf(readingPart, 8),
  /** Identity of every model that took part, `id@digest`. */
  models: listOf(modelName, 16),
  /** Milliseconds per stage; absent where no picture was looked at. */
  timings: Type.Optional(timings),
});

/**
 * What the pictures of one attempt showed: plain data, produced by the vision side, judged by `decideSession`.
 * Nothing here is a verdict. A member that is `null` was not found or not computed; the reason is beside it.
 */
export type PictureFindings = Static<typeof pictureFindings>;
