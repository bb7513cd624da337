import { type Static, Type } from 'typebox';
import {
  between,
  box,
  closed,
  codeOf,
  degrees,
  distance,
  listOf,
  mediaId,
  modelName,
  nullable,
  oneOf,
  score,
  share,
} from './members.ts';

/** Face width in pixels of the upright original; may be fractional. */
const faceWidth = between(0, 50_000_000);

export const faceFinding = closed({
  box,
  /** Pixels of the upright original. */
  width: faceWidth,
  /** 0–1. */
  confidence: share,
  /** Degrees; positive towards the person's left and upwards. */
  roll: degrees,
  yaw: degrees,
  pitch: degrees,
  /** Codes for unusual properties of the face. */
  flags: listOf(codeOf(['face.several', 'face.small', 'face.cut', 'face.turned', 'face.eyes']), 16),
});

/** A face as reported; the mesh is not part of it. */
export type FaceFinding = Static<typeof faceFinding>;

export const portraitFinding = closed({
  mediaId,
  box,
  /** Pixels of the upright original. */
  width: faceWidth,
});

/** The face printed on the document. */
export type PortraitFinding = Static<typeof portraitFinding>;

export const faceComparison = closed({
  /** Distance between the descriptors; smaller means more alike. Euclidean for the built-in model. */
  distance,
  /** 0–100; higher means more alike. 80 corresponds to distance 0.52 for the built-in model. Not a probability. */
  score,
  /** Identity of the descriptor model, `id@digest`. */
  model: modelName,
  /** True if size or blur makes the score unreliable. */
  weak: Type.Boolean(),
});

/** Comparison of two faces. */
export type FaceComparison = Static<typeof faceComparison>;

/** Characters of the longest descriptor: 65,536 float32 numbers. */
const longestDescriptor = 349_528;
const descriptor = nullable(
  Type.String({
    maxLength: longestDescriptor,
    pattern: '^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$',
  }),
);

/** The faces of a session that are kept for comparison with other sessions. */
export const linkedFaces = closed({
  /** Base64 of float32 numbers, little-endian; `null` if no face was fit for comparison. */
  selfie: descriptor,
  portrait: descriptor,
});

/** The faces of a session that are kept for comparison with other sessions. */
export type LinkedFaces = Static<typeof linkedFaces>;

export const faceTraces = closed({
  /** `id@digest`; descriptors of different models must not be compared. */
  model: modelName,
  metric: oneOf(['euclidean', 'cosine-distance']),
  ...linkedFaces.properties,
  /**
   * Largest distances at which faces count as the same and as alike, for the requested scores, and the distance above which they clearly
   * belong to two people; `null`: no distance qualifies. `other` is absent in findings written by earlier releases.
   */
  distances: closed({
    same: nullable(distance),
    alike: nullable(distance),
    other: Type.Optional(nullable(distance)),
  }),
});

/** Descriptors of the compared faces, from one model. Biometric data. */
export type FaceTraces = Static<typeof faceTraces>;
