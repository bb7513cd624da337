export { aamvaPayload, type AamvaJurisdiction, type AamvaOptions } from './barcode/aamva-payload.ts';
export {
  colombianPayload,
  colombianPayloadLength,
  colombianTemplatesStart,
  type ColombianFields,
} from './barcode/colombian-payload.ts';
export {
  drawBarcode,
  type BarcodeOptions,
  type DrawnBarcode,
  type SpecimenBarcodeFormat,
} from './barcode/draw-barcode.ts';
export { sealedPayload } from './barcode/sealed-payload.ts';
export {
  captureConditions,
  type CaptureCondition,
  type CaptureSettings,
} from './capture/capture-settings.ts';
export type { Homography, Point, Size } from './capture/homography.ts';
export { planCapture, type CaptureOptions, type CaptureTruth } from './capture/plan-capture.ts';
export {
  recaptureFromPaper,
  recaptureFromScreen,
  type PrintKind,
  type Recapture,
  type Recaptured,
} from './capture/recapture.ts';
export { simulateCapture } from './capture/simulate-capture.ts';
export { pastePortrait, type Paste } from './capture/tamper.ts';
export { markerText, stampMarker } from './capture/stamp-marker.ts';
export { drawCard, type CardOptions, type CardTruth } from './card/draw-card.ts';
export { drawStrip, type StripTruth } from './card/draw-strip.ts';
export { nationalKinds, type CardKind, type NationalKind } from './card/card-kinds.ts';
export type { Box } from './card/card-layout.ts';
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
export {
  challengeFilm,
  filmAttacks,
  type ChallengeFilm,
  type FilmAttack,
  type FilmOptions,
  type FilmTruth,
} from './film/challenge-film.ts';
export { filmSteps, type FilmStep, type HeadPose } from './film/film-plan.ts';
export { checkDigit } from './mrz/check-digit.ts';
export { mrzLines, type MrzInput, type SpecimenMrzFormat } from './mrz/mrz-lines.ts';
export { mrzText } from './mrz/transliterate.ts';
export { cultureOf } from './card/national/national-cards.ts';
export type { Culture } from './people/culture.ts';
export { inventPerson, type PersonOptions } from './people/invent-person.ts';
export type { Person } from './people/person.ts';
export type {
  AmericanPapers,
  BrazilianPapers,
  ColombianPapers,
  MexicanPapers,
  Papers,
} from './people/papers.ts';
