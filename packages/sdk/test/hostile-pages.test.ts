import { type Browser, isInstalled, launchBrowser, type Page } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, open, post, received, type Scripted, type Sites, startSites } from './pages.ts';

const nonce = '00112233445566778899aabbccddeeff';
/** Indistinguishable from a real message except for its source. */
const forged = (target: string) =>
  `${target}.postMessage(${JSON.stringify({ countersign: 1, from: 'flow', type: 'event', nonce, seq: 900, body: { name: 'FINISHED' } })}, '*');`;

describe.skipIf(!isInstalled('chromium'))('createFrame on a page with hostile parts (Chromium)', () => {
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
  const flowUrl = () => `${sites.flow.origin}/v/token`;
  const opened = async () => {
    await page.goto(`${sites.host.origin}/`);
    await open(page, { url: flowUrl() });
    await received(page);
  };
  const end = () =>
    page.run(() => {
      addEventListener('message', ({ data }) => {
        if (data === 'end') (globalThis as unknown as Scripted).calls.push('end');
      });
    });
  const frames = () => page.run(() => document.querySelectorAll('iframe').length);
  const port = () => new URL(sites.flow.origin).port;

  it.each<[string, (attack: string) => Record<string, string>]>([
    ['a document of its own text', (attack) => ({ srcdoc: `<script>${attack}</script>` })],
    [
      'a data: document',
      (attack) => ({ src: `data:text/html,<script>${encodeURIComponent(attack)}</script>` }),
    ],
    [
      'a document in a sandbox, without an origin',
      (attack) => ({ sandbox: 'allow-scripts', srcdoc: `<script>${attack}</script>` }),
    ],
  ])('ignores its own frame once it shows %s', async (_, changes) => {
    await opened();
    await end();
    await page.run(
      (attributes: Record<string, string>) => {
        const frame = document.querySelector('iframe')!;
        for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
      },
      changes(`${forged('parent')}parent.postMessage('end','*');`),
    );
    expect(await calls(page, 1)).toEqual(['end']);
    expect(await frames()).toBe(1);
  });

  it.each([
    ['the address for the name', () => `http://127.0.0.1:${port()}`],
    ['a name below its own', () => `http://pay.localhost:${port()}`],
    ['the flow in a sandbox, without an origin', () => sites.flow.origin],
  ])('ignores its own frame once it shows a similar origin: %s', async (_, origin) => {
    await opened();
    await end();
    const alike = origin();
    await page.run(
      (url: string, isSandboxed: boolean) =>
        new Promise<void>((resolve) => {
          const frame = document.querySelector('iframe')!;
          frame.addEventListener('load', () => resolve());
          if (isSandboxed) frame.setAttribute('sandbox', 'allow-scripts');
          frame.src = url;
        }),
      `${alike}/v/token?silent`,
      alike === sites.flow.origin,
    );
    await page.runInFrame(0, () => {
      (globalThis as unknown as Scripted).post('hello', { protocols: [1], page: 'test' });
      (globalThis as unknown as Scripted).post('event', { name: 'FINISHED' }, { seq: 900 });
      parent.postMessage('end', '*');
    });
    expect(await calls(page, 1)).toEqual(['end']);
    expect(await page.runInFrame(0, () => (globalThis as unknown as Scripted).received)).toEqual([]);
    expect(await frames()).toBe(1);
  });

  it('continues beside another frame that posts ten thousand forged messages', async () => {
    await opened();
    await end();
    await page.run((attack: string) => {
      const other = document.createElement('iframe');
      other.sandbox.add('allow-scripts');
      other.srcdoc = `<script>for (let count = 0; count < 10000; count += 1) { ${attack} } parent.postMessage('end', '*');</script>`;
      document.body.append(other);
    }, forged('parent'));
    expect(await calls(page, 1)).toEqual(['end']);
    await post(page, 'event', { name: 'SUBMITTED' });
    expect(await calls(page, 2)).toEqual(['end', 'onEvent "SUBMITTED" frames=2']);
  });

  it('reads only known members of a body, whatever else is in it', async () => {
    await opened();
    await end();
    await page.runInFrame(0, () => {
      const { post: send } = globalThis as unknown as Scripted;
      const polluted = () =>
        JSON.parse(
          '{"__proto__":{"isPolluted":true},"constructor":{"prototype":{"isPolluted":true}}}',
        ) as object;
      const cyclic: Record<string, unknown> = { name: 'FINISHED' };
      cyclic['self'] = cyclic;
      send('event', { name: ['FINISHED'] });
      send('event', { name: { toString: 'FINISHED' } });
      send('event', cyclic);
      send('event', { name: 'FINISHED', large: 1n });
      send('event', { name: '__proto__' });
      send('error', { code: '__PROTO__\n' });
      send('error', { code: { length: 3 } });
      send('step', { screen: polluted(), index: 1, total: 2 });
      send('step', Object.assign(polluted(), { screen: 'F1', index: 1, total: 2 }));
      send('step', new Map([['screen', 'F1']]));
      send('hello', { protocols: { length: 1, 0: 1 } });
      parent.postMessage('end', '*');
    });
    expect(await calls(page, 1)).toEqual(['onStep {"screen":"F1","index":1,"total":2} frames=1', 'end']);
    expect(await page.run(() => 'isPolluted' in {})).toBe(false);
    expect(await frames()).toBe(1);
  });
});
