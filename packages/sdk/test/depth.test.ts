import {
  type Browser,
  accessibilityViolations,
  isInstalled,
  launchBrowser,
  type Page,
  until,
} from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, open, post, received, type Scripted, type Sites, startSites } from './pages.ts';

describe.skipIf(!isInstalled('chromium'))('createFrame (Chromium)', () => {
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
  const goto = (path = '/') => page.goto(sites.host.origin + path);
  const list = () => page.run(() => (globalThis as unknown as Scripted).calls);

  /** The error thrown when opening with these options, and how many frames and styles remain. */
  const thrown = (options: object) =>
    page.run((given: object) => {
      const { Countersign } = globalThis as unknown as Scripted;
      try {
        Countersign.createFrame(given as Record<string, unknown>);
        return ['opened'];
      } catch (error) {
        const { code, message } = error as { code: string; message: string };
        const left = document.querySelectorAll('iframe').length;
        return [
          error instanceof Countersign.CountersignError,
          code,
          message,
          left,
          document.body.hasAttribute('style'),
        ];
      }
    }, options);

  it.each([
    [{}, 'URL_MISSING', 'url: must be the session URL'],
    [{ url: '' }, 'URL_MISSING', 'url: must be the session URL'],
    [{ url: '/v/token' }, 'URL_INVALID', 'url: must be an https: URL, not "/v/token"'],
    [
      { url: 'http://flow.example/v/a' },
      'URL_INVALID',
      'url: must be an https: URL, not "http://flow.example/v/a"',
    ],
    [
      { url: 'http://127.evil.example/' },
      'URL_INVALID',
      'url: must be an https: URL, not "http://127.evil.example/"',
    ],
    [{ url: 'javascript:alert(1)' }, 'URL_INVALID', 'url: must be an https: URL, not "javascript:alert(1)"'],
    [
      { url: 'https://flow.example/v/a', embedded: true },
      'ROOT_ELEMENT_ID_MISSING',
      'rootElementID: must be the id of an element',
    ],
    [
      { url: 'https://flow.example/v/a', embedded: true, embeddedOptions: { rootElementID: 'none' } },
      'ROOT_ELEMENT_NOT_FOUND',
      'rootElementID: must be the id of an element, not "none"',
    ],
  ])('rejects %j before anything is in the page', async (options, code, message) => {
    await goto();
    expect(await thrown(options)).toEqual([true, code, message, 0, false]);
  });

  it('returns the open controller for the same URL, and rejects another URL until it is closed', async () => {
    await goto();
    await open(page, { url: flowUrl() });
    const same = await page.run((url: string) => {
      const { Countersign, controller } = globalThis as unknown as Scripted;
      return Countersign.createFrame({ url }) === controller;
    }, flowUrl());
    expect(same).toBe(true);
    expect(await list()).toEqual(['warn: url: already open']);
    expect((await thrown({ url: flowUrl('?other') }))[1]).toBe('FRAME_ALREADY_OPEN');
    await page.run(() => (globalThis as unknown as Scripted).controller.close());
    expect(await thrown({ url: flowUrl('?other') })).toEqual(['opened']);
  });

  it('keeps what was typed behind it and holds the focus in a modal, in both directions', async () => {
    await goto();
    await open(page, { url: flowUrl() });
    await received(page);
    await page.run(() => document.getElementById('behind')!.focus());
    expect(await page.run(() => document.activeElement!.tagName)).toBe('IFRAME');
    for (let count = 0; count < 5; count += 1) {
      await page.press('Tab');
      expect(await page.run(() => document.activeElement!.tagName)).toBe('IFRAME');
    }
    for (let count = 0; count < 5; count += 1) {
      await page.press('Tab', { shift: true });
      expect(await page.run(() => document.activeElement!.tagName)).toBe('IFRAME');
    }
    const edges = async () =>
      (await received(page)).filter(({ type }) => type === 'focus_enter').map(({ body }) => body.edge);
    // Messages arrive after the keys: those of the way back are the last.
    await expect.poll(async () => (await edges()).at(-1)).toBe('end');
    expect((await edges())[0]).toBe('start');
    await post(page, 'focus_exit', { edge: 'end' });
    await expect.poll(async () => (await edges()).at(-1)).toBe('start');
  });

  it('does nothing when the backdrop is clicked', async () => {
    await goto();
    await open(page, { url: flowUrl() });
    await received(page);
    await page.clickAt(3, 760);
    expect(await page.run(() => document.querySelectorAll('iframe').length)).toBe(1);
    expect(await list()).toEqual([]);
  });

  it('reports what callbacks throw as uncaught errors, and continues', async () => {
    await goto();
    await page.run((url: string) => {
      const host = globalThis as unknown as Scripted;
      host.controller = host.Countersign.createFrame({
        url,
        onEvent: (name: string) => {
          throw new Error(`from ${name}`);
        },
      });
    }, flowUrl());
    await received(page);
    await post(page, 'event', { name: 'STARTED' });
    await post(page, 'event', { name: 'FINISHED' });
    expect(await calls(page, 2)).toEqual(['uncaught: from STARTED', 'uncaught: from FINISHED']);
    expect(await page.run(() => document.querySelectorAll('iframe').length)).toBe(0);
  });

  it('restores the page when it cannot be opened', async () => {
    await goto();
    const code = await page.run((url: string) => {
      const { Countersign } = globalThis as unknown as Scripted;
      scrollTo(0, 70);
      HTMLIFrameElement.prototype.focus = () => {
        throw new Error('no focus');
      };
      try {
        Countersign.createFrame({ url });
        return ['opened'];
      } catch (error) {
        const left = document.querySelectorAll('iframe, [role=dialog]').length;
        return [(error as Error).message, left, document.body.getAttribute('style'), scrollY];
      }
    }, flowUrl());
    expect(code).toEqual(['no focus', 0, null, 70]);
  });

  it('reports faults of the flow, to the console if there is no listener', async () => {
    await goto();
    await open(page, { url: flowUrl() });
    await received(page);
    await post(page, 'error', { code: 'FLOW_CRASHED', fatal: true, reference: 'R-1' });
    await post(page, 'error', { code: 'not a code', fatal: true });
    await post(page, 'event', { name: 'CANCELED' });
    await calls(page, 3);
    await open(page, { url: flowUrl(), onError: null });
    await received(page);
    await post(page, 'error', { code: 'CAMERA_BLOCKED_BY_POLICY', fatal: false });
    expect(await calls(page, 4)).toEqual([
      'onError {"code":"FLOW_CRASHED","message":"FLOW_CRASHED: see docs/guides/embed.md","reference":"R-1"} frames=1',
      'onEvent "CANCELED" frames=0',
      'closed canceled',
      'warn: CAMERA_BLOCKED_BY_POLICY: see docs/guides/embed.md',
    ]);
  });

  it('reports a flow of another protocol, and does not answer it', async () => {
    await goto();
    await open(page, { url: flowUrl('?silent') });
    await until(page, { fn: () => document.activeElement?.tagName === 'IFRAME', args: [] });
    await until(
      { run: (fn, ...args) => page.runInFrame(0, fn, ...args) },
      {
        fn: () => 'post' in globalThis,
        args: [],
      },
    );
    await post(page, 'hello', { protocols: [2] });
    expect(await calls(page, 1)).toEqual([
      'onError {"code":"PROTOCOL_UNSUPPORTED","message":"PROTOCOL_UNSUPPORTED: see docs/guides/embed.md"} frames=1',
    ]);
    expect(await page.runInFrame(0, () => (globalThis as unknown as Scripted).received)).toEqual([]);
  });

  it('ignores its own frame once it shows another origin', async () => {
    await goto();
    await open(page, { url: flowUrl() });
    await received(page);
    await page.run(
      (url: string) =>
        new Promise<void>((resolve) => {
          const frame = document.querySelector('iframe')!;
          frame.addEventListener('load', () => resolve());
          frame.src = url;
        }),
      `${sites.host.origin}/`,
    );
    await page.run(() =>
      addEventListener('message', ({ data }) => {
        if (data === 'end') (globalThis as unknown as Scripted).calls.push('end');
      }),
    );
    await page.runInFrame(0, () => {
      const nonce = '00112233445566778899aabbccddeeff';
      const body = { name: 'FINISHED' };
      parent.postMessage({ countersign: 1, from: 'flow', type: 'event', nonce, seq: 50, body }, '*');
      // Arrives after the first.
      parent.postMessage('end', '*');
    });
    expect(await calls(page, 1)).toEqual(['end']);
    expect(await page.run(() => document.querySelectorAll('iframe').length)).toBe(1);
  });

  it('shows embedded frames as a modal on a phone', async () => {
    await page.setViewport({ width: 390, height: 800, touch: true });
    await goto();
    await open(page, { url: flowUrl(), embedded: true, embeddedOptions: { rootElementID: 'root' } });
    const [render] = await received(page);
    expect(render!.body).toMatchObject({ embeddedRequested: true, narrow: true, embedded: false });
    expect(await page.run(() => document.querySelectorAll('[role=dialog] iframe').length)).toBe(1);
    expect(await list()).toEqual([]);
    await goto('/bare');
    await open(page, { url: flowUrl() });
    expect(await list()).toEqual(['warn: meta viewport: must be set']);
    await page.setViewport({ width: 1024, height: 768 });
  });

  it('warns once when the element is too small, and still opens', async () => {
    await goto();
    await page.run(() => {
      document.getElementById('root')!.style.width = '500px';
    });
    await open(page, { url: flowUrl(), embedded: true, embeddedOptions: { rootElementID: 'root' } });
    await received(page);
    expect(await list()).toEqual(['warn: rootElementID: must be at least 600x680, not 500x800']);
  });

  describe('without an answer of the flow', () => {
    /** Gives the test control over timers: each runs when its delay is named. */
    const stopClock = () =>
      page.run(() => {
        const timers = new Map<number, { ms: number; run: () => void }>();
        let last = 0;
        // Short ones keep running: axe works in slices.
        const { setTimeout: start, clearTimeout: stop } = globalThis;
        Object.assign(globalThis, {
          setTimeout: (run: () => void, ms = 0) => {
            if (ms < 1000) return start(run, ms);
            last -= 1;
            timers.set(last, { ms, run });
            return last;
          },
          clearTimeout: (id: number) => (id > 0 ? stop(id) : timers.delete(id)),
          delays: () => [...timers.values()].map(({ ms }) => ms),
          fire: (ms: number) => {
            for (const [id, timer] of timers)
              if (timer.ms === ms) {
                timers.delete(id);
                timer.run();
              }
          },
        });
      });
    const delays = () => page.run(() => (globalThis as unknown as { delays(): number[] }).delays());
    const fire = (ms: number) =>
      page.run((at: number) => (globalThis as unknown as { fire(ms: number): void }).fire(at), ms);
    const fault =
      'onError {"code":"HANDSHAKE_TIMEOUT","message":"HANDSHAKE_TIMEOUT: see docs/guides/embed.md"} frames=1';
    const openSilent = async () => {
      await goto();
      await stopClock();
      await open(page, { url: flowUrl('?silent') });
      await until(page, {
        fn: () => (globalThis as unknown as { delays(): number[] }).delays().length === 2,
        args: [],
      });
    };

    it('waits 30 s in all and 10 s after the load, then offers to try again', async () => {
      await openSilent();
      expect(await delays()).toEqual([30000, 10000]);
      await fire(10000);
      expect(await delays()).toEqual([]);
      expect(await list()).toEqual([fault]);
      expect(await page.run(() => document.querySelector('[role=alert]')!.textContent)).toBe(
        'The page did not load.Try againClose',
      );
      expect(await page.run(() => document.activeElement!.textContent)).toBe('Try again');
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.press('Enter');
      expect(await page.run(() => document.querySelector('[role=alert]'))).toBe(null);
      await until(page, {
        fn: () => (globalThis as unknown as { delays(): number[] }).delays().length === 2,
        args: [],
      });
      await fire(30000);
      expect(await list()).toEqual([fault, fault]);
    });

    it('withdraws the offer when the flow sends its hello after all', async () => {
      await openSilent();
      await fire(10000);
      await post(page, 'hello', { protocols: [1] });
      await received(page);
      expect(await page.run(() => document.querySelector('[role=alert]'))).toBe(null);
      expect(await page.run(() => document.activeElement!.tagName)).toBe('IFRAME');
    });

    it('closes on request of the person, by button or Escape', async () => {
      for (const key of ['Tab', 'Escape'] as const) {
        await openSilent();
        await fire(10000);
        await page.press(key);
        if (key === 'Tab') await page.press('Enter');
        expect(await calls(page, 3)).toEqual([fault, 'onEvent "CANCELED" frames=0', 'closed canceled']);
      }
    });
  });
});
