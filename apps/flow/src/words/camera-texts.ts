import type { Words } from './en.ts';

/** Texts that only the camera screens show; downloaded with the code of those screens, not with the first screen. */
export const cameraTexts = [
  'primerTitle',
  'primerText',
  'primerWhere',
  'primerPrivate',
  'primerAllow',
  'upload',
  'uploadType',
  'uploadLarge',
  'recoveryTitles',
  'recoveryTexts',
  'recoverySteps',
  'recoverySystem',
  'recoveryReload',
  'recoveryForceReload',
  'newTab',
  'frontTitle',
  'frontText',
  'backTitle',
  'backText',
  'shutter',
  'switchCamera',
  'torch',
  'cameraView',
  'checking',
  'sending',
  'hints',
  'checkTitle',
  'checkTitleTechnical',
  'checkPicture',
  'useAnyway',
  'changeDocument',
  'retakesLeft',
  'selfieTitle',
  'selfieText',
  'challengeTitle',
  'challengeText',
  'challengeStart',
  'challengeStill',
  'challengeStraight',
  'challengeSteps',
  'challengeReturn',
  'challengeDone',
  'challengeFailed',
] as const satisfies readonly (keyof Words)[];

type CameraText = (typeof cameraTexts)[number];

/** Texts available with the first screen. */
export type FirstWords = Omit<Words, CameraText>;

/** Texts added with the camera screens. */
export type CameraWords = Pick<Words, CameraText>;
