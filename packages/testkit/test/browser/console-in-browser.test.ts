import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { accessibilityViolations, type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryCertificate } from '../../../registries/test/certificates.ts';
import { raiseWebhookAlert } from '../../../service/src/storage/webhook/webhook-alerts.ts';
import { configureIntegration } from '../../../service/src/usecases/integration/configure-integration.ts';
import { proposeSettings } from '../../../service/src/usecases/integration/propose-settings.ts';
import { inviteFirst } from '../../../service/src/usecases/portal/organisation/invite-person.ts';
import { systemEngines } from '../../../service/test/support/engines.ts';
import { asOneJourney } from '../../../service/test/support/one-journey.ts';
import { shortLived } from '../../../service/test/support/short-lived.ts';
import { type TestIntegration, type TestService } from '../../src/index.ts';
import { freePort } from '../../src/free-port.ts';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { startQuickService } from '../support/quick-database.ts';

const program = path.resolve(import.meta.dirname, '../../../../.build/test-bundle/countersign.mjs');

interface Console {
  link: string;
  child: ChildProcess;
  /** The next link that it prints. */
  nextLink(): Promise<string>;
}

/** The console of a service whose rows are on a server: its own process, as operators start it. */
async function startConsole({ ctx }: TestService, ...more: string[]): Promise<Console> {
  const args = ['console', '--as', 'ada', '--no-open', ...more];
  const child = spawn(process.execPath, [...shortLived, program, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: ctx.config.dataDir,
      DATABASE_URL: ctx.config.databaseUrl ?? '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const nextLink = () =>
    new Promise<string>((resolve, reject) => {
      let printed = '';
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        const found = /https?:\/\/\S+\/#[\w-]{43}\n/.exec(printed)?.[0];
        if (found === undefined) return;
        child.stdout?.off('data', read);
        resolve(found.trim());
      };
      child.stdout?.on('data', read);
      child.once('exit', (code) => reject(new Error(`console: ended with ${code}: ${printed}`)));
    });
  return { link: await nextLink(), child, nextLink };
}

/**
 * A proxy that ends TLS in front of a port of this machine and passes everything on as it came, `Host` and `Origin` too.
 * @param target is read with every request: the console is started later
 */
async function startProxy(target: () => number): Promise<{ port: number; close(): void }> {
  const server = https.createServer(registryCertificate, (request, response) => {
    const { method, headers } = request;
    const place = { port: target(), host: '127.0.0.1', path: request.url };
    const onward = http.request({ ...place, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
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
    await inviteFirst(service.ctx)({
      email: 'owner@example.com',
      organisation: 'Harbour Lending',
      role: 'owner',
      reveal: false,
      actor: 'cli:ada',
    });
    console = await startConsole(service, '--port', '0');
    browser = await launchBrowser('chromium');
    operator = drive(await browser.newPage(), new URL(console.link).origin);
    await operator.page.setViewport({ width: 1280, height: 900 });
  });
  afterAll(async () => {
    await stop(console?.child);
    for (const opened of [browser, service]) await opened?.close();
  });
  asOneJourney();

  it('signs in with the link, removes it from the address bar, and shows what is wrong', async () => {
    await operator.page.goto(console.link);
    await operator.see('One thing needs an operator.');
    await operator.see('decision: 20 failures in a row');
    expect(await operator.page.run(() => location.hash)).toBe('');
    await operator.see('Signed in as ada');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
  });

  it('resolves an alert, which then disappears', async () => {
    await operator.click('Resolve Webhook endpoint failing');
    await operator.see('The alert is dismissed without changing its cause');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.click('Resolve alert');
    await operator.see('Nothing is wrong.');
    await operator.see('No alert is open.');
  });

  it('shows a changed setting beside the value in force, and saves it', async () => {
    await operator.open(`/integrations/${integration.integrationId}`);
    await operator.fill('Find a setting', 'minimumAge');
    await operator.click('Change minimumAge');
    await operator.fill('New value', '21');
    await operator.click('Add to changes');
    await operator.see('1 change is not saved.');
    await operator.click('Review changes');
    await operator.see('In force for test sessions of Test within two seconds');
    await operator.fill('Reason', 'change 4711');
    const row = await operator.text('[role=dialog] tbody tr');
    expect(row.replaceAll(/\s+/g, ' ')).toBe('minimumAge Minimum age, in years null 21');
    await operator.click('Try on past sessions');
    await operator.see('No session with findings is kept that could be judged again.');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.click('Save 1 change');
    await operator.see('Saved. The settings in force are shown.');
    expect(await operator.text('tbody td code')).toBe('21');
    await operator.open('/audit');
    await operator.see('configure-integration');
    await operator.click('Verify');
    await operator.see('2 chains are intact.');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
  });

  it('restores the settings from before a change, shown beforehand', async () => {
    await operator.open(`/integrations/${integration.integrationId}`);
    await operator.see('change 4711');
    await operator.see('minimumAge null → 21');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    const [newest] = await service.ctx.database.query<{ id: number }>(
      `select id from audit where action = 'configure-integration' order by id desc limit 1`,
    );
    await operator.click(`Return to before ${newest?.id}`);
    await operator.see('Return to these settings');
    const row = await operator.text('[role=dialog] tbody tr');
    expect(row.replaceAll(/\s+/g, ' ')).toBe('minimumAge 21 null');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.fill('Reason', 'too many reviews');
    await operator.click('Return to these settings');
    await operator.see('Returned. The settings in force are shown.');
    await operator.see('minimumAge 21 → null');
    await operator.see('too many reviews');
  });

  it('approves what another operator proposed, and plans a change for a time', async () => {
    const { integrationId } = integration;
    await configureIntegration(service.ctx)({
      integrationId,
      settings: { secondApprover: true },
      actor: 'cli:bo',
    });
    await proposeSettings(service.ctx)({
      integrationId,
      settings: { faceAcceptScore: 90 },
      effectiveAt: null,
      reason: 'change 4712',
      installation: { presentationModel: false, textEngine: false },
      actor: 'cli:bo',
    });
    await operator.open('/');
    await operator.see('1 proposed change of settings');
    await operator.open(`/integrations/${integrationId}`);
    await operator.see('faceAcceptScore 85 → 90');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.click('Approve');
    await operator.see('bo gave as the reason: change 4712');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.page.run(() =>
      document.querySelector<HTMLElement>('[role=dialog] button[type=submit]')?.click(),
    );
    await operator.see('Approved. The settings in force are shown.');
    await operator.see('Proposed by bo, approved by ada');
    await operator.fill('Find a setting', 'riskLabels');
    await operator.click('Change riskLabels');
    await operator.page.run(() => {
      const field = document.querySelector<HTMLSelectElement>('[role=dialog] select');
      if (field === null) throw new Error('no choice');
      field.value = 'true';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await operator.click('Add to changes');
    await operator.click('Review changes');
    await operator.see('this change waits until another operator approves it');
    await operator.click('From a time');
    await operator.fill('Reason', 'change 4713');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.click('Propose 1 change');
    await operator.see('Proposed. Another operator has 14 days to approve it.');
    await operator.see('riskLabels false → true');
    await operator.click('Withdraw');
    await operator.click('Withdraw change');
    await operator.see('The change is withdrawn.');
    await operator.seeNot('riskLabels false → true');
    await configureIntegration(service.ctx)({
      integrationId,
      settings: { secondApprover: false },
      approval: 'client',
      actor: 'cli:bo',
    });
  });

  it('exports the capabilities of an integration as a file, and links its schedule to its settings', async () => {
    await operator.open('/retention');
    await operator.click('Change');
    await operator.see('retention.sessionDays');
    await operator.seeNot('acceptedDocuments');
    await operator.page.run(() => {
      URL.createObjectURL = (file) => {
        void (file as Blob).text().then((text) => (document.body.dataset['saved'] = text));
        return '#saved';
      };
    });
    await operator.click('Export capabilities');
    const saved = () => operator.page.run(() => document.body.dataset['saved'] ?? '{}');
    await expect
      .poll(async () => JSON.parse(await saved()) as unknown)
      .toMatchObject({
        integration: { integrationId: integration.integrationId, mode: 'test' },
        capabilities: expect.arrayContaining([
          expect.objectContaining({ setting: 'faceAcceptScore', value: 90, default: 85, isDefault: false }),
        ]) as unknown,
      });
  });

  it('suspends an organisation with a reason, and ends the suspension', async () => {
    await operator.open('/organisations');
    await operator.click('Harbour Lending');
    await operator.see('owner@example.com');
    await operator.click('Change contact');
    await operator.fill('Contact', 'service desk');
    await operator.click('Save contact');
    await operator.see('The contact is saved.');
    await operator.click('Suspend');
    await operator.see('1 integration stops at once');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.fill('Reason', 'contract ended');
    await operator.page.run(() =>
      document.querySelector<HTMLElement>('[role=dialog] button[type=submit]')?.click(),
    );
    await operator.see('The organisation is suspended.');
    await operator.see('Stopped');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.click('End suspension');
    await operator.fill('Reason', 'contract renewed');
    await operator.page.run(() =>
      document.querySelector<HTMLElement>('[role=dialog] button[type=submit]')?.click(),
    );
    await operator.see('The suspension is over.');
    // No server of e-mail: it prints what to set, and invites nobody.
    await operator.click('Invite');
    await operator.fill('E-mail address', 'next@example.com');
    await operator.click('Send invitation');
    await operator.see('SMTP_URL: must be set');
    await operator.seeNot('next@example.com');
  });

  it('limits how many sessions an organisation creates, and removes the limit', async () => {
    await operator.open('/organisations');
    await operator.click('Harbour Lending');
    await operator.click('Change the limit of live integrations');
    await operator.fill('Sessions a day', '500');
    await operator.fill('Reason', 'contract of 2027');
    expect(await accessibilityViolations(operator.page)).toEqual([]);
    await operator.click('Save limit');
    await operator.see('The limit is saved.');
    await operator.see('0 of 500');
    await operator.click('Change the limit of live integrations');
    await operator.fill('Sessions a day', '');
    await operator.fill('Reason', 'contract renewed');
    await operator.click('Remove the limit');
    await operator.see('The limit is removed.');
    await operator.seeNot('0 of 500');
  });

  it.each([
    ['/organisations', 'Has all integrations that are not assigned to another organisation'],
    ['/queues', 'Delivers'],
    ['/retention', '1095 days (maximum)'],
    ['/system', 'all applied, the newest is'],
  ])('shows %s', async (address, text) => {
    await operator.open(address);
    await operator.see(text);
    expect(await accessibilityViolations(operator.page)).toEqual([]);
  });

  it('shows the command line’s message for a wrong value, and keeps the typed reason', async () => {
    await operator.open(`/integrations/${integration.integrationId}`);
    await operator.fill('Find a setting', 'minimumAge');
    await operator.click('Change minimumAge');
    await operator.fill('New value', '-3');
    await operator.click('Add to changes');
    await operator.click('Review changes');
    await operator.fill('Reason', 'change 4714');
    await operator.click('Save 1 change');
    await operator.see('minimumAge: must be');
    const reason = () =>
      operator.page.run(() => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')?.value);
    expect(await reason()).toBe('change 4714');
  });

  it('rejects a used link; another one is printed on SIGUSR2, and ends no sign-in', async () => {
    const other = await launchBrowser('chromium');
    try {
      const guest = drive(await other.newPage(), new URL(console.link).origin);
      await guest.page.setViewport({ width: 1280, height: 900 });
      await guest.page.goto(console.link);
      await guest.see('Sign in with a link');
      await guest.see('The link that you opened has already been used, or has expired.');
      const next = console.nextLink();
      console.child.kill('SIGUSR2');
      // Only its fragment differs: the page would stay as it is.
      await guest.page.goto('about:blank');
      await guest.page.goto(await next);
      await guest.see('Signed in as ada');
      await operator.open('/');
      await operator.see('Signed in as ada');
    } finally {
      await other.close();
    }
  });

  it('works behind a proxy that terminates TLS, under its own address only', async () => {
    const port = await freePort();
    const proxy = await startProxy(() => port);
    const origin = `https://localhost:${proxy.port}`;
    const behind = await startConsole(service, '--port', String(port), '--origin', origin);
    const other = await launchBrowser('chromium', { anyCertificate: true });
    try {
      expect(behind.link).toMatch(new RegExp(`^${origin}/#`));
      const remote = drive(await other.newPage(), origin);
      await remote.page.setViewport({ width: 1280, height: 900 });
      await remote.page.goto(behind.link);
      await remote.see('Signed in as ada');
      // The cookie is kept, for this address and TLS only; a change is carried out.
      await remote.open(`/integrations/${integration.integrationId}`);
      await remote.see('too many reviews');
      await remote.click('Deactivate');
      await remote.fill('Reason', 'tried behind the proxy');
      await remote.page.run(() =>
        document.querySelector<HTMLElement>('[role=dialog] button[type=submit]')?.click(),
      );
      await remote.see('tried behind the proxy');
      await remote.page.goto(`https://127.0.0.1:${proxy.port}/`);
      await remote.see('Host: must be the address that the console printed');
      await remote.page.goto(`http://127.0.0.1:${port}/`);
      await remote.see('Host: must be the address that the console printed');
    } finally {
      await other.close();
      await stop(behind.child);
      proxy.close();
    }
  });
});
