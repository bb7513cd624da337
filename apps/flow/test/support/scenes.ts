import {
  type CameraControl,
  type CameraScenes,
  type Page,
  scriptedCamera,
  until,
} from '@countersign/browser-kit';
import { limitMs, onScreen, pressThe } from './person.ts';
import { codePath, type ScriptedService, startScriptedService } from './scripted-service.ts';
import type { ScriptOptions } from './script.ts';

/** One screen of the flow, brought about as a person would. */
export interface Scene {
  name: string;
  options?: ScriptOptions;
  camera?: Partial<CameraControl>;
  /** State of the session before the page is opened. */
  given?: (service: ScriptedService) => void;
  /** Opened in place of the session link. */
  path?: string;
  /** What is done on the page; it ends on the screen. */
  when?: (page: Page, service: ScriptedService) => Promise<void>;
  screen: string;
}

const started = ({ script }: ScriptedService) => void script.start({ attempt: 1, consents: [] });
const chosen = (service: ScriptedService) => {
  started(service);
  service.script.choose({ country: 'CO', type: 'ID_CARD' });
};
const trembling = { trembles: true };
const phone = { browser: 'Samsung Internet', system: 'Android' };

/** Pictures that are there already. */
function taken(service: ScriptedService, scenes: CameraScenes, contexts: number): void {
  chosen(service);
  const all = [
    ['document-front', scenes.F5],
    ['document-back', scenes.F6],
    ['face', scenes.F7],
  ] as const;
  for (const [context, bytes] of all.slice(0, contexts)) service.script.add(context, bytes);
}

/** The button of the camera, which waits for a picture. */
const shutter = async (page: Page) => {
  await filming(page);
  return pressThe(page, 'main [data-primary]');
};
/** Waits until the camera shows something. */
const filming = (page: Page) =>
  until(page, { fn: () => (document.querySelector('video')?.videoWidth ?? 0) > 0, args: [], limitMs });

/** All screens with what leads to them. */
export function allScenes(scenes: CameraScenes): Scene[] {
  const film = async (page: Page) => void (await filming(page));
  return [
    { name: 'start', screen: 'F1' },
    { name: 'document', screen: 'F3', given: started },
    { name: 'primer', screen: 'F4', given: chosen, camera: { permission: 'prompt' } },
    {
      name: 'recovery',
      screen: 'F4r',
      given: chosen,
      camera: { permission: 'prompt', fault: 'NotAllowedError' },
      when: async (page) => {
        await onScreen(page, 'F4');
        await pressThe(page, 'main [data-primary]');
      },
    },
    { name: 'front', screen: 'F5', given: chosen, camera: trembling, when: film },
    {
      name: 'check',
      screen: 'F5q',
      given: (service) => {
        chosen(service);
        const problems = ['doc.glare', 'doc.cut'].map((code) => ({ code, severity: 'fail' as const }));
        service.script.verdicts['document-front'] = [{ result: 'fail', problems, retakesLeft: 2 }];
      },
      camera: trembling,
      when: async (page) => void (await shutter(page)),
    },
    {
      name: 'back',
      screen: 'F6',
      given: (service) => taken(service, scenes, 1),
      camera: trembling,
      when: film,
    },
    {
      name: 'selfie',
      screen: 'F7',
      given: (service) => taken(service, scenes, 2),
      camera: trembling,
      when: film,
    },
    {
      name: 'movements',
      screen: 'F7',
      options: { challenge: ['left', 'up'], still: true },
      given: (service) => taken(service, scenes, 3),
      when: film,
    },
    {
      name: 'details',
      screen: 'F8',
      options: { fields: ['firstName', 'lastName', 'dateOfBirth'] },
      given: (service) => taken(service, scenes, 3),
    },
    { name: 'review', screen: 'F9', given: (service) => taken(service, scenes, 3) },
    {
      name: 'checking',
      screen: 'F10',
      given: (service) => {
        taken(service, scenes, 3);
        service.script.submit({ attempt: 1, still: false });
      },
    },
    {
      name: 'done',
      screen: 'F11',
      options: { callback: 'https://shop.example/verified' },
      given: (service) => {
        taken(service, scenes, 3);
        service.script.submit({ attempt: 1, still: false });
      },
      when: async (page, service) => {
        await onScreen(page, 'F10');
        service.script.end('complete');
      },
    },
    { name: 'ended', screen: 'F12', given: ({ script }) => script.end('expired') },
    {
      name: 'leave',
      screen: 'F13',
      given: started,
      when: async (page) => {
        await onScreen(page, 'F3');
        await page.press('Escape');
      },
    },
    {
      name: 'help',
      screen: 'F14',
      given: started,
      when: async (page) => void (await pressThe(page, '[data-action=help]')),
    },
    {
      name: 'kept',
      screen: 'F5q',
      given: (service) => taken(service, scenes, 3),
      when: async (page) => {
        await onScreen(page, 'F9');
        await pressThe(page, '[data-action=help]');
        await pressThe(page, 'main [data-primary]');
        await onScreen(page, 'F9');
        await page.run(() => history.back());
      },
    },
    {
      name: 'again taken',
      screen: 'F5',
      given: (service) => taken(service, scenes, 3),
      camera: trembling,
      when: async (page) => {
        await pressThe(page, '[data-action=edit-document-front]');
        await film(page);
      },
    },
    {
      name: 'code',
      screen: 'F2',
      options: { handoff: 'prefer' },
      when: async (page) => {
        await pressThe(page, '[data-action=copy-link]');
        await until(page, { fn: () => document.querySelector('main input') !== null, args: [], limitMs });
      },
    },
    {
      name: 'number',
      screen: 'F2',
      given: ({ script }) => {
        script.handoff = () => ({ side: 'computer', stage: 'claimed', number: 58, device: phone });
      },
    },
    { name: 'was this you', screen: 'F2m', path: codePath },
    {
      name: 'mirror',
      screen: 'F2w',
      given: (service) => {
        taken(service, scenes, 2);
        service.script.handoff = () => ({ side: 'computer', stage: 'confirmed', device: phone });
        service.script.heldElsewhere = true;
      },
    },
    {
      name: 'again',
      screen: 'F1',
      given: (service) => {
        taken(service, scenes, 3);
        service.script.submit({ attempt: 1, still: false });
        service.script.request(['img.blur', 'doc.glare']);
      },
    },
  ];
}

/** Shows one scene in a page. The service is the caller's to close. */
export async function showScene(page: Page, scene: Scene, scenes: CameraScenes): Promise<ScriptedService> {
  const service = await startScriptedService(scene.options);
  service.inject = scriptedCamera(scenes, scene.camera);
  scene.given?.(service);
  await page.goto(service.origin + (scene.path ?? service.link));
  await scene.when?.(page, service);
  await onScreen(page, scene.screen);
  return service;
}
