import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'rolldown/parseAst';
import {
  accessibilityViolations,
  type Browser,
  isInstalled,
  launchBrowser,
  type Page,
} from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { built, calls, open, post, received, type Scripted, type Sites, startSites } from './pages.ts';

const hello = (page: Page, nonce: string) => post(page, 'hello', { protocols: [1] }, { nonce, seq: 1 });

describe('the built script', () => {
  it('is at most 3 KB with gzip, in every format', () => {
    for (const file of ['countersign.js', 'countersign.mjs', 'countersign.cjs'])
      expect(gzipSync(built(file), { level: 9 }).length).toBeLessThanOrEqual(3072);
  });

  it('imports nothing, and has no syntax newer than ES2019', () => {
    for (const file of ['countersign.js', 'countersign.mjs', 'countersign.cjs']) {
      const text = built(file);
      const program = JSON.stringify(parseAst(text, { lang: 'js' }));
      for (const node of [
        'ImportDeclaration',
        'ImportExpression',
        'ChainExpression',
        'PropertyDefinition',
        'PrivateIdentifier',
        'StaticBlock',
        'AwaitExpression',
      ])
        expect(program).not.toContain(`"type":"${node}"`);
      expect(program).not.toMatch(/"operator":"(\?\?|\?\?=|\|\|=|&&=)"/);
      expect(text).not.toContain('require(');
    }
  });

  it('comes with the digest of each file', () => {
    const integrity = JSON.parse(built('integrity.json')) as Record<string, string>;
    expect(Object.keys(integrity)).toEqual(['countersign.js', 'countersign.mjs', 'countersign.cjs']);
    for (const [file, digest] of Object.entries(integrity))
      expect(digest).toBe(`sha384-${createHash('sha384').update(built(file)).digest('base64')}`);
  });

  it('can be imported on a server, where opening a frame is an error', async () => {
    const { createFrame, MESSAGES } = await import('../src/index.ts');
    expect(MESSAGES).toEqual({
      STARTED: 'STARTED',
      SUBMITTED: 'SUBMITTED',
      FINISHED: 'FINISHED',
      CANCELED: 'CANCELED',
      RELOAD_REQUEST: 'RELOAD_REQUEST',
    });
    expect(() => createFrame({ url: 'https://flow.example/v/a' })).toThrow(
      expect.objectContaining({ name: 'CountersignError', code: 'NO_DOM' }),
    );
  });
});

const titles = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' } as const;

for (const engine of ['chromium', 'firefox', 'webkit'] as const) {
  describe.skipIf(!isInstalled(engine))(`a frame (${titles[engine]})`, () => {
    let browser: Browser;
    let page: Page;
    let sites: Sites;
    beforeAll(async () => {
      sites = await startSites();
      browser = await launchBrowser(engine);
      page = await browser.newPage();
    });
    afterAll(async () => {
      await browser?.close();
      await sites?.close();
    });
    const flowUrl = (query = '') => `${sites.flow.origin}/v/token${query}`;

    it('opens as a modal, answers hello, reports events, and goes away before FINISHED is reported', async () => {
      await page.setViewport({ width: 1024, height: 768 });
      await page.goto(`${sites.host.origin}/strict`);
      await page.run(() => {
        document.body.style.color = 'red';
        document.getElementById('opener')!.focus();
        scrollTo(0, 120);
      });
      await open(page, { url: flowUrl('?a=1&lang=de'), lang: 'pt' });
      expect(await received(page)).toEqual([
        {
          countersign: 1,
          from: 'host',
          type: 'render',
          nonce: '00112233445566778899aabbccddeeff',
          seq: 1,
          body: {
            protocol: 1,
            sdk: '2.5.0',
            embeddedRequested: false,
            narrow: false,
            embedded: false,
            reloadHandled: true,
          },
        },
      ]);
      const shown = await page.run(() => {
        const frame = document.querySelector('iframe')!;
        const { x, y, width, height } = frame.getBoundingClientRect();
        return {
          src: frame.src,
          title: frame.title,
          allow: frame.allow,
          referrerPolicy: frame.referrerPolicy,
          sandbox: frame.hasAttribute('sandbox'),
          border: getComputedStyle(frame).borderTopWidth,
          box: [x, y, width - innerWidth, height - innerHeight],
          role: frame.parentElement!.getAttribute('role'),
          focused: document.activeElement === frame,
          body: getComputedStyle(document.body).position,
        };
      });
      const flow = sites.flow.origin;
      expect(shown).toEqual({
        src: `${flow}/v/token?a=1&lang=pt`,
        title: 'Identity verification',
        allow: `camera ${flow};autoplay ${flow};fullscreen ${flow}`,
        referrerPolicy: 'no-referrer',
        sandbox: false,
        border: '0px',
        box: [0, 0, 0, 0],
        role: 'dialog',
        focused: true,
        body: 'fixed',
      });
      expect(await accessibilityViolations(page)).toEqual([]);
      await post(page, 'event', { name: 'STARTED' });
      await post(page, 'step', { screen: 'P0', index: 2, total: 7 });
      await post(page, 'event', { name: 'RELOAD_REQUEST' });
      await post(page, 'event', { name: 'SUBMITTED' });
      await post(page, 'event', { name: 'FINISHED' });
      expect(await calls(page, 7)).toEqual([
        'onEvent "STARTED" frames=1',
        'onStep {"screen":"P0","index":2,"total":7} frames=1',
        'onReload  frames=1',
        'onEvent "RELOAD_REQUEST" frames=1',
        'onEvent "SUBMITTED" frames=1',
        'onEvent "FINISHED" frames=0',
        'closed finished',
      ]);
      expect(
        await page.run(() => [
          document.body.getAttribute('style'),
          scrollY,
          document.activeElement!.id,
          document.querySelectorAll('iframe, [role=dialog]').length,
        ]),
      ).toEqual(['color: red;', 120, 'opener', 0]);
    });

    it('fills an element of the page when embedded, and leaves Tab to the browser', async () => {
      await page.goto(`${sites.host.origin}/`);
      await open(page, {
        url: flowUrl(),
        embedded: true,
        embeddedOptions: { rootElementID: 'root' },
        title: 'Check',
      });
      const [render] = await received(page);
      expect(render!.body).toMatchObject({ embeddedRequested: true, narrow: false, embedded: true });
      const box = await page.run(() => {
        const { width, height } = document.querySelector('#root iframe')!.getBoundingClientRect();
        return [width, height, document.body.hasAttribute('style'), document.querySelector('iframe')!.title];
      });
      expect(box).toEqual([800, 800, false, 'Check']);
      expect(await accessibilityViolations(page)).toEqual([]);
      await post(page, 'focus_exit', { edge: 'end' });
      await post(page, 'event', { name: 'STARTED' });
      await calls(page, 1);
      expect(await page.run(() => document.activeElement!.tagName)).toBe('IFRAME');
      await post(page, 'event', { name: 'CANCELED' });
      expect(await calls(page, 3)).toEqual([
        'onEvent "STARTED" frames=1',
        'onEvent "CANCELED" frames=0',
        'closed canceled',
      ]);
      expect(await page.run(() => document.querySelectorAll('#root *').length)).toBe(0);
    });

    it('drops messages with a wrong nonce, an old number, another form or too many bytes', async () => {
      await page.goto(`${sites.host.origin}/`);
      await open(page, { url: flowUrl() });
      await received(page);
      const name = 'SUBMITTED';
      await post(page, 'event', { name }, { nonce: 'ffffffffffffffffffffffffffffffff' });
      await post(page, 'event', { name }, { seq: 1 });
      await post(page, 'event', { name }, { countersign: 2 });
      await post(page, 'event', { name }, { from: 'host' });
      await post(page, 'event', { name }, { body: null });
      await post(page, 'event', { name, filler: 'x'.repeat(4096) });
      await post(page, 'event', { name: 'APPROVED' });
      await post(page, 'event', { name: 'toString' });
      await post(page, 'constructor', {});
      await page.runInFrame(0, () => {
        for (const data of [null, 7, 'VERIFF_FINISHED', [1]]) parent.postMessage(data, '*');
      });
      // A reload inside the frame gets a handshake at any time; the old nonce is void from then on.
      await hello(page, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
      await post(page, 'event', { name });
      await post(page, 'event', { name: 'STARTED' }, { nonce: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', seq: 2 });
      expect(await calls(page, 1)).toEqual(['onEvent "STARTED" frames=1']);
      expect((await received(page, 2))[1]).toMatchObject({
        type: 'render',
        nonce: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        seq: 2,
      });
    });

    it('ignores what other windows and the host page itself post', async () => {
      await page.goto(`${sites.host.origin}/`);
      await open(page, { url: flowUrl() });
      await received(page);
      await page.run(
        (url: string) =>
          new Promise<void>((resolve) => {
            const nonce = '00112233445566778899aabbccddeeff';
            const body = { name: 'FINISHED' };
            postMessage({ countersign: 1, from: 'flow', type: 'event', nonce, seq: 90, body }, '*');
            const other = document.createElement('iframe');
            other.src = url;
            other.addEventListener('load', () => resolve());
            document.body.append(other);
          }),
        flowUrl('?silent'),
      );
      // Same origin as the flow but another window: otherwise indistinguishable from a real message.
      await page.runInFrame(1, () =>
        (globalThis as unknown as Scripted).post('event', { name: 'FINISHED' }, { seq: 91 }),
      );
      await post(page, 'event', { name: 'SUBMITTED' }, { seq: 92 });
      expect(await calls(page, 1)).toEqual(['onEvent "SUBMITTED" frames=2']);
    });

    it('forwards Escape, waits for the decision of the person, and closes at once without confirm', async () => {
      await page.goto(`${sites.host.origin}/`);
      await open(page, { url: flowUrl() });
      await received(page);
      await page.run(() => {
        dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
        const { controller, calls: list } = globalThis as unknown as Scripted;
        void controller.close({ confirm: true }).then((removed) => list.push(`first ${removed}`));
      });
      const messages = await received(page, 3);
      expect(messages.slice(1).map(({ type, seq, body }) => ({ type, seq, body }))).toEqual([
        { type: 'close_request', seq: 2, body: { reason: 'escape' } },
        { type: 'close_request', seq: 3, body: { reason: 'host' } },
      ]);
      await post(page, 'stay');
      expect(await calls(page, 1)).toEqual(['first false']);
      const results = await page.run(async () => {
        const { controller } = globalThis as unknown as Scripted;
        const first = controller.close();
        const left = document.querySelectorAll('iframe').length;
        return [left, await first, await controller.close(), await controller.close({ confirm: true })];
      });
      expect(results).toEqual([0, true, true, true]);
      expect(await calls(page, 2)).toEqual(['first false', 'closed host']);
    });
  });
}
