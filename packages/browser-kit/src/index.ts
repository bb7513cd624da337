export { accessibilityViolations } from './axe.ts';
export { headClip } from './clips.ts';
export { browserNames, isInstalled, type BrowserName } from './installed.ts';
export { launchBrowser } from './launch.ts';
export {
  slowPhone,
  until,
  type Browser,
  type Camera,
  type Key,
  type Page,
  type PageFunction,
  type Throttle,
  type Viewport,
} from './page.ts';
export {
  type CameraControl,
  type CameraScenes,
  drawScenes,
  scriptedCamera,
  type WithCamera,
} from './scripted-camera.ts';
export { startSite, type Document, type Site } from './site.ts';
