import { accessibilityViolations, type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { setSessionLimit } from '../../../service/src/usecases/portal/organisation/limit-sessions.ts';
import { nextCode } from '../../src/portal/one-time-code.ts';
import { join, type PortalStage, stagePassword } from '../../src/portal/stage.ts';
import { startQuickStage } from '../support/quick-database.ts';

describe.skipIf(!isInstalled('chromium'))('the organisation in the portal (Chromium)', () => {
  let stage: PortalStage;
  let browsers: Browser[];
  let owner: Driver;
  let viewer: Driver;
  let secret: string;
  beforeAll(async () => {
    stage = await startQuickStage();
    browsers = [await launchBrowser('chromium'), await launchBrowser('chromium')];
    const [first, second] = browsers as [Browser, Browser];
    owner = drive(await first.newPage(), stage.url);
    viewer = drive(await second.newPage(), stage.url);
    for (const { page } of [owner, viewer]) await page.setViewport({ width: 1280, height: 900 });
    const invited = await stage.invite('ada@example.com', 'owner');
    secret = (await join(owner, { url: invited, name: 'Ada Harju', withCodes: true })) ?? '';
    const url = await stage.invite('vera@example.com', 'viewer');
    await join(viewer, { url, name: 'Vera Novak', withCodes: false });
  });
  afterAll(async () => {
    for (const browser of browsers ?? []) await browser.close();
    await stage?.close();
  });
  const confirm = async () => {
    await owner.see('Confirm that it is you');
    await owner.fill('Password', stagePassword);
    await owner.fill('Code from your authenticator app', await nextCode(secret));
    await owner.click('Confirm');
  };
  const save = () =>
    owner.page.run(() => document.querySelector<HTMLFormElement>('main form')!.requestSubmit());

  it('keeps owners from locking themselves out, after a step-up', async () => {
    await owner.open('/portal/organisation');
    await owner.see('You use the portal from 127.0.0.1.');
    await owner.fill('Allowed addresses', '203.0.113.0/24');
    await save();
    await confirm();
    await owner.see('Your own address must be in the list');
    await owner.click('Add this address');
    await save();
    await owner.see('Saved.');
    await owner.fill('Allowed addresses', '203.0.113.0/33');
    await save();
    await owner.see('“203.0.113.0/33” must be an address or a network');
    await owner.open('/portal/audit?action=change-organisation');
    await owner.see('1 row');
  });

  it('shortens the retention of pictures, and warns of what cannot be restored', async () => {
    await owner.open('/portal/organisation');
    await owner.click('Shorten: Test (Test)');
    await owner.see('Older data is deleted soon and cannot be restored.');
    expect(await accessibilityViolations(owner.page)).toEqual([]);
    await owner.fill('Pictures', '30');
    await owner.click('Shorten');
    await owner.see('30 days');
    await owner.seeNot('cannot be restored');
  });

  it('shows how many sessions the operator lets the organisation create', async () => {
    const { organisation, service } = stage;
    const limit = { mode: 'test', perMonth: 500, reason: 'trial', actor: 'cli:ada' } as const;
    await setSessionLimit(service.ctx)({ organisation, ...limit });
    await owner.open('/portal/organisation');
    await owner.see('Limits of sessions');
    await owner.see('0 of 500');
    expect(await accessibilityViolations(owner.page)).toEqual([]);
  });

  it('shows people at other addresses why they are refused', async () => {
    const { database } = stage.service.ctx;
    const allow = (addresses: string[]) =>
      database.query('update organisation set allowed_addresses = $1 where name = $2', [
        addresses,
        stage.organisation,
      ]);
    // As if the browser had moved: every browser of this machine has the same address.
    await allow(['203.0.113.0/24']);
    await viewer.open('/portal/sessions');
    await viewer.see('Not from this address');
    await allow([]);
    await viewer.open('/portal/sessions');
    await viewer.see('Newest first');
  });

  it('leads everyone to an authenticator app where the organisation requires codes', async () => {
    await owner.open('/portal/organisation');
    await owner.see('1 person has neither codes nor a passkey.');
    await owner.click('Everyone needs a code or a passkey');
    await owner.fill('Name', 'Harbour Lending AB');
    await save();
    await owner.see('Saved.');
    await expect.poll(() => owner.text('.side-organisation')).toBe('Harbour Lending AB');
    await viewer.open('/portal/sessions');
    await viewer.fill('E-mail address', 'vera@example.com');
    await viewer.fill('Password', stagePassword);
    await viewer.click('Sign in');
    await viewer.see('Set up the second step');
  });

  it('grants and takes the right to show personal data under Team', async () => {
    const granted = async () =>
      (
        await stage.service.ctx.database.query<{ granted: boolean | null }>(
          `select grant_reveal as granted from portal_user where email = 'vera@example.com'`,
        )
      )[0]?.granted;
    await owner.open('/portal/team');
    await owner.click('Change Vera Novak');
    await owner.click('Reviewer');
    await owner.fill('Personal data', 'no');
    await owner.page.run(() =>
      document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit(),
    );
    await owner.seeNot('Remove from organisation');
    await expect.poll(granted).toBe(false);
  });

  it('shows commands with the keys of the test integration, and the status of the system', async () => {
    const { integrationId, apiKey } = stage.integration;
    await owner.open('/portal/help');
    await owner.see(`API_KEY=${apiKey}`);
    await owner.see(`bin/countersign listen ${integrationId}`);
    await owner.see('Documents and faces');
    await owner.see('Nothing is waiting.');
    const links = await owner.page.run(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/docs/"]')].map(({ href }) => href),
    );
    expect(links).toHaveLength(11);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  });
});
