import {
  type Browser,
  type CameraScenes,
  drawScenes,
  isInstalled,
  launchBrowser,
  type Page,
  scriptedCamera,
} from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picturesPatienceMs } from '../../src/patience.ts';
import { describeService } from '../support/each-engine.ts';
import { click, onScreen } from '../support/flow-screens.ts';

describe.skipIf(!isInstalled('chromium'))('with a browser (Chromium)', () => {
  let browser: Browser;
  let page: Page;
  let scenes: CameraScenes;
  beforeAll(async () => {
    scenes = await drawScenes();
    browser = await launchBrowser('chromium');
    page = await browser.newPage();
    await page.setViewport({ width: 390, height: 844, touch: true });
    await page.beforeLoad(scriptedCamera(scenes, { trembles: true }));
  });
  afterAll(() => browser?.close());

  describeService('the flow behind a session link', (running) => {
    it('leads a person with a phone from the link to a decision', async () => {
      const { client } = await running().integrate();
      const created = await client.call<{ verification: { id: string; url: string } }>({
        method: 'POST',
        path: '/sessions',
        body: { verification: { document: { country: 'CO' } } },
        sign: null,
      });
      const { id, url } = created.body.verification;
      await page.goto(url);
      await onScreen(page, 'F1');
      await click(page);
      await onScreen(page, 'F3');
      await click(page, '[data-action=ID_CARD]');
      for (const screen of ['F5', 'F6', 'F7']) {
        await onScreen(page, screen);
        await click(page);
      }
      await onScreen(page, 'F9');
      await click(page);
      await onScreen(page, 'F10', 'F11');
      const { body } = await client.waitForDecision(id, picturesPatienceMs);
      expect(body.verification).toMatchObject({ id, status: expect.any(String) as string });
      await onScreen(page, 'F10', 'F11', 'F1');
    });
  });
});
