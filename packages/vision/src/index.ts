export { createInspector, type Inspector } from './inspection/create-inspector.ts';
export { judgeCapture } from './quality/judge-capture.ts';
export { closeLoaders } from './picture/open-image.ts';
export { PictureLate, prepareSelfie } from './picture/prepare-selfie.ts';
export { scoreFaces } from './faces/score-faces.ts';
