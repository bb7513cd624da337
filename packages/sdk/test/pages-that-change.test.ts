import { type Browser, isInstalled, launchBrowser, type Page } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, open, received, type Scripted, type Sites, startSites } from './pages.ts';

describe.skipIf(!isInstalled('chromium'))('createFrame in pages that change under it (Chromium)', () => {
  let browser: Browser;
  let page: Page;
  let sites: Sites;
  beforeAll(async () => {
    sites = await startSites();
    browser = await launchBrowser('chromium');
    page = await browser.newPage();
    await page.setViewport({ width: 1024, height: 768 });
  });
  afterAll(async () => {
    await browser?.close();
    await sites?.close();
  });
  const flowUrl = (query = '') => `${sites.flow.origin}/v/token${query}`;

  it.each([
    [
      'the element of an embedded frame',
      { embedded: true, embeddedOptions: { rootElementID: 'root' } },
      () => {
        const root = document.getElementById('root')!;
        root.replaceWith(Object.assign(root.cloneNode() as HTMLElement));
      },
    ],
    [
      'the body of a page with a modal',
      {},
      () => {
        const fresh = document.createElement('body');
        fresh.innerHTML = '<h1>Next</h1><div id="root"></div>';
        document.body.replaceWith(fresh);
      },
    ],
  ])('opens another session after a route change removed %s', async (_what, options, change) => {
    await page.goto(sites.host.origin);
    await open(page, { url: flowUrl(), ...options });
    await received(page);
    await page.run(change);
    expect(await page.run(() => document.querySelectorAll('iframe').length)).toBe(0);
    await open(page, { url: flowUrl('?other'), ...options });
    expect((await received(page))[0]!.type).toBe('render');
    expect(await calls(page, 1)).toEqual(['closed host']);
    // The same session as before the change.
    await page.run(change);
    await open(page, { url: flowUrl('?other'), ...options });
    expect((await received(page))[0]!.type).toBe('render');
    expect(await page.run(() => document.querySelectorAll('iframe').length)).toBe(1);
    await page.run(() => (globalThis as unknown as Scripted).controller.close());
    expect(await page.run(() => document.body.hasAttribute('style'))).toBe(false);
  });

  it('ends with the frame that the page removed where it is closed with a question, or Escape is pressed', async () => {
    await page.goto(sites.host.origin);
    await open(page, { url: flowUrl() });
    await received(page);
    await page.run(() => document.querySelector('[role=dialog]')!.remove());
    expect(
      await page.run(() => (globalThis as unknown as Scripted).controller.close({ confirm: true })),
    ).toBe(true);
    await open(page, { url: flowUrl() });
    await received(page);
    await page.run(() => document.querySelector('[role=dialog]')!.remove());
    await page.press('Escape');
    expect(await calls(page, 2)).toEqual(['closed host', 'closed host']);
    expect(await page.run(() => document.body.hasAttribute('style'))).toBe(false);
  });

  it('can be used over a modal dialog of the page', async () => {
    await page.goto(sites.host.origin);
    await page.run(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'));
      dialog.append(document.getElementById('opener')!);
      dialog.showModal();
    });
    await open(page, { url: flowUrl() });
    await received(page);
    const state = await page.run(() => ({
      focused: document.activeElement!.tagName,
      atPoint: document.elementFromPoint(innerWidth / 2, innerHeight / 2)!.tagName,
      box: ((box) => [box.x, box.y, box.width, box.height])(
        document.querySelector('iframe')!.getBoundingClientRect(),
      ),
    }));
    expect(state).toEqual({ focused: 'IFRAME', atPoint: 'IFRAME', box: [0, 0, 1024, 768] });
    await page.run(() => (globalThis as unknown as Scripted).controller.close());
    expect(await page.run(() => document.activeElement!.id)).toBe('opener');
  });
});
