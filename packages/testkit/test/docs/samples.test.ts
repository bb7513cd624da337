import { type Browser, isInstalled, launchBrowser, type Page, until } from '@countersign/browser-kit';
import { setWebhookUrl } from '@countersign/service';
import { approvedPerson } from '@countersign/specimens';
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestIntegration, TestService } from '../../src/index.ts';
import { picturesPatienceMs } from '../../src/patience.ts';
import { startQuickService } from '../support/quick-database.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
/** What `npm install --prefix examples` would put there. */
const packages = ['react', 'react-dom', 'rolldown'];

interface Sample {
  url: string;
  integration: TestIntegration;
  /** All that it printed so far. */
  printed: () => string;
}

let service: TestService;
let folder = '';
let child: ChildProcess | null = null;
beforeAll(async () => {
  service = await startQuickService();
  folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-samples-'));
  cpSync(path.join(root, 'examples'), folder, { recursive: true });
  mkdirSync(path.join(folder, 'node_modules/@countersign'), { recursive: true });
  symlinkSync(path.join(root, 'dist/client'), path.join(folder, 'node_modules/@countersign/client'));
  for (const name of packages)
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
});
afterEach(async () => {
  const running = child;
  child = null;
  if (running === null || running.exitCode !== null) return;
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill('SIGTERM');
  await ended;
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a sample as its script of `examples/package.json` does, with an integration whose decisions go to it. */
async function start(name: string): Promise<Sample> {
  const integration = await service.integrate();
  const { apiUrl, apiKey, sharedSecret } = integration.client.access;
  const env = { ...process.env, API_URL: apiUrl, API_KEY: apiKey, SHARED_SECRET: sharedSecret, PORT: '0' };
  const started = spawn(process.execPath, [`${name}/server.mjs`], { cwd: folder, env });
  child = started;
  let printed = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await expect.poll(() => printed).toMatch(/ready http:\S+\n/);
  const url = /ready (http:\S+)\n/.exec(printed)?.[1] ?? '';
  const { integrationId } = integration;
  await setWebhookUrl(service.ctx)({
    integrationId,
    type: 'decision',
    url: `${url}/webhooks`,
    actor: 'test',
  });
  return { url, integration, printed: () => printed };
}

/** The session that the sample created. */
async function sessionOf({ integration }: Sample): Promise<string> {
  const [row] = await service.ctx.database.query<{ id: string }>(
    'select id from session where integration_id = $1',
    [integration.integrationId],
  );
  return row?.id ?? '';
}

describe('the sample without a page', () => {
  it('passes pictures on, and grants access by the webhook of an approving decision', async () => {
    const { url } = await start('server-only');
    const customer = `${url}/customers/ada`;
    const account = async () => (await fetch(`${customer}/account`)).status;
    const { pictures } = await approvedPerson();
    const uploads = pictures.map(({ context, bytes }) =>
      fetch(`${customer}/pictures/${context}`, { method: 'POST', body: new Uint8Array(bytes) }),
    );
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual([201, 201]);
    expect((await fetch(`${customer}/verification`, { method: 'POST' })).status).toBe(202);
    const body = JSON.stringify({
      status: 'success',
      verification: { status: 'approved', vendorData: 'ada' },
    });
    const headers = { 'x-hmac-signature': '0'.repeat(64) };
    expect((await fetch(`${url}/webhooks`, { method: 'POST', body, headers })).status).toBe(400);
    expect(await account()).toBe(403);
    await expect.poll(account, { timeout: picturesPatienceMs }).toBe(200);
  });
});

describe.skipIf(!isInstalled('chromium'))('the samples with a page (Chromium)', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser('chromium');
    page = await browser.newPage();
    await page.setViewport({ width: 1000, height: 960 });
    await page.beforeLoad(
      `window.refusals = []; addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.refusals.push(violatedDirective));`,
    );
  });
  afterAll(() => browser?.close());

  const click = (selector: string) =>
    page.run((wanted: string) => document.querySelector<HTMLElement>(wanted)!.click(), selector);
  const fill = (name: string, text: string) =>
    page.run(
      (field: string, value: string) => {
        const input = document.querySelector<HTMLInputElement>(`input[name=${field}]`)!;
        // React hears of a value only by its own setter.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
      name,
      text,
    );
  const flowIsOpen = async () => {
    await until(page, { fn: () => document.querySelector('iframe') !== null, args: [] });
    const screen = () =>
      page
        .runInFrame(0, () => document.querySelector<HTMLElement>('main')?.dataset['screen'] ?? '')
        .catch(() => '');
    await expect.poll(screen).toBe('F1');
  };
  const account = () => page.run(async () => (await fetch('/account')).status);
  const shown = (text: string) =>
    until(page, {
      fn: (wanted: string) => document.querySelector('#account')?.textContent === wanted,
      args: [text],
    });

  it.each(['plain', 'react'])('%s: opens the account by the webhook, not by a forged end', async (name) => {
    const sample = await start(name);
    await page.goto(sample.url);
    await until(page, { fn: () => document.querySelector('form') !== null, args: [] });
    await fill('firstName', 'Approve');
    await fill('lastName', 'Maasikas');
    await click('#verify button');
    await flowIsOpen();
    await page.run(() => {
      window.postMessage({ type: 'countersign', event: 'FINISHED' }, '*');
      (window as { onEvent?: (message: string) => void }).onEvent?.('FINISHED');
    });
    await shown('Your account is closed.');
    expect(await account()).toBe(403);
    await sample.integration.client.submit(await sessionOf(sample));
    await shown('Your account is open.');
    expect(await account()).toBe(200);
  });

  it('strict-csp: shows the flow inside the page without a refusal of its policy, and stays closed without an approval', async () => {
    const sample = await start('strict-csp');
    await page.goto(sample.url);
    await click('#start');
    await flowIsOpen();
    const { width, height, refusals } = await page.run(() => {
      const box = document.querySelector('#verification iframe')!.getBoundingClientRect();
      const noted = (window as unknown as { refusals: string[] }).refusals;
      return { width: box.width, height: box.height, refusals: noted };
    });
    expect([width, height, refusals]).toEqual([800, 800, []]);
    await sample.integration.client.submit(await sessionOf(sample));
    await expect.poll(sample.printed).toContain(' is resubmission_requested');
    expect(await account()).toBe(403);
  });
});
