export { createInspector, type Inspector } from './inspection/create-inspector.ts';
export { judgeCapture } from './quality/judge-capture.ts';
export { closeLoaders } from './picture/open-image.ts';
export { prepareSelfie } from './picture/prepare-selfie.ts';
export { TookTooLong } from './picture/took-too-long.ts';
export { scoreFaces } from './faces/score-faces.ts';
