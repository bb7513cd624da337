import {
  type Browser,
  type BrowserName,
  type Camera,
  type CameraControl,
  type CameraScenes,
  drawScenes,
  launchBrowser,
  type Page,
  scriptedCamera,
} from '@countersign/browser-kit';
import type { ScriptOptions } from './script.ts';
import { type ScriptedService, startScriptedService } from './scripted-service.ts';

/** A browser with one page, for the tests of a file. */
export interface FlowBench {
  page: Page;
  scenes: CameraScenes;
  /** The service of the last `open`. */
  service: ScriptedService;
  /** Opens the link of a new scripted session. @param given what happened to the session before */
  open(options?: OpenOptions): Promise<ScriptedService>;
  close(): Promise<void>;
}

export interface OpenOptions {
  script?: ScriptOptions;
  camera?: Partial<CameraControl>;
  given?: (service: ScriptedService, scenes: CameraScenes) => void;
  /** Appended to the link. */
  query?: string;
}

/** Starts a browser whose page is a phone's in Chromium. @param camera what a page gets whose test removes the scripted one */
export async function startBench(name: BrowserName, camera?: Camera): Promise<FlowBench> {
  const scenes = await drawScenes();
  const browser: Browser = await launchBrowser(name, camera && { camera });
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844, touch: name === 'chromium' });
  let service: ScriptedService | null = null;
  const bench: FlowBench = {
    page,
    scenes,
    get service() {
      return service!;
    },
    async open({ script, camera: control, given, query = '' } = {}) {
      await service?.close();
      service = await startScriptedService(script);
      service.inject = scriptedCamera(scenes, control);
      given?.(service, scenes);
      await page.goto(service.origin + service.link + query);
      return service;
    },
    async close() {
      await browser.close();
      await service?.close();
    },
  };
  return bench;
}

/** The session has begun and a document is chosen. */
export function chosen({ script }: ScriptedService): void {
  script.start({ attempt: 1, consents: [] });
  script.choose({ country: 'CO', type: 'ID_CARD' });
}

/** Only the submission is missing. */
export function complete(service: ScriptedService, scenes: CameraScenes): void {
  chosen(service);
  service.script.add('document-front', scenes.F5);
  service.script.add('document-back', scenes.F6);
  service.script.add('face', scenes.F7);
}
