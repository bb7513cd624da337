import puppeteer, { type Browser as Driven, type Frame, type Page as Tab } from 'puppeteer-core';
import { type Browser, callText, type Camera, type Page } from './page.ts';

const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Skips two pages of the address bar, which run in a process of their own and are never visible without a window: saves a third
  // of the start.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  // On a machine without a mouse every page would be treated as a phone's: report a fine pointer that hovers.
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];
/** The same for Firefox. */
const mouse = { 'ui.primaryPointerCapabilities': 6, 'ui.allPointerCapabilities': 6 };

function chromiumCamera(camera: Camera): string[] {
  const admitted = ['--use-fake-ui-for-media-stream'];
  const device = '--use-fake-device-for-media-stream';
  if (camera === 'fake') return [...admitted, device];
  if (camera === 'denied') return [device, '--deny-permission-prompts'];
  if (camera === 'none') return admitted;
  return 'clip' in camera
    ? [...admitted, device, `--use-file-for-fake-video-capture=${camera.clip}`]
    : [...admitted, `${device}=device-count=${camera.cameras}`];
}

/** Which program to start, and how. */
export interface ChromiumProgram {
  /** Absolute path. */
  path: string;
  /** It is the headless shell, and is started as such. */
  isShell: boolean;
  /** Accepts server certificates that no authority signed. */
  anyCertificate: boolean;
}

const startChromium = ({ path, isShell, anyCertificate }: ChromiumProgram, camera: Camera): Promise<Driven> =>
  puppeteer.launch({
    browser: 'chrome',
    executablePath: path,
    headless: isShell ? 'shell' : true,
    acceptInsecureCerts: anyCertificate,
    args: [...chromiumFlags, ...chromiumCamera(camera)],
  });

/** Starts Chromium, driven over the DevTools protocol. */
export async function launchChromium(program: ChromiumProgram, camera: Camera): Promise<Browser> {
  const browser = await startChromium(program, camera);
  return {
    newPage: async () => pageOf(await browser.newPage()),
    close: () => browser.close(),
  };
}

// Without isolation several test files share a process and therefore this browser; it ends with the process.
const shared = globalThis as { countersignShell?: Promise<Driven> };

/**
 * Opens a separate profile, with its own cookies, storage and cache, in the process's only headless shell: starting another
 * browser costs more than most screens (decision 0194). Closing it closes its pages.
 */
export async function openProfile(program: ChromiumProgram): Promise<Browser> {
  const running = await shared.countersignShell?.catch(() => null);
  if (!running?.connected) shared.countersignShell = startChromium(program, 'fake');
  const profile = await (await shared.countersignShell!).createBrowserContext();
  return {
    newPage: async () => pageOf(await profile.newPage()),
    close: () => profile.close(),
  };
}

function firefoxCamera(camera: Camera): Record<string, unknown> {
  if (typeof camera === 'object')
    throw new Error(`camera: must be "fake", "denied" or "none" in Firefox, not ${JSON.stringify(camera)}`);
  if (camera === 'denied') return { 'media.navigator.streams.fake': true, 'permissions.default.camera': 2 };
  return {
    'media.navigator.streams.fake': camera === 'fake',
    'media.navigator.permission.disabled': true,
  };
}

/** Starts Firefox, driven over WebDriver BiDi. @param executablePath absolute */
export async function launchFirefox(executablePath: string, camera: Camera): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { ...mouse, ...firefoxCamera(camera) },
  });
  return {
    newPage: async () => pageOf(await browser.newPage()),
    close: () => browser.close(),
  };
}

/** Frames of a page in document order, without the page itself. */
const framesOf = (tab: Tab): Frame[] => tab.mainFrame().childFrames();

async function addAuthenticator(tab: Tab, { verifies }: { verifies: boolean }): Promise<void> {
  const session = await tab.createCDPSession();
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  });
}

function pageOf(tab: Tab): Page {
  // Leaving a page with unsaved changes makes the browser open a dialog, which would wait for ever.
  tab.on('dialog', (dialog) => {
    if (dialog.type() === 'beforeunload') void dialog.accept();
  });
  return {
    async goto(url) {
      await tab.goto(url);
    },
    async beforeLoad(script) {
      await tab.evaluateOnNewDocument(script);
    },
    run: (fn, ...args) => tab.evaluate(callText(fn, args)) as never,
    runInFrame: async (index, fn, ...args) => {
      const frame = framesOf(tab)[index];
      if (frame === undefined) throw new Error(`frame: must be one of ${framesOf(tab).length}, not ${index}`);
      return frame.evaluate(callText(fn, args)) as never;
    },
    async runText(script) {
      await tab.evaluate(`${script}\n;undefined`);
    },
    async press(key, { shift = false } = {}) {
      if (shift) await tab.keyboard.down('Shift');
      await tab.keyboard.press(key);
      if (shift) await tab.keyboard.up('Shift');
    },
    clickAt: (x, y) => tab.mouse.click(x, y),
    setViewport: ({ width, height, touch = false }) =>
      tab.setViewport({ width, height, isMobile: touch, hasTouch: touch }),
    setPreferences: ({ dark, stillness }) =>
      tab.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
        { name: 'prefers-reduced-motion', value: stillness ? 'reduce' : 'no-preference' },
      ]),
    screenshot: async () => Buffer.from(await tab.screenshot({ type: 'png' })),
    addAuthenticator: (device) => addAuthenticator(tab, device),
    async throttle({ latencyMs, kbitPerSecond, cpu }) {
      const bytes = (kbitPerSecond * 1000) / 8;
      await tab.emulateNetworkConditions({ latency: latencyMs, download: bytes, upload: bytes });
      await tab.emulateCPUThrottling(cpu);
    },
    setOffline: (isOffline) => tab.setOfflineMode(isOffline),
    close: () => tab.close(),
  };
}
