/**
 * A drawn person in front of the camera of a real browser: opens the demo page, completes the flow inside it, and waits until the
 * shop has verified the decision. The camera plays a file, which is replaced by the next picture while the previous one is still
 * open, so that the camera shows it when it is reopened.
 */
import {
  accessibilityViolations,
  type Browser,
  launchBrowser,
  type Page,
  until,
} from '@countersign/browser-kit';
import { namedCases } from '@countersign/specimens';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Time limit in milliseconds for one screen; waits end with the event. */
const limitMs = 120_000;

export interface FlowStoryOptions {
  /** `{base_url}` of a development service. */
  url: string;
  viewport: { width: number; height: number; touch?: boolean };
  /** Embedded in the page; on phones the flow always covers the page. */
  embedded: boolean;
  print(line: string): void;
  /** Called with a PNG of each screen. */
  onScreenshot?(name: string, png: Buffer): Promise<void>;
}

export interface FlowStoryResult {
  /** The decision, as verified by the shop's server. */
  decision: string;
  events: string[];
  screens: string[];
  /** Seconds from opening the page until the shop knows the decision. */
  seconds: number;
  /** Violations that axe finds on the demo page, before and after. */
  violations: string[];
  /** What the page shows after a forged end. */
  forged: string;
}

/** Devices on which the story is played. */
export const flowStories = {
  phone: { viewport: { width: 390, height: 844, touch: true }, embedded: false },
  desktop: { viewport: { width: 1280, height: 900 }, embedded: true },
} as const;

interface Stage {
  browser: Browser;
  page: Page;
  camera: CameraFile;
  options: FlowStoryOptions;
  screens: string[];
}

/** Plays the story once. @throws Error naming the screen at which it stopped */
export async function playFlowStory(options: FlowStoryOptions): Promise<FlowStoryResult> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-camera-'));
  const camera = await prepareCamera(directory);
  const browser = await launchBrowser('chromium', { camera: { clip: camera.file } });
  try {
    const page = await browser.newPage();
    await page.setViewport(options.viewport);
    return await play({ browser, page, camera, options, screens: [] });
  } finally {
    await browser.close();
    await fs.rm(directory, { recursive: true, force: true });
  }
}

async function play(stage: Stage): Promise<FlowStoryResult> {
  const { page, options } = stage;
  const beganAt = performance.now();
  await page.goto(`${options.url}/demo`);
  await keep(stage, 'shop');
  const violations = await accessibilityViolations(page);
  const forged = await forgeEnd(stage);
  await page.run((embedded) => {
    document
      .querySelector<HTMLInputElement>(`[name=mode][value=${embedded ? 'embedded' : 'modal'}]`)
      ?.click();
    document.querySelector<HTMLButtonElement>('main [data-primary]')?.click();
  }, options.embedded);
  await passFlow(stage);
  const decision = await until(page, {
    fn: () => document.querySelector('main')?.dataset['decision'] ?? null,
    args: [],
    limitMs,
  });
  const seconds = (performance.now() - beganAt) / 1_000;
  await keep(stage, 'verified');
  violations.push(...(await accessibilityViolations(page)));
  const events = await page.run(() =>
    [...document.querySelectorAll('[data-log] li')].map((line) => line.textContent),
  );
  return { decision: decision ?? 'none', events, screens: stage.screens, seconds, violations, forged };
}

/** The page's exercise: a forged message and a forged call. */
async function forgeEnd({ page }: Stage): Promise<string> {
  await page.run(() => document.querySelector<HTMLButtonElement>('[data-action=forge]')?.click());
  const text = await until(page, {
    fn: () => document.querySelector('[data-forged]')?.textContent ?? '',
    args: [],
    limitMs,
  });
  return text;
}

/** The person's action on each screen; on other screens the flow continues by itself. */
const steps: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  F1: async (stage) => {
    await inFrame(stage, () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
    await pressPrimary(stage);
  },
  F3: pressPrimary,
  F4: pressPrimary,
  F5: async (stage) => {
    await untilLive(stage);
    await stage.camera.show('face');
  },
  F9: pressPrimary,
  F11: pressPrimary,
};

/** Passes through the screens until the frame is closed. */
async function passFlow(stage: Stage): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let last = ''; ;) {
    const screen = await screenOf(stage);
    if (screen === null && last !== '') return;
    if (screen !== null && screen !== last) {
      last = screen;
      stage.screens.push(screen);
      stage.options.print(`  ${screen}`);
      await steps[screen]?.(stage).catch((error: unknown) => failAt(stage, screen, error));
      await keep(stage, screen);
    }
    if (performance.now() > deadline) failAt(stage, last, new Error('nothing happened any more'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function failAt({ screens }: Stage, screen: string, cause: unknown): never {
  throw new Error(`flow: must go on from ${screen}; screens so far: ${screens.join(', ')}`, { cause });
}

/** Name of the screen that is not waiting; `null` without a frame, or while it is waiting. */
async function screenOf(stage: Stage): Promise<string | null> {
  const hasFrame = await stage.page.run(() => document.querySelector('iframe') !== null);
  if (!hasFrame) return null;
  const read = () => {
    const main = document.querySelector('main');
    return main?.hasAttribute('data-busy') === false ? main.dataset['screen'] : undefined;
  };
  // While a frame loads its next document there is nothing to read.
  const screen = await inFrame(stage, read).catch(() => undefined);
  return screen ?? stage.screens.at(-1) ?? null;
}

const inFrame = <Result>({ page }: Stage, fn: () => Result): Promise<Result> => page.runInFrame(0, fn);

async function pressPrimary(stage: Stage): Promise<void> {
  await inFrame(stage, () => document.querySelector<HTMLButtonElement>('[data-primary]')?.click());
}

/** Waits until the camera picture is visible. */
async function untilLive(stage: Stage): Promise<void> {
  const place = { run: (fn: () => boolean) => inFrame(stage, fn) } as Pick<Page, 'run'>;
  const isLive = () => (document.querySelector('video')?.readyState ?? 0) >= 2;
  await until(place, { fn: isLive, args: [], limitMs });
}

async function keep({ page, options, screens }: Stage, name: string): Promise<void> {
  if (!options.onScreenshot) return;
  // Wait until the screen transition has finished.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await options.onScreenshot(`${String(screens.length).padStart(2, '0')}-${name}`, await page.screenshot());
}

interface CameraFile {
  file: string;
  /** Sets the picture for cameras opened from now on. */
  show(context: 'document-front' | 'face'): Promise<void>;
}

async function prepareCamera(directory: string): Promise<CameraFile> {
  const { pictures } = await namedCases.approvedPerson();
  const file = path.join(directory, 'camera.mjpeg');
  const show = async (context: string) => {
    const bytes = pictures.find((picture) => picture.context === context)?.bytes;
    if (!bytes) throw new Error(`camera: must show a picture of the person, not ${context}`);
    await fs.writeFile(`${file}.next`, Buffer.concat([bytes, bytes, bytes]));
    await fs.rename(`${file}.next`, file);
  };
  await show('document-front');
  return { file, show };
}
