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

/** Face width in pixels of the upright original; not whole. */
const faceWidth = between(0, 50_000_000);

export const faceFinding = closed({
  box,
  /** Pixels of the upright original. */
  width: faceWidth,
  /** 0–1. */
  confidence: share,
  /** Degrees; positive to the person's left and up. */
  roll: degrees,
  yaw: degrees,
  pitch: degrees,
  /** Codes of what is unusual about it. */
  flags: listOf(codeOf(['face.several', 'face.small', 'face.cut', 'face.turned', 'face.eyes']), 16),
});

/** A face as reported; its mesh stays inside. */
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
  /** Distance of the descriptors, smaller is more alike; Euclidean for the built-in model. */
  distance,
  /** 0–100, higher is more alike; 80 at distance 0.52 for the built-in model. Not a probability. */
  score,
  /** Identity of the descriptor model, `id@digest`. */
  model: modelName,
  /** True when size or blur make the score unreliable. */
  weak: Type.Boolean(),
});

/** Two faces compared. */
export type FaceComparison = Static<typeof faceComparison>;

/** Characters of the longest descriptor, 65,536 float32 numbers. */
const longestDescriptor = 349_528;
const descriptor = nullable(
  Type.String({
    maxLength: longestDescriptor,
    pattern: '^(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$',
  }),
);

/** The faces kept of a session for comparisons with others. */
export const linkedFaces = closed({
  /** Base64 of float32 numbers, little-endian; `null` where there was no face fit to compare. */
  selfie: descriptor,
  portrait: descriptor,
});

/** The faces kept of a session for comparisons with others. */
export type LinkedFaces = Static<typeof linkedFaces>;

export const faceTraces = closed({
  /** `id@digest`; descriptors of different models must not be compared. */
  model: modelName,
  metric: oneOf(['euclidean', 'cosine-distance']),
  ...linkedFaces.properties,
  /**
   * Distances up to which faces count as the same and as alike, for the scores that were asked for, and beyond which they are clearly
   * of two people; `null`: no face does. `other` is absent in what earlier releases wrote.
   */
  distances: closed({
    same: nullable(distance),
    alike: nullable(distance),
    other: Type.Optional(nullable(distance)),
  }),
});

/** Descriptors of the faces that were compared, as one model gives them. Biometric data. */
export type FaceTraces = Static<typeof faceTraces>;
