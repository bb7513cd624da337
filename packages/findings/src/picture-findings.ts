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

/** A check that could not run: the part that failed, or `time.limit`. */
export type PartName = Static<typeof partName>;

const readingPart = codeOf(['printed', 'barcode']);

/** A part that reads step by step and can be cut short. */
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

/** Milliseconds for each stage of an inspection. */
export type Timings = Static<typeof timings>;

/** A part that failed and the class of its error; the error's message is left out because it may quote what was read. */
export const partFailure = closed({
  part: partName,
  error: Type.String({ pattern: '^[0-9A-Za-z_$]{1,80}$' }),
});

/** A part that failed and the class of its error; the error's message is left out because it may quote what was read. */
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

/** Schema of the findings from all pictures of an attempt. */
export const pictureFindings = closed({
  /** One entry per uploaded picture, in upload order. */
  pictures: listOf(pictureFinding, mostPictures),
  /** The machine-readable zone; `null` if none was read on any document picture. */
  mrz: nullable(mrzFinding),
  /** The document's bar code; `null` if none of a known kind was read. */
  barcode: nullable(barcodeFinding),
  /** The printed fields; `null` if the print was not read. */
  printed: nullable(printedFinding),
  /** The print compared with the values that zone and bar code claim; absent if no print was read. */
  agreement: Type.Optional(printAgreement),
  /** Share of the printed page that was legible, 0–1; absent if no print was read. */
  legibility: Type.Optional(share),
  /**
   * How many of the claimed values are printed on the picture that shows the portrait. The claims come from zone and bar code, or without
   * these from print on any picture. Absent if the portrait is on the same picture as the zone or code, or if no print was read.
   */
  portraitPrint: Type.Optional(closed({ claimed: count(64), found: count(64) })),
  /** Classification of the document from the most reliable source; `null` if unknown. */
  documentClass: nullable(documentClass),
  /** The portrait on the document; `null` if none was found. */
  portrait: nullable(portraitFinding),
  /** The selfie that was chosen for the comparison; absent if no selfie shows a face. */
  selfie: Type.Optional(mediaId),
  /** Selfie compared with portrait; `null` if it could not be computed. */
  comparison: nullable(faceComparison),
  /** Why `comparison` is `null`; otherwise `null`. */
  comparisonReason: nullable(faceless),
  /** Selfie compared with the reference picture (`face-reference`), like `comparison`. */
  reference: nullable(faceComparison),
  /** Like `comparisonReason`; `reference.none` if no reference picture was supplied. */
  referenceReason: nullable(faceless),
  /** Signs of copies, alterations and presentation attacks. An empty list proves nothing. */
  evidence: listOf(evidence, 16 * mostPictures),
  liveness: livenessFinding,
  /** Data that links the person's face with other sessions, only on request. Biometric: removed when the decision is made. */
  faceTraces: nullable(faceTraces),
  /** Checks that could not run for technical reasons (a model, a time limit). If not empty, the session is never approved. */
  notComputed: listOf(partName, 32),
  /** Parts that ran out of time before they had read everything: their results are kept but may be incomplete. */
  cutShort: listOf(readingPart, 8),
  /** Every model that took part, as `id@digest`. */
  models: listOf(modelName, 16),
  /** Milliseconds for each stage; absent if no picture was inspected. */
  timings: Type.Optional(timings),
});

/**
 * Findings from the pictures of one attempt: plain data produced by the vision package and judged by `decideSession`. Nothing here is a
 * verdict. A member that is `null` was not found or not computed; the reason is in an adjacent member.
 */
export type PictureFindings = Static<typeof pictureFindings>;
