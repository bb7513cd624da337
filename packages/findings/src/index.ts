export type { FieldAgreement, PrintAgreement } from './agreement.ts';
export type { BarcodeFinding } from './barcode.ts';
export type {
  DocumentClass,
  DocumentKind,
  FieldName,
  FieldReading,
  FieldReadings,
} from './document-fields.ts';
export type { Evidence, EvidenceCode } from './evidence.ts';
export type { FaceComparison, FaceFinding, FaceTraces, LinkedFaces, PortraitFinding } from './faces.ts';
export { type Form, formOf } from './form.ts';
export type {
  ChallengeFinding,
  ChallengeStep,
  ContinuitySign,
  FollowedStep,
  LivenessFinding,
} from './liveness.ts';
export { closed, count, listOf, modelName, nullable, score, text } from './members.ts';
export { captureFindings } from './picture.ts';
export type { CaptureFindings, CardFinding, PictureFinding, QualityFinding, RefusalCode } from './picture.ts';
export { partFailure, pictureFindings } from './picture-findings.ts';
export type { PartFailure, PartName, PictureFindings, ReadingPart, Timings } from './picture-findings.ts';
export type { PrintedFinding } from './printed.ts';
export { storedFaces, storedFindings, type StoredFindings } from './stored.ts';
export type { MrzCheck, MrzChecks, MrzFields, MrzFinding, MrzFormat } from './zone.ts';
