import { type Static, Type } from 'typebox';
import { documentSide } from './document-fields.ts';
import { faceFinding } from './faces.ts';
import {
  between,
  closed,
  codeOf,
  corners,
  degrees,
  listOf,
  measure,
  mediaId,
  nullable,
  oneOf,
  pixels,
  shaped,
  share,
} from './members.ts';

const refusalCode = codeOf(['img.unreadable', 'img.type', 'img.too_large', 'img.too_slow']);

/**
 * Why a picture could not be opened: the decoder gave up, it is not one of our types, it is too large or would cost too much to
 * decode, or the decoder had no end in its time.
 */
export type RefusalCode = Static<typeof refusalCode>;

const qualityFinding = closed({
  code: codeOf([
    'img.too_small',
    'img.grey',
    'img.screenshot',
    'img.dark',
    'img.bright',
    'img.blur',
    'img.duplicate',
    'face.none',
    'face.several',
    'face.small',
    'face.cut',
    'face.turned',
    'face.eyes',
    'face.covered',
    'doc.none',
    'doc.portrait_small',
    'doc.cut',
    'doc.far',
    'doc.tilted',
    'doc.glare',
    'doc.code_unread',
    'doc.side',
    'doc.copy',
  ]),
  /** In the unit its code is documented with. */
  value: measure,
  region: oneOf(['image', 'face', 'card', 'mrz', 'portrait']),
});

/** A measured property with a stable code; whether it is good enough is policy. */
export type QualityFinding = Static<typeof qualityFinding>;

const cardFinding = closed({
  /** Pixels of the upright original, may lie outside the frame; the first corner is the top left of the document as it reads. */
  corners,
  /** By the sides' ratio: 85.6 × 54, 105 × 74 or 125 × 88 mm; `null` when none fits. */
  format: nullable(oneOf(['ID1', 'ID2', 'ID3'])),
  /** The card's share of the picture, 0–1. */
  share,
  /** How far from straight above the camera was, degrees. */
  tilt: degrees,
  /** How far the corners lie outside the frame, as a share of the longer side; 0 when all are inside. */
  cut: between(0, 1e9),
  /** How it lies in the picture: quarter turns clockwise that make it upright, `null` when nothing names it. */
  rotation: nullable(Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)])),
  /** 0–1. */
  confidence: share,
  /** `outline`: edges were found. `frame`: the picture shows nothing but the document, as scans do. */
  source: oneOf(['outline', 'frame']),
});

/** A document's outline in a picture. */
export type CardFinding = Static<typeof cardFinding>;

export const pictureFinding = closed({
  mediaId,
  /** Upload context, `face`, `document-front`, … @see spec/contract.md A-35 */
  context: shaped('^[a-z_-]{1,64}$'),
  /** Why the picture could not be opened, else `null`. */
  refusal: nullable(refusalCode),
  /** Upright size in pixels; 0 when not opened. */
  width: pixels,
  height: pixels,
  quality: listOf(qualityFinding, 64),
  /** Widest first. */
  faces: listOf(faceFinding, 64),
  /** The document's outline; `null` on pictures of other things and where none was found. */
  card: nullable(cardFinding),
  /** Which side of a document it shows, `null` when nothing names it. */
  side: documentSide,
  /** 16 hex digits that change little when the picture does; `null` when not opened. */
  perceptualHash: nullable(shaped('^[0-9a-f]{16}$')),
});

/** What one picture showed. */
export type PictureFinding = Static<typeof pictureFinding>;

/** Schema of what one picture shows when it is looked at alone, as the flow does. */
export const captureFindings = closed({
  /** Why the picture could not be opened, else `null`. */
  refusal: nullable(refusalCode),
  /** Upright size in pixels; 0 when not opened. */
  width: pixels,
  height: pixels,
  /** Every value with its code, good or bad; empty when not opened. */
  quality: listOf(qualityFinding, 64),
  /** Milliseconds it took. */
  ms: between(0, 1e9),
});

/** What one picture of a capture under way measures; whether it is good enough is policy. */
export type CaptureFindings = Static<typeof captureFindings>;
