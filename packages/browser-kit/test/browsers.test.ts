import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityViolations,
  type Browser,
  browserNames,
  isInstalled,
  launchBrowser,
  type Page,
  type Site,
  startSite,
  until,
} from '../src/index.ts';

const titles = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };
const width = async () => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: true });
  const [track] = stream.getVideoTracks();
  const size = track!.getSettings().width;
  track!.stop();
  return size;
};

for (const name of browserNames) {
  describe.skipIf(!isInstalled(name))(`the browser (${titles[name]})`, () => {
    let browser: Browser;
    let page: Page;
    let site: Site;
    beforeAll(async () => {
      site = await startSite((path) =>
        path === '/'
          ? {
              body: '<!doctype html><html lang="en"><title>Test</title><main><h1>Test</h1><button>One</button><iframe title="Frame" src="/frame"></iframe></main>',
            }
          : path === '/frame'
            ? { body: '<!doctype html><html lang="en"><title>Frame</title><p>inside</p>' }
            : path === '/next'
              ? { body: '<!doctype html><html lang="en"><title>Next</title><h1>Next</h1>' }
              : null,
      );
      browser = await launchBrowser(name);
      page = await browser.newPage();
      await page.goto(`${site.origin}/`);
    });
    afterAll(async () => {
      await browser?.close();
      await site?.close();
    });

    it('has a camera of 640 px', async () => {
      expect(await page.run(width)).toBe(640);
    });

    it('runs functions in a page and in its frame, and reports what they throw', async () => {
      expect(await page.run((a: number, b: number) => a + b, 2, 3)).toBe(5);
      expect(await page.runInFrame(0, () => document.body.innerText)).toBe('inside');
      await expect(
        page.run(() => {
          throw new RangeError('too far');
        }),
      ).rejects.toThrow('too far');
    });

    it('moves the focus with the keyboard', async () => {
      await page.press('Tab');
      expect(await page.run(() => document.activeElement?.textContent)).toBe('One');
    });

    it('waits for a condition, and fails when it does not come', async () => {
      await page.run(() => void setTimeout(() => (document.title = 'Later'), 50));
      await until(page, { fn: (title: string) => document.title === title, args: ['Later'] });
      await expect(
        until(page, { fn: () => document.title === 'Never', args: [], limitMs: 60 }),
      ).rejects.toThrow('must become true within 60 ms; is false');
    });

    it('finds violations of accessibility, and none where there is none', async () => {
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.run(() => document.querySelector('button')!.replaceChildren());
      expect(await accessibilityViolations(page)).toEqual(['button-name × 1']);
    });

    it('waits for a condition in the next document when the present one is left', async () => {
      const isNext = async () => {
        if (document.title === 'Next') return true;
        location.assign('/next');
        return new Promise<boolean>(() => undefined);
      };
      expect(await until(page, { fn: isNext, args: [] })).toBe(true);
    });

    it('takes a picture of the viewport', async () => {
      const picture = await page.screenshot();
      expect(picture.subarray(1, 4).toString()).toBe('PNG');
    });
  });
}
