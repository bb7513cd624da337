import { describe, expect, it } from 'vitest';
import { isInstalled, launchBrowser, type Page, startSite } from '../src/index.ts';

const remembered = (page: Page) =>
  page.run(() => ({
    cookie: document.cookie,
    stored: localStorage.getItem('name'),
    focus: document.hasFocus(),
    state: document.visibilityState,
  }));

describe.skipIf(!isInstalled('chromium'))('two browsers of one process (Chromium)', () => {
  it('share neither cookies nor storage, are both visible, and end alone', async () => {
    const site = await startSite((path) =>
      path === '/' ? { body: '<!doctype html><html lang="en"><title>Test</title>' } : null,
    );
    const [first, second] = [await launchBrowser('chromium'), await launchBrowser('chromium')];
    try {
      const [one, other] = [await first.newPage(), await second.newPage()];
      await one.goto(`${site.origin}/`);
      await one.run(() => {
        document.cookie = 'name=first';
        localStorage.setItem('name', 'first');
      });
      await other.goto(`${site.origin}/`);
      const seen = { focus: true, state: 'visible' };
      expect(await remembered(other)).toEqual({ cookie: '', stored: null, ...seen });
      expect(await remembered(one)).toEqual({ cookie: 'name=first', stored: 'first', ...seen });
      await second.close();
      expect(await remembered(one)).toEqual({ cookie: 'name=first', stored: 'first', ...seen });
    } finally {
      for (const each of [first, second]) await each.close().catch(() => {});
      await site.close();
    }
  });
});
