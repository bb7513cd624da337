export { captureConditions, type CaptureCondition, type CaptureSettings } from './capture/conditions.ts';
export { planCapture, type CaptureOptions, type CaptureTruth } from './capture/plan-capture.ts';
export { simulateCapture } from './capture/simulate-capture.ts';
export { drawCard, type CardOptions, type CardTruth } from './card/draw-card.ts';
export { type Box, type CardKind } from './card/card-layout.ts';
export {
  approvedPerson,
  blurredDocument,
  damagedMrz,
  doubtfulFace,
  expiredDocument,
  lookAlike,
  minor,
  namedCases,
  namedCaseOptions,
  type CaseVariation,
  type NamedCase,
} from './cases/named-cases.ts';
export {
  documentKinds,
  specimenCase,
  type CaseOptions,
  type CasePicture,
  type DocumentKind,
  type SpecimenCase,
} from './cases/specimen-case.ts';
export { drawPortrait, drawSelfie, type PortraitOptions } from './face/draw-portrait.ts';
export { faceShape, type FaceShape } from './face/face-shape.ts';
export type { FacePair } from './face/face-pair.ts';
export { facePairs, facePairsModel } from './face/face-pairs.ts';
export { checkDigit } from './mrz/check-digit.ts';
export { mrzLines, type MrzInput, type SpecimenMrzFormat } from './mrz/mrz-lines.ts';
export { mrzText } from './mrz/transliterate.ts';
export { inventPerson, type Person } from './people/invent-person.ts';
