import {
  type Browser,
  browserNames,
  type CameraScenes,
  drawScenes,
  isInstalled,
  launchBrowser,
  type Page,
  scriptedCamera,
  type Site,
  until,
} from '@countersign/browser-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type HostKind, type HostOptions, type HostPage, received, startHost } from './support/hosts.ts';
import { frameOf, limitMs, onScreen, press } from './support/person.ts';
import { type ScriptedService, startScriptedService } from './support/scripted-service.ts';

const titles = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };
const withoutSteps = (calls: readonly string[]) => calls.filter((call) => !call.startsWith('step '));

/** Engines beside Chromium run the newest host of each dialect always, and the rest at night. */
const isNightly = process.env['NIGHTLY'] === '1';

for (const name of browserNames) {
  const isWhole = name === 'chromium' || isNightly;
  describe.skipIf(!isInstalled(name))(`the flow in a host page (${titles[name]})`, () => {
    let browser: Browser;
    let page: Page;
    let service: ScriptedService;
    let host: Site;
    let scenes: CameraScenes;
    beforeAll(async () => {
      scenes = await drawScenes();
      browser = await launchBrowser(name);
      page = await browser.newPage();
      await page.setViewport({ width: 1024, height: 820 });
    });
    afterEach(async () => {
      await host?.close();
      await service?.close();
    });
    afterAll(() => browser?.close());

    const open = async (options: Omit<HostOptions, 'url'>, given?: (service: ScriptedService) => void) => {
      service = await startScriptedService();
      service.inject = scriptedCamera(scenes);
      given?.(service);
      host = await startHost({ ...options, url: service.origin + service.link });
      await page.goto(`${host.origin}/`);
      return frameOf(page);
    };
    const start = async (flow: ReturnType<typeof frameOf>) => {
      await onScreen(flow, 'F1');
      await press(flow, 'I agree, start');
      await onScreen(flow, 'F3');
    };
    /** Everything is there but the submission. */
    const take = () => {
      service.script.choose({ country: 'CO', type: 'PASSPORT' });
      service.script.add('document-front', scenes.F5);
      service.script.add('face', scenes.F7);
    };

    const legacyEvents = ['VERIFF_STARTED', 'VERIFF_SUBMITTED', 'VERIFF_FINISHED'];
    const olderHosts: [HostKind, string[]][] = [
      ['older', legacyEvents],
      ['oldest', legacyEvents],
    ];
    it.each<[HostKind, string[]]>([
      ['sdk', ['STARTED', 'SUBMITTED', 'FINISHED']],
      ['current', legacyEvents],
      ...(isWhole ? olderHosts : []),
    ])('reports each event once, after the service was informed (%s)', async (kind, events) => {
      const flow = await open({ kind });
      await start(flow);
      await received(page, events[0]!);
      expect(service.script.status).toBe('started');
      take();
      await onScreen(flow, 'F9');
      await press(flow, 'Send');
      await received(page, events[1]!);
      expect(service.script.submissions).toBe(1);
      await onScreen(flow, 'F10');
      service.script.end('complete');
      await onScreen(flow, 'F11');
      await press(flow, 'Finish');
      const calls = await received(page, events[2]!);
      expect(withoutSteps(calls)).toEqual(events);
      expect(service.script.left).toEqual(['finished']);
      expect(await page.run(() => document.querySelectorAll('iframe').length)).toBe(0);
      expect(await page.run(() => location.pathname)).toBe('/');
    });

    if (!isWhole) return;

    it('cancels only after the person has confirmed', async () => {
      const flow = await open({ kind: 'current' });
      await start(flow);
      await press(flow, 'Close');
      await onScreen(flow, 'F13');
      await press(flow, 'Continue');
      await onScreen(flow, 'F3');
      await press(flow, 'Close');
      await press(flow, 'Save and leave');
      expect(await received(page, 'VERIFF_CANCELED')).toEqual(['VERIFF_STARTED', 'VERIFF_CANCELED']);
      expect(service.script.left).toEqual(['left']);
    });

    it('lets the person decide when the host requests to close', async () => {
      const flow = await open({ kind: 'sdk' });
      await start(flow);
      const close = () =>
        page.run(() => {
          const { controller, calls } = globalThis as unknown as HostPage;
          void controller.close({ confirm: true }).then((removed) => calls.push(`closed ${removed}`));
        });
      await close();
      await onScreen(flow, 'F13');
      await press(flow, 'Continue');
      await received(page, 'closed false');
      await close();
      await press(flow, 'Save and leave');
      expect(withoutSteps(await received(page, 'closed true'))).toEqual([
        'STARTED',
        'closed false',
        'CANCELED',
        'closed true',
      ]);
    });

    it.each<[HostKind, boolean, string, string[]]>([
      ['sdk', true, 'Load the page again', ['reload', 'RELOAD_REQUEST']],
      ['current', true, 'Load the page again', ['VERIFF_RELOAD_REQUEST']],
      [
        'current',
        false,
        'Reload the surrounding page too (what you typed there is lost)',
        ['VERIFF_FORCE_RELOAD'],
      ],
    ])(
      'requests a reload only after a click (%s, handled: %s)',
      async (kind, reloadHandled, label, wanted) => {
        const flow = await open({ kind, reloadHandled }, (each) => {
          each.inject = scriptedCamera(scenes, { permission: 'prompt', fault: 'NotAllowedError' });
          each.script.start({ attempt: 1, consents: [] });
          each.script.choose({ country: 'CO', type: 'PASSPORT' });
        });
        await onScreen(flow, 'F4');
        await press(flow, 'Use the camera');
        await onScreen(flow, 'F4r');
        expect(withoutSteps(await page.run(() => (globalThis as unknown as HostPage).calls))).toEqual([]);
        // The page around it may be what keeps the camera away: not every browser names the difference.
        expect(await flow.run(() => document.querySelector('[data-action=new-tab]')?.textContent)).toBe(
          'Open in a new tab',
        );
        await press(flow, label);
        expect(withoutSteps(await received(page, wanted[wanted.length - 1]!))).toEqual(wanted);
      },
    );

    it('leads to a tab of its own where the page around it has no https', async () => {
      const flow = await open({ kind: 'sdk' }, (each) => {
        // As browsers answer a frame in such a page that have the function there at all.
        each.inject = scriptedCamera(scenes, { permission: 'prompt', fault: 'TypeError' });
        each.script.start({ attempt: 1, consents: [] });
        each.script.choose({ country: 'CO', type: 'PASSPORT' });
      });
      await onScreen(flow, 'F4');
      await press(flow, 'Use the camera');
      await onScreen(flow, 'F4r');
      expect(
        await flow.run(() => [
          document.querySelector('h1')?.textContent,
          document.querySelector('[data-action=new-tab]')?.textContent,
        ]),
      ).toEqual(['The camera needs a secure connection', 'Open in a new tab']);
    });
  });
}

describe.skipIf(!isInstalled('chromium'))('the flow and strange host pages (Chromium)', () => {
  let browser: Browser;
  let page: Page;
  let service: ScriptedService;
  let host: Site;
  beforeAll(async () => {
    browser = await launchBrowser('chromium');
    page = await browser.newPage();
    await page.setViewport({ width: 1024, height: 820 });
  });
  afterEach(async () => {
    await host?.close();
    await service?.close();
  });
  afterAll(() => browser?.close());
  const open = async (kind: HostKind, inject = '') => {
    service = await startScriptedService();
    service.inject = inject;
    host = await startHost({ kind, url: service.origin + service.link });
    await page.goto(`${host.origin}/`);
    const flow = frameOf(page);
    await onScreen(flow, 'F1');
    return flow;
  };
  const start = async (flow: ReturnType<typeof frameOf>) => {
    await press(flow, 'I agree, start');
    await onScreen(flow, 'F3');
  };
  const heard = () => page.run(() => (globalThis as unknown as HostPage).calls);

  /** 10 s pass in no time; every other delay stays. */
  const clock =
    'const later = setTimeout; setTimeout = (run, ms, ...rest) => later(run, ms === 10000 ? 50 : ms, ...rest);';

  it('takes the focus from nothing where no host answers', async () => {
    // The 10 s pass when the test lets them.
    const flow = await open(
      'silent',
      'const later = setTimeout; setTimeout = (run, ms, ...rest) => ms === 10000 ? (pass = run, 0) : later(run, ms, ...rest);',
    );
    const pass = () =>
      flow.run(() => {
        (globalThis as unknown as { pass: () => void }).pass();
        return document.documentElement.dataset['layout'];
      });
    await page.run(() => {
      document.querySelector('main')!.append(Object.assign(document.createElement('input'), { id: 'own' }));
      document.getElementById('own')!.focus();
    });
    expect(await pass()).toBe('page');
    expect(await page.run(() => document.activeElement!.id)).toBe('own');
    await flow.run(() => document.querySelector<HTMLElement>('[data-primary]')!.focus());
    await pass();
    expect(await flow.run(() => document.activeElement!.hasAttribute('data-primary'))).toBe(true);
  });

  it('is an ordinary frame where no host answers, and posts in both dialects', async () => {
    const flow = await open('silent', clock);
    await until(flow, { fn: () => document.documentElement.dataset['layout'] === 'page', args: [], limitMs });
    await start(flow);
    await received(page, 'VERIFF_STARTED');
    const structured = await page.run(() =>
      (globalThis as unknown as HostPage).messages
        .filter(({ type }) => type === 'event')
        .map(({ body }) => body),
    );
    expect(structured).toEqual([{ name: 'STARTED' }]);
    await press(flow, 'Close');
    await press(flow, 'Save and leave');
    await onScreen(flow, 'F12');
    expect(await heard()).toEqual(['VERIFF_STARTED', 'VERIFF_CANCELED']);
  });

  it('keeps the dialect of the first answer', async () => {
    const flow = await open('both');
    await start(flow);
    await until(page, {
      fn: () => (globalThis as unknown as HostPage).messages.some(({ type }) => type === 'event'),
      args: [],
      limitMs,
    });
    expect(await heard()).toEqual([]);
  });

  it('ignores answers from any window but its parent', async () => {
    const flow = await open('silent');
    await page.run(() => {
      const other = document.createElement('iframe');
      other.srcdoc = `<script>parent.frames[0].postMessage('VERIFF_RENDER', '*')</script>`;
      document.body.append(other);
      return new Promise<void>((resolve) => other.addEventListener('load', () => resolve()));
    });
    await start(flow);
    expect(await heard()).toEqual([]);
    // The right window is heard all the same.
    await page.run(() => {
      const { answer } = globalThis as unknown as HostPage;
      answer(frames[0]!);
    });
    expect(await received(page, 'VERIFF_STARTED')).toEqual(['VERIFF_STARTED']);
  });

  it('passes the focus to the host at its edges', async () => {
    const flow = await open('both');
    await flow.run(() => document.getElementById('edge-end')!.focus());
    await until(page, {
      fn: () =>
        (globalThis as unknown as HostPage).messages.some(
          ({ type, body }) => type === 'focus_exit' && body['edge'] === 'end',
        ),
      args: [],
      limitMs,
    });
  });

  it('is one stop among others for Tab where it is embedded, in both directions', async () => {
    service = await startScriptedService();
    host = await startHost({ kind: 'sdk', embedded: true, url: service.origin + service.link });
    await page.goto(`${host.origin}/`);
    const flow = frameOf(page);
    await onScreen(flow, 'F1');
    await received(page, 'step F1');
    await page.run(() => document.getElementById('before')!.focus());
    /** Where the focus is: ids of controls of the host page; in the flow, whether it is a control. */
    const focused = async () => {
      const at = await page.run(() => {
        const active = document.activeElement!;
        return active.shadowRoot?.activeElement?.id ?? (active.id || active.tagName);
      });
      if (at !== 'IFRAME') return at;
      const isControl = await flow.run(() =>
        document.activeElement!.matches('#app button, #app select, #app a'),
      );
      return isControl ? 'control' : 'nothing';
    };
    const tabs = async (shift: boolean) => {
      const seen: string[] = [];
      for (let count = 0; count < 12 && seen.at(-1) !== (shift ? 'before' : 'after'); count += 1) {
        await page.press('Tab', { shift });
        const now = await focused();
        if (now !== seen.at(-1)) seen.push(now);
      }
      return seen;
    };
    expect(await tabs(false)).toEqual(['control', 'after']);
    expect(await tabs(true)).toEqual(['control', 'before']);
  });

  it('is transparent around the modal on a page in dark colours', async () => {
    await page.setPreferences({ dark: true, stillness: true });
    service = await startScriptedService();
    host = await startHost({ kind: 'sdk', url: service.origin + service.link });
    await page.goto(`${host.origin}/`);
    await page.run(() => {
      document.documentElement.style.cssText = 'color-scheme:light dark;background:rgb(0,0,100)';
    });
    await onScreen(frameOf(page), 'F1');
    const corner = async () => {
      const png = (await page.screenshot()).toString('base64');
      return page.run(async (base64: string) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const context = document.createElement('canvas').getContext('2d')!;
        context.drawImage(image, 0, 0);
        return [...context.getImageData(2, 2, 1, 1).data];
      }, png);
    };
    // 60 % black over the page.
    await expect.poll(corner, { timeout: 10_000 }).toEqual([0, 0, 40, 255]);
    await page.setPreferences({ dark: false, stillness: true });
  });

  it('shows the link for another device where the frame may not copy it', async () => {
    service = await startScriptedService({ handoff: 'off' });
    host = await startHost({ kind: 'sdk', url: service.origin + service.link });
    await page.goto(`${host.origin}/`);
    const flow = frameOf(page);
    await onScreen(flow, 'F1');
    await press(flow, 'Help');
    await onScreen(flow, 'F14');
    await press(flow, 'Copy the link');
    const field = () => flow.run(() => document.querySelector<HTMLInputElement>('main input')?.value ?? null);
    await expect.poll(field).toBe(service.origin + service.link);
    expect(await flow.run(() => document.querySelector('main')!.innerText)).not.toContain('address bar');
  });

  it('does not report that it closed after a time without input (A-430)', async () => {
    service = await startScriptedService({ inactivitySeconds: 3 });
    host = await startHost({ kind: 'current', url: service.origin + service.link });
    await page.goto(`${host.origin}/`);
    await onScreen(frameOf(page), 'F12');
    await press(frameOf(page), 'Continue now');
    await press(frameOf(page), 'Close');
    await press(frameOf(page), 'Save and leave');
    expect(await received(page, 'VERIFF_CANCELED')).toEqual(['VERIFF_CANCELED']);
    expect(service.script.left).toEqual(['left', 'left']);
  });

  it('leaves the history to the page around it', async () => {
    const flow = await open('current');
    const before = await page.run(() => history.length);
    await start(flow);
    await press(flow, 'Help');
    await onScreen(flow, 'F14');
    expect(await page.run(() => history.length)).toBe(before);
    expect(await flow.run(() => history.state as unknown)).toBeNull();
  });

  it.each(['forged', 'cut-off-%E0%A4'])('reports an invalid link: %s', async (token) => {
    service = await startScriptedService();
    host = await startHost({ kind: 'sdk', url: `${service.origin}/v/${token}` });
    await page.goto(`${host.origin}/`);
    await onScreen(frameOf(page), 'F12');
    expect(await received(page, 'error SESSION_UNAVAILABLE')).toContain('error SESSION_UNAVAILABLE');
    await press(frameOf(page), 'Finish');
    await received(page, 'CANCELED');
  });
});
