import { browserNames, isInstalled, type Page, type Site, startSite, until } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, complete, type FlowBench, type OpenOptions, startBench } from './support/flow-page.ts';
import { endOf, limitMs, onScreen, press, textOf } from './support/person.ts';

const titles = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };
const isNightly = process.env['NIGHTLY'] === '1';

/** Moves in the history as the buttons of a browser do; the page may be gone when it is done. */
const move = (page: Page, by: 1 | -1) =>
  page.run((steps: number) => void setTimeout(() => history.go(steps)), by);
const back = (page: Page) => move(page, -1);
const forward = (page: Page) => move(page, 1);

/** Loads the page again, and waits until it is another document. */
const reload = async (page: Page) => {
  await page.run(() => {
    Object.assign(globalThis, { isOld: true });
    setTimeout(() => location.reload());
  });
  const isNew = () => page.run(() => !('isOld' in globalThis)).catch(() => false);
  await expect.poll(isNew, { timeout: limitMs }).toBe(true);
};

/** Waits until the tab shows a page of an origin; documents come and go meanwhile. */
const at = async (page: Page, origin: string) => {
  const here = () => page.run(() => location.origin).catch(() => '');
  await expect.poll(here, { timeout: limitMs }).toBe(origin);
};

/** Waits until the title of the screen is the one that is given. */
const titled = (page: Page, title: string) =>
  until(page, {
    fn: (wanted: string) => document.querySelector('h1')?.textContent === wanted,
    args: [title],
    limitMs,
  });

/** Waits until the page is at its last entry: a step is shown before it has moved there, and Back would lead away from it meanwhile. */
const settled = (page: Page) =>
  until(page, { fn: () => (history.state as { flow?: number } | null)?.flow === 2, args: [], limitMs });

for (const name of browserNames) {
  describe.skipIf(!isInstalled(name))(`Back and Forward in the flow (${titles[name]})`, () => {
    let bench: FlowBench;
    let site: Site;
    beforeAll(async () => {
      bench = await startBench(name);
      site = await startSite((path) => (path === '/' ? { body: '<!doctype html><h1>Before</h1>' } : null));
    });
    afterAll(async () => {
      await bench?.close();
      await site?.close();
    });
    /** Opens the flow from another website. */
    const open = async (options: OpenOptions) => {
      await bench.page.goto(`${site.origin}/`);
      return bench.open(options);
    };

    it('Back leads to the confirmation of leaving before it leaves, and Forward to the step again', async () => {
      const { page } = bench;
      await open({});
      await onScreen(page, 'F1');
      await press(page, 'I agree, start');
      await onScreen(page, 'F3');
      await back(page);
      await onScreen(page, 'F13');
      await press(page, 'Continue');
      await onScreen(page, 'F3');
      await settled(page);
      await back(page);
      await onScreen(page, 'F13');
      await forward(page);
      await onScreen(page, 'F3');
      await settled(page);
      await back(page);
      await onScreen(page, 'F13');
      await back(page);
      await at(page, site.origin);
      expect(bench.service.script.left).toEqual([]);
      await forward(page);
      await at(page, bench.service.origin);
      await onScreen(page, 'F3', 'F13');
    });

    it('Back leads through the steps before, which keep what is there, and Forward to where the person was', async () => {
      const { page } = bench;
      const { script } = await open({ given: complete });
      const before = [...script.media.keys()];
      await onScreen(page, 'F9');
      await press(page, 'Help');
      await onScreen(page, 'F14');
      await back(page);
      await onScreen(page, 'F9');
      for (const title of [
        'Your face',
        'Back of the document',
        'Front of the document',
        'Choose your document',
      ]) {
        await back(page);
        await titled(page, title);
      }
      await forward(page);
      await titled(page, 'Front of the document');
      await press(page, 'Continue');
      await onScreen(page, 'F9');
      expect([...script.media.keys()]).toEqual(before);
      await press(page, 'Send');
      await onScreen(page, 'F10');
      await back(page);
      await onScreen(page, 'F13');
    });

    if (name !== 'chromium' && !isNightly) return;

    it('the picture of a passport is called the page with the photo, as its camera calls it', async () => {
      const { page } = bench;
      await open({
        given: ({ script }, scenes) => {
          script.start({ attempt: 1, consents: [] });
          script.choose({ country: 'CO', type: 'PASSPORT' });
          script.add('document-front', scenes.F5);
          script.add('face', scenes.F7);
        },
      });
      await onScreen(page, 'F9');
      const text = await textOf(page);
      expect(text).toContain('Photo page of your passport');
      expect(text).not.toContain('Front of the document');
      await press(page, 'Help');
      await press(page, 'Continue');
      for (const title of ['Your face', 'Photo page of your passport']) {
        await back(page);
        await titled(page, title);
      }
    });

    it('a picture that Back shows can be taken again, and kept while it is', async () => {
      const { page } = bench;
      const { script } = await open({ given: complete, camera: { trembles: true } });
      await onScreen(page, 'F9');
      await press(page, 'Help');
      await press(page, 'Continue');
      await back(page);
      await titled(page, 'Your face');
      await press(page, 'Take it again');
      await onScreen(page, 'F7');
      await back(page);
      await titled(page, 'Your face');
      await press(page, 'Take it again');
      await onScreen(page, 'F7');
      await press(page, 'Back');
      await onScreen(page, 'F9');
      expect(script.media.size).toBe(3);
      await press(page, 'Take it again: Your face');
      await onScreen(page, 'F7');
      await back(page);
      await onScreen(page, 'F9');
      await press(page, 'Take it again: Your face');
      await onScreen(page, 'F7');
      await press(page, 'Take the picture');
      await onScreen(page, 'F9');
      expect(script.media.size).toBe(4);
    });

    it('a reload keeps the way back', async () => {
      const { page } = bench;
      await open({ given: chosen, camera: { permission: 'prompt' } });
      await onScreen(page, 'F4');
      await press(page, 'Help');
      await press(page, 'Continue');
      await reload(page);
      await onScreen(page, 'F4');
      await back(page);
      await titled(page, 'Choose your document');
      await reload(page);
      await onScreen(page, 'F4');
      await back(page);
      await titled(page, 'Choose your document');
      await back(page);
      await onScreen(page, 'F13');
      await press(page, 'Save and leave');
      await onScreen(page, 'F12');
      expect(await endOf(page)).toBe('left');
      await press(page, 'Continue now');
      await onScreen(page, 'F3', 'F4');
    });

    it('is never stopped at the end', async () => {
      const { page } = bench;
      const { script } = await open({ given: complete });
      await onScreen(page, 'F9');
      await press(page, 'Send');
      await onScreen(page, 'F10');
      script.end('complete');
      await onScreen(page, 'F11');
      await back(page);
      await at(page, site.origin);
    });

    it('undoes that consent was not given', async () => {
      const { page } = bench;
      await open({});
      await onScreen(page, 'F1');
      await press(page, 'I don’t agree');
      await onScreen(page, 'F12');
      await back(page);
      await onScreen(page, 'F1');
      expect(await textOf(page)).toContain('I agree, start');
    });
  });
}
