import {
  accessibilityViolations,
  type Browser,
  type BrowserName,
  type CameraScenes,
  drawScenes,
  isInstalled,
  launchBrowser,
  type Page,
  scriptedCamera,
  startSite,
  until,
} from '@countersign/browser-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { picturesPatienceMs } from '../../src/patience.ts';
import { describeService } from '../support/each-engine.ts';
import { scanCode } from '../support/drawn-code.ts';
import { click, limitMs, onScreen } from '../support/flow-screens.ts';

type Place = Pick<Page, 'run'>;
const endOf = (page: Place) =>
  page.run(() => document.querySelector('main')?.getAttribute('data-end') ?? null);
/** The number that the computer shows. */
const numberOn = (page: Place) =>
  until(page, { fn: () => document.querySelector('.number')?.textContent ?? null, args: [], limitMs });
/** The numbers that the phone offers. */
const numbersOn = (page: Place) =>
  page.run(() => [...document.querySelectorAll('.numbers button')].map((each) => each.textContent));

/** Browsers of the computer; the phone's is Chromium, which has touch. */
const computers: BrowserName[] = process.env['NIGHTLY'] === '1' ? ['chromium', 'firefox'] : ['chromium'];
const isWhole = (name: BrowserName) => isInstalled(name) && isInstalled('chromium');

for (const name of computers)
  describe.skipIf(!isWhole(name))(`with a computer (${name}) and a phone`, () => {
    const violations = (page: Page) => (name === 'chromium' ? accessibilityViolations(page) : []);
    let browsers: Browser[];
    let computer: Page;
    let phone: Page;
    let scenes: CameraScenes;
    beforeAll(async () => {
      scenes = await drawScenes();
      browsers = [await launchBrowser(name, { camera: 'none' }), await launchBrowser('chromium')];
      computer = await browsers[0]!.newPage();
      await computer.setViewport({ width: 1280, height: 860 });
      phone = await browsers[1]!.newPage();
      await phone.setViewport({ width: 390, height: 844, touch: true });
      await phone.beforeLoad(scriptedCamera(scenes, { trembles: true }));
    });
    afterAll(async () => {
      for (const browser of browsers) await browser.close();
    });

    describeService('handing a session off to a phone', (running) => {
      let client: Awaited<ReturnType<ReturnType<typeof running>['integrate']>>['client'];
      let id: string;
      let url: string;
      const create = async (settings = {}) => {
        ({ client } = await running().integrate({ settings }));
        const created = await client.call<{ verification: { id: string; url: string } }>({
          method: 'POST',
          path: '/sessions',
          body: { verification: { document: { country: 'CO' } } },
          sign: null,
        });
        ({ id, url } = created.body.verification);
      };
      beforeEach(() => create());

      it('leads from the code on a computer to a decision, and ends on the computer', async () => {
        await computer.goto(url);
        await onScreen(computer, 'F1');
        await click(computer, '[data-action=phone]');
        await onScreen(computer, 'F2');
        expect(await violations(computer)).toEqual([]);
        const scanned = await scanCode(computer);
        expect(scanned).toMatch(/\/v\/[\w-]{22}$/);
        await phone.goto(scanned);
        await onScreen(phone, 'F2m');
        expect(await accessibilityViolations(phone)).toEqual([]);
        const number = await numberOn(computer);
        expect(await numbersOn(phone)).toContain(number);
        expect(await violations(computer)).toEqual([]);
        await click(phone, `[data-action=number-${number}]`);
        await onScreen(phone, 'F1');
        expect(await phone.run(() => location.pathname)).toMatch(/^\/v\/[\w-]{43}$/);
        await onScreen(computer, 'F2w');
        expect(await violations(computer)).toEqual([]);
        await click(phone);
        await onScreen(phone, 'F3');
        await click(phone, '[data-action=ID_CARD]');
        await onScreen(phone, 'F5');
        await phone.goto(await phone.run(() => location.href));
        await computer.goto(url);
        for (const screen of ['F5', 'F6', 'F7']) {
          await onScreen(phone, screen);
          await click(phone);
        }
        await onScreen(phone, 'F9');
        const done = () => document.querySelectorAll('.mirror-done').length === 5;
        await until(computer, { fn: done, args: [], limitMs });
        await click(phone);
        await onScreen(phone, 'F11');
        expect(await phone.run(() => document.querySelector('h1')?.textContent)).toBe(
          'Go back to your computer',
        );
        await onScreen(computer, 'F10', 'F11');
        const { body } = await client.waitForDecision(id, picturesPatienceMs);
        expect(body.verification).toMatchObject({ id, status: expect.any(String) as string });
      });

      it('returns to the computer with one click, which locks the phone out', async () => {
        await computer.goto(`${url}?lang=es`);
        await click(computer, '[data-action=phone]');
        await onScreen(computer, 'F2');
        await click(computer, '[data-action=copy-link]');
        const link = await until(computer, {
          fn: () => document.querySelector<HTMLInputElement>('main input[readonly]')?.value,
          args: [],
          limitMs,
        });
        await phone.goto(link!);
        await onScreen(phone, 'F2m');
        const isSpanish = () => document.documentElement.lang === 'es';
        await until(phone, { fn: isSpanish, args: [], limitMs });
        await click(phone, `[data-action=number-${await numberOn(computer)}]`);
        await onScreen(phone, 'F1');
        expect(await phone.run(isSpanish)).toBe(true);
        await click(phone);
        await onScreen(phone, 'F3');
        await onScreen(computer, 'F2w');
        await click(computer);
        await onScreen(computer, 'F3');
        await onScreen(phone, 'F12');
        expect(await endOf(phone)).toBe('void');
        await phone.goto(link!);
        await onScreen(phone, 'F12');
        expect(await endOf(phone)).toBe('void');
      });

      /** Computer and phone up to the question whether it was this person. @returns the number that the computer shows */
      const claimByCode = async (): Promise<string> => {
        await computer.goto(url);
        await onScreen(computer, 'F1');
        await click(computer, '[data-action=phone]');
        await onScreen(computer, 'F2');
        await phone.goto(await scanCode(computer));
        await onScreen(phone, 'F2m');
        return (await numberOn(computer))!;
      };
      const confirm = (number: string) => click(phone, `[data-action=number-${number}]`);
      /** Loads a page again, and waits for the screen of the new one. */
      const reload = async (page: Page, ...screens: string[]) => {
        await page.run(() => {
          document.querySelector('main')?.remove();
          location.reload();
        });
        await onScreen(page, ...screens);
      };
      const isLost = () => document.querySelector('.banner') !== null;

      it('shows the same numbers to a phone that reloads its page before choosing one', async () => {
        const number = await claimByCode();
        const numbers = await numbersOn(phone);
        await reload(phone, 'F2m');
        expect(await numbersOn(phone)).toEqual(numbers);
        expect(await phone.run(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
          '',
          0,
          0,
        ]);
        // Another tab of the same browser is another phone.
        const tab = await browsers[1]!.newPage();
        await tab.goto(await phone.run(() => location.href));
        await onScreen(tab, 'F12');
        expect(await endOf(tab)).toBe('void');
        await tab.close();
        await confirm(number);
        await onScreen(phone, 'F1');
        await reload(phone, 'F1');
        await onScreen(computer, 'F2w');
      });

      it('is void after a wrong number on a reloaded page', async () => {
        const number = await claimByCode();
        await reload(phone, 'F2m');
        await confirm((await numbersOn(phone)).find((each) => each !== number)!);
        await onScreen(phone, 'F12');
        expect(await endOf(phone)).toBe('mismatch');
        await reload(phone, 'F12');
        expect(await endOf(phone)).toBe('void');
      });

      it('continues with a phone that reloads its page before it receives that the number was right', async () => {
        const number = await claimByCode();
        const status = await phone.run(async (chosen: number) => {
          const { phone: own } = history.state as { phone: string };
          const body = JSON.stringify({ phone: own, number: chosen });
          const headers = { 'content-type': 'application/json' };
          return (await fetch('/flow/v1/handoff/confirm', { method: 'POST', headers, body })).status;
        }, Number(number));
        expect(status).toBe(204);
        await reload(phone, 'F1');
        expect(await phone.run(() => location.pathname)).toMatch(/^\/v\/[\w-]{43}$/);
      });

      it('survives a network outage on either side', async () => {
        const number = await claimByCode();
        await phone.setOffline(true);
        await confirm(number);
        await until(phone, { fn: isLost, args: [], limitMs });
        await phone.setOffline(false);
        await onScreen(phone, 'F1');
        await until(phone, { fn: () => document.querySelector('.banner') === null, args: [], limitMs });
        await onScreen(computer, 'F2w');
        if (name !== 'chromium') return;
        await computer.setOffline(true);
        await click(phone);
        await onScreen(phone, 'F3');
        await until(computer, { fn: isLost, args: [], limitMs });
        await computer.setOffline(false);
        const done = () => document.querySelectorAll('.mirror-done').length === 1;
        await until(computer, { fn: done, args: [], limitMs });
      });

      it('informs the phone that the computer’s page was closed, and continues there to the end', async () => {
        await confirm(await claimByCode());
        await onScreen(phone, 'F1');
        await click(phone);
        await onScreen(phone, 'F3');
        await onScreen(computer, 'F2w');
        await computer.press('Escape');
        await onScreen(computer, 'F13');
        await click(computer, '[data-action=leave]');
        await onScreen(computer, 'F12');
        expect(await endOf(computer)).toBe('left');
        await onScreen(phone, 'F12');
        expect(await endOf(phone)).toBe('stopped');
        expect(await accessibilityViolations(phone)).toEqual([]);
        await click(phone);
        await onScreen(phone, 'F3');
        await click(phone, '[data-action=ID_CARD]');
        for (const screen of ['F5', 'F6', 'F7']) {
          await onScreen(phone, screen);
          await click(phone);
        }
        await onScreen(phone, 'F9');
        await click(phone);
        await onScreen(phone, 'F10', 'F11');
        const { body } = await client.waitForDecision(id, picturesPatienceMs);
        expect(body.verification).toMatchObject({ id });
      });

      it('is void after a wrong number, and offers a new code with one click', async () => {
        await create({ handoff: 'prefer' });
        await computer.goto(url);
        await onScreen(computer, 'F2');
        const first = await scanCode(computer);
        await phone.goto(first);
        await onScreen(phone, 'F2m');
        const number = await numberOn(computer);
        const wrong = (await numbersOn(phone)).find((each) => each !== number);
        await click(phone, `[data-action=number-${wrong}]`);
        await onScreen(phone, 'F12');
        expect(await endOf(phone)).toBe('mismatch');
        await until(computer, { fn: () => document.querySelector('.number') === null, args: [], limitMs });
        expect(await computer.run(() => document.querySelector('h1')?.textContent)).toBe(
          'The number did not match',
        );
        await click(computer);
        const second = await scanCode(computer);
        expect(second).not.toBe(first);
        await click(computer);
        await onScreen(computer, 'F1');
        await phone.goto(second);
        await onScreen(phone, 'F12');
        expect(await endOf(phone)).toBe('void');
      });

      it('reports the phone’s progress to the page around the computer’s frame', async () => {
        const host = await startSite((at) => {
          const script = `window.calls = []; addEventListener('message', ({ data, source }) => {
          if (data === 'VERIFF_HANDSHAKE') source.postMessage('VERIFF_RENDER', '*');
          else if (typeof data === 'string') calls.push(data);
        });`;
          if (at === '/host.js') return { body: script, type: 'text/javascript' };
          const body = `<!doctype html><html lang="en"><title>Host</title><body><script src="/host.js"></script><iframe title="Flow" allow="camera" width="480" height="760" src="${url}"></iframe></body></html>`;
          return at === '/' ? { body } : null;
        });
        try {
          await computer.goto(`${host.origin}/`);
          const frame: Place = { run: (fn, ...args) => computer.runInFrame(0, fn, ...args) };
          await onScreen(frame, 'F1');
          await click(frame, '[data-action=phone]');
          await phone.goto(await scanCode({ ...computer, ...frame }));
          await onScreen(phone, 'F2m');
          await click(phone, `[data-action=number-${await numberOn(frame)}]`);
          await onScreen(phone, 'F1');
          await click(phone);
          await onScreen(phone, 'F3');
          const calls = (count: number) =>
            until(computer, {
              fn: (wanted: number) => {
                const { calls: found } = globalThis as unknown as { calls: string[] };
                return found.length >= wanted ? found : null;
              },
              args: [count],
              limitMs,
            });
          expect(await calls(1)).toEqual(['VERIFF_STARTED']);
          await click(frame, '[data-primary]');
          await onScreen(frame, 'F3');
          expect(await calls(1)).toEqual(['VERIFF_STARTED']);
        } finally {
          await host.close();
        }
      });
    });
  });
