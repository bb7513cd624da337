export { compareFaces, faceScore, type FaceSimilarity } from './compare-faces.ts';
export { createInspector, type Inspector } from './create-inspector.ts';
export { describeFace, type FaceDescriptor } from './describe-face.ts';
export { loadFaceModels, type FaceModels } from './face-models.ts';
export { runCompareFaces } from './evaluation/compare-faces-command.ts';
export type { EvaluationIo, ExitCode } from './evaluation/evaluation-run.ts';
export { runReadDocument } from './evaluation/read-document-command.ts';
export { findFaces, type Face, type FaceSearch } from './find-faces.ts';
export type { ImageFormat } from './image-format.ts';
export { judgeCapture, type CaptureJudgement, type CaptureSubject } from './judge-capture.ts';
export { readMrz } from './mrz/read-mrz.ts';
export type { MrzCheck, MrzFields, MrzFormat, MrzReading } from './mrz/reading.ts';
export { measureQuality, type PictureSubject } from './measure-quality.ts';
export {
  analysisSide,
  closeLoaders,
  openImage,
  type OpenedImage,
  type Refusal,
  type RefusalCode,
} from './open-image.ts';
export type {
  FaceComparison,
  FaceFinding,
  MrzFinding,
  Picture,
  PictureFinding,
  PictureFindings,
  PortraitFinding,
  QualityFinding,
} from './picture-findings.ts';
export { prepareSelfie } from './prepare-selfie.ts';
export type { Box, Raster } from './raster.ts';
export { scoreFaces } from './score-faces.ts';
