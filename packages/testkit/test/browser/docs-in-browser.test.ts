import {
  accessibilityViolations,
  type Browser,
  isInstalled,
  launchBrowser,
  type Page,
  until,
} from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byNight, isNightly } from '../../../service/test/support/engines.ts';
import type { TestService } from '../../src/index.ts';
import { startQuickService } from '../support/quick-database.ts';

/** Every kind of page; by night every page. */
const shown = isNightly
  ? [
      '/',
      '/docs',
      '/docs/api',
      '/docs/quickstart',
      '/docs/errors',
      '/docs/settings',
      '/docs/contract',
      '/docs/run',
    ]
  : ['/', '/docs', '/docs/quickstart'];
const widths = isNightly ? [320, 390, 768, 1280] : [390, 1280];

describe.skipIf(!isInstalled('chromium'))('the documents (Chromium)', () => {
  let browser: Browser;
  let page: Page;
  let service: TestService;
  beforeAll(async () => {
    service = await startQuickService();
    browser = await launchBrowser('chromium');
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  const open = (path: string) => page.goto(service.url + path);
  const type = (selector: string, text: string) =>
    page.run(
      (wanted: string, value: string) => {
        const field = document.querySelector<HTMLInputElement>(wanted)!;
        field.focus();
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      selector,
      text,
    );

  it('show on the front page that the service is ready, and lead to the demo, the quickstart and the reference', async () => {
    await open('/');
    const state = await until(page, {
      fn: () => document.querySelector<HTMLElement>('#state[data-state]')?.textContent ?? null,
      args: [],
    });
    expect(state).toMatch(/^Ready, version \d+\.\d+\.\d+$/);
    const links = await page.run(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('.cards a')].map(({ pathname }) => pathname),
    );
    expect(links).toEqual(['/demo', '/docs/quickstart', '/docs', '/docs/api']);
  });

  it('find a section by typing, and open it with the keyboard', async () => {
    await open('/docs');
    await type('.find input', 'which bytes');
    const first = await until(page, {
      fn: () => document.querySelector<HTMLElement>('.results a')?.firstChild?.textContent ?? null,
      args: [],
    });
    expect(first).toBe('Which bytes');
    await page.press('Enter');
    // While the page goes, nothing can be asked of it.
    const at = () => page.run(() => location.pathname + location.hash).catch(() => '');
    await expect.poll(at).toBe('/docs/signing#which-bytes');
  });

  it('report when nothing is found', async () => {
    await open('/docs');
    await type('.find input', 'xyzzyplugh');
    const text = await until(page, {
      fn: () => document.querySelector<HTMLElement>('.results .none')?.textContent ?? null,
      args: [],
    });
    expect(text).toBe('Nothing found for “xyzzyplugh”.');
  });

  it('sign a request in the browser and show the response', async () => {
    const { client } = await service.integrate();
    const sessionId = await client.createSession();
    await open('/docs/api');
    const send = async (form: string) => {
      await page.run((wanted: string) => {
        document.querySelector<HTMLFormElement>(wanted)!.requestSubmit();
      }, form);
      return until(page, {
        fn: (wanted: string) => {
          const shownText = document.querySelector(`${wanted} .answer`)?.textContent ?? '';
          return shownText === '' || shownText === 'Sending …' ? null : shownText;
        },
        args: [form],
      });
    };
    await type('#try-get-decision input', sessionId);
    expect(await send('#try-get-decision')).toBe(
      'API key and shared secret: must be given at the top of this page.',
    );
    await type('#keys [name=key]', client.access.apiKey);
    await type('#keys [name=secret]', client.access.sharedSecret);
    const sent = async (form: string, status: string) =>
      until(page, {
        fn: (wanted: string, start: string) => {
          const text = document.querySelector(`${wanted} .answer`)?.textContent ?? '';
          return text.startsWith(start) ? text : null;
        },
        args: [form, status],
      });
    await send('#try-get-decision');
    expect(await sent('#try-get-decision', '200 in')).toContain('"verification": null');
    await send('#try-create-session');
    expect(await sent('#try-create-session', '201 in')).toContain('"status": "created"');
    await send('#try-list-fraud-categories');
    expect(await sent('#try-list-fraud-categories', '200 in')).toContain('"categories"');
  });

  it.each(shown)('have no violation of accessibility and no sideways scrolling at %s', async (path) => {
    for (const width of widths)
      for (const dark of [false, true]) {
        await page.setViewport({ width, height: 800 });
        await page.setPreferences({ dark, stillness: true });
        await open(path);
        const overflow = await page.run(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([path, width, dark, overflow, await accessibilityViolations(page)]).toEqual([
          path,
          width,
          dark,
          0,
          [],
        ]);
      }
  });

  byNight(() => {
    it('make no request to another host', async () => {
      for (const path of shown) {
        await open(path);
        const hosts = await page.run(() => [
          ...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)),
        ]);
        expect([path, hosts]).toEqual([path, [service.url]]);
      }
    });
  });
});
