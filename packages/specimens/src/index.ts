export { drawPortrait, drawSelfie, type PortraitOptions } from './face/draw-portrait.ts';
export { faceShape, type FaceShape } from './face/face-shape.ts';
