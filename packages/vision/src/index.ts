export { compareFaces, faceScore, type FaceSimilarity } from './faces/compare-faces.ts';
export { createInspector, type Inspector } from './inspection/create-inspector.ts';
export { describeFace, type FaceDescriptor } from './faces/describe-face.ts';
export { loadFaceModels, type FaceModels } from './faces/face-models.ts';
export { findFaces, type Face, type FaceSearch } from './faces/find-faces.ts';
export type { ImageFormat } from './picture/image-format.ts';
export { judgeCapture, type CaptureJudgement, type CaptureSubject } from './quality/judge-capture.ts';
export { readMrz } from './mrz/read-mrz.ts';
export type { MrzCheck, MrzFields, MrzFormat, MrzReading } from './mrz/reading.ts';
export { measureQuality, type PictureSubject } from './quality/measure-quality.ts';
export {
  analysisSide,
  closeLoaders,
  openImage,
  type OpenedImage,
  type Refusal,
  type RefusalCode,
} from './picture/open-image.ts';
export type {
  FaceComparison,
  FaceFinding,
  MrzFinding,
  Picture,
  PictureFinding,
  PictureFindings,
  PortraitFinding,
} from './inspection/picture-findings.ts';
export type { QualityFinding } from './quality/quality-finding.ts';
export { PictureLate, prepareSelfie } from './picture/prepare-selfie.ts';
export type { Box, Raster } from './picture/raster.ts';
export { scoreFaces } from './faces/score-faces.ts';
