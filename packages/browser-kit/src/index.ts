export { accessibilityViolations } from './axe.ts';
export { browserNames, isInstalled, type BrowserName } from './installed.ts';
export { launchBrowser } from './launch.ts';
export { slowPhone, until, type Browser, type Key, type Page, type Camera } from './page.ts';
export { type CameraControl, type CameraScenes, drawScenes, scriptedCamera } from './scripted-camera.ts';
export { startSite, type Document, type Site } from './site.ts';
