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
 * Why a picture could not be opened: the decoder failed, the file type is not supported, the picture is too large or too expensive to
 * decode, or decoding exceeded its time limit.
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
  /** In the unit documented for its code. */
  value: measure,
  region: oneOf(['image', 'face', 'card', 'mrz', 'portrait']),
});

/** A measured property with a stable code; whether the value is acceptable is policy. */
export type QualityFinding = Static<typeof qualityFinding>;

const cardFinding = closed({
  /** In pixels of the upright original, possibly outside the frame; the first corner is the top left of the document when upright. */
  corners,
  /** Derived from the aspect ratio: 85.6 × 54, 105 × 74 or 125 × 88 mm; `null` if none matches. */
  format: nullable(oneOf(['ID1', 'ID2', 'ID3'])),
  /** The card's share of the picture, 0–1. */
  share,
  /** How far the camera was from directly above the document, in degrees. */
  tilt: degrees,
  /** How far the corners lie outside the frame, as a share of the longer side; 0 if all are inside. */
  cut: between(0, 1e9),
  /** Clockwise quarter turns, in degrees, that make the document upright; `null` if unknown. */
  rotation: nullable(Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)])),
  /** 0–1. */
  confidence: share,
  /** `outline`: edges were found. `frame`: the document fills the whole picture, as in scans. */
  source: oneOf(['outline', 'frame']),
});

/** A document's outline in a picture. */
export type CardFinding = Static<typeof cardFinding>;

export const pictureFinding = closed({
  mediaId,
  /** Upload context, `face`, `document-front`, … @see spec/contract.md A-35 */
  context: shaped('^[a-z_-]{1,64}$'),
  /** Why the picture could not be opened; otherwise `null`. */
  refusal: nullable(refusalCode),
  /** Upright size in pixels; 0 if the picture was not opened. */
  width: pixels,
  height: pixels,
  quality: listOf(qualityFinding, 64),
  /** Ordered by width, widest first. */
  faces: listOf(faceFinding, 64),
  /** The document's outline; `null` on other pictures and if none was found. */
  card: nullable(cardFinding),
  /** The side of the document it shows; `null` if unknown. */
  side: documentSide,
  /** 16 hex digits that change little when the picture does; `null` if the picture was not opened. */
  perceptualHash: nullable(shaped('^[0-9a-f]{16}$')),
});

/** Findings from one picture. */
export type PictureFinding = Static<typeof pictureFinding>;

/** Schema of the findings from a single picture inspected on its own, as the flow does. */
export const captureFindings = closed({
  /** Why the picture could not be opened; otherwise `null`. */
  refusal: nullable(refusalCode),
  /** Upright size in pixels; 0 if the picture was not opened. */
  width: pixels,
  height: pixels,
  /** All measured values with their codes, good or bad; empty if the picture was not opened. */
  quality: listOf(qualityFinding, 64),
  /** Duration of the inspection in milliseconds. */
  ms: between(0, 1e9),
});

/** Findings from one picture while the capture is still under way; whether it is good enough is policy. */
export type CaptureFindings = Static<typeof captureFindings>;
