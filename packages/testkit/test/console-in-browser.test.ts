import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { accessibilityViolations, type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseWebhookAlert } from '../../service/src/storage/webhook-alerts.ts';
import { systemEngines } from '../../service/test/support/engines.ts';
import { asOneJourney } from '../../service/test/support/one-journey.ts';
import { shortLived } from '../../service/test/support/short-lived.ts';
import { type TestIntegration, type TestService } from '../src/index.ts';
import { type Driver, drive } from '../src/portal/driver.ts';
import { startQuickService } from './support/quick-database.ts';

const program = path.resolve(import.meta.dirname, '../../../.build/test-bundle/countersign.mjs');

/** The console of a service whose rows are on a server: its own process, as operators start it. */
async function startConsole({ ctx }: TestService): Promise<{ link: string; child: ChildProcess }> {
  const args = ['console', '--as', 'ada', '--port', '0', '--no-open'];
  const child = spawn(process.execPath, [...shortLived, program, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: ctx.config.dataDir,
      DATABASE_URL: ctx.config.databaseUrl ?? '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const link = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /http:\/\/\S+\/#[\w-]{43}\n/.exec(printed)?.[0];
      if (found !== undefined) resolve(found.trim());
    });
    child.once('exit', (code) => reject(new Error(`console: ended with ${code}: ${printed}`)));
  });
  return { link, child };
}

// Without a server the rows are in this process, where no console of another one reaches them.
const isReachable = isInstalled('chromium') && systemEngines().includes('postgres');

describe.skipIf(!isReachable)('the operator console (Chromium)', () => {
  let service: TestService;
  let integration: TestIntegration;
  let console: Awaited<ReturnType<typeof startConsole>>;
  let browser: Browser;
  let operator: Driver;
  beforeAll(async () => {
    service = await startQuickService();
    integration = await service.integrate();
    await service.ctx.database.transaction((tx) =>
      raiseWebhookAlert(tx, {
        integrationId: integration.integrationId,
        type: 'decision',
        kind: 'webhook-endpoint-failing',
        cause: '20 failures in a row',
      }),
    );
    console = await startConsole(service);
    browser = await launchBrowser('chromium');
    operator = drive(await browser.newPage(), new URL(console.link).origin);
    await operator.page.setViewport({ width: 1280, height: 900 });
  });
  afterAll(async () => {
    const ended = console && once(console.child, 'exit');
    console?.child.kill();
    await ended;
    for (const opened of [browser, service]) await opened?.close();
  });
  asOneJourney();

  it('signs in with the link, which leaves the address, and shows what is wrong', async () => {
    await operator.page.goto(console.link);
    await operator.see('One thing needs an operator.');
    await operator.see('decision: 20 failures in a row');
    expect(await operator.page.run(() => location.hash)).toBe('');
    await operator.see('Signed in as ada');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
  });

  it('resolves an alert, which is gone then', async () => {
    await operator.click('Resolve Webhook endpoint failing');
    await operator.see('Its cause stays as it is');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.click('Resolve alert');
    await operator.see('Nothing is wrong.');
    await operator.see('No alert is open.');
  });

  it('shows a change of a setting beside what is in force, and saves it', async () => {
    await operator.open(`/integrations/${integration.integrationId}`);
    await operator.fill('Find a setting', 'minimumAge');
    await operator.click('Change minimumAge');
    await operator.fill('New value', '21');
    await operator.click('Add to changes');
    await operator.see('1 change is not saved.');
    await operator.click('Review changes');
    await operator.see('In force for test sessions of Test within two seconds');
    const row = await operator.text('[role=dialog] tbody tr');
    expect(row.replaceAll(/\s+/g, ' ')).toBe('minimumAge Youngest age accepted, in years null 21');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.click('Save 1 change');
    await operator.see('Saved. The settings in force are shown.');
    expect(await operator.text('tbody td code')).toBe('21');
    await operator.open('/audit');
    await operator.see('configure-integration');
    await operator.click('Verify');
    await operator.see('1 chain is intact.');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
  });

  it('shows the sentence of the command line where a value is wrong', async () => {
    await operator.open(`/integrations/${integration.integrationId}`);
    await operator.fill('Find a setting', 'minimumAge');
    await operator.click('Change minimumAge');
    await operator.fill('New value', '-3');
    await operator.click('Add to changes');
    await operator.click('Review changes');
    await operator.click('Save 1 change');
    await operator.see('minimumAge: must be');
  });

  it('lets nobody in with a link that was used', async () => {
    const other = await launchBrowser('chromium');
    try {
      const guest = drive(await other.newPage(), new URL(console.link).origin);
      await guest.page.goto(console.link);
      await guest.see('Sign in with a link');
      await guest.see('The link that was opened is used, or too old.');
    } finally {
      await other.close();
    }
  });
});
