import { accessibilityViolations, type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { nextCode } from '../../src/portal/one-time-code.ts';
import { join, type PortalStage, stagePassword, startPortalStage } from '../../src/portal/stage.ts';

describe.skipIf(!isInstalled('chromium'))('passkeys of the portal (Chromium)', () => {
  let stage: PortalStage;
  let browser: Browser;
  let owner: Driver;
  let secret: string;
  const open = async (verifies: boolean) => {
    const driver = drive(await browser.newPage(), stage.url);
    await driver.page.addAuthenticator({ verifies });
    await driver.page.setViewport({ width: 1280, height: 900 });
    return driver;
  };
  beforeAll(async () => {
    stage = await startPortalStage();
    browser = await launchBrowser('chromium');
    owner = await open(true);
    const url = await stage.invite('ada@example.com', 'owner');
    secret = (await join(owner, { url, name: 'Ada Harju', withCodes: true })) ?? '';
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });
  const signOut = async () => {
    await owner.click('Your account Ada Harju Owner');
    await owner.click('Sign out');
    await owner.see('Use the account of your organisation.');
  };

  it('adds one after password and code, and lists it', async () => {
    await owner.open('/portal/account');
    await owner.see('You have no passkey yet.');
    await owner.click('Add passkey');
    await owner.fill('Name of the passkey', 'Work laptop');
    await owner.click('Continue');
    await owner.see('Confirm that it is you');
    await owner.fill('Password', stagePassword);
    await owner.fill('Code from your authenticator app', await nextCode(secret));
    await owner.click('Confirm');
    await owner.see('“Work laptop” was added.');
    const row = () => owner.text('.panel[aria-label="Passkeys"] tbody');
    await expect.poll(row).toMatch(/^Work laptop\s+On one device only[\s\S]*Never/);
  });

  it('reports that a device already has one', async () => {
    await owner.click('Add passkey');
    await owner.fill('Name of the passkey', 'Once more');
    await owner.click('Continue');
    await owner.see('This device already has a passkey for your account.');
  });

  it('signs in with it to the requested page, without password and code', async () => {
    await owner.open('/portal');
    await signOut();
    await owner.open('/portal/sessions?status=approved');
    await owner.click('Sign in with a passkey');
    await owner.see('No session matches');
    expect(await owner.address()).toBe('/portal/sessions?status=approved');
  });

  it('confirms a step-up with it, and removes it', async () => {
    await owner.open('/portal/account');
    await owner.click('Remove the passkey Work laptop');
    await owner.see('It can no longer be used to sign in');
    await owner.page.run(() =>
      document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit(),
    );
    await owner.click('Confirm with a passkey');
    await owner.see('“Work laptop” was removed.');
    await owner.see('You have no passkey yet.');
  });

  it('refuses a removed one that the device still has', async () => {
    await signOut();
    await owner.click('Sign in with a passkey');
    await owner.see('This passkey was not accepted.');
  });

  it('reports when the device does not verify the person', async () => {
    const other = await open(false);
    await other.open('/portal/sign-in');
    await other.click('Sign in with a passkey');
    await other.see('Nothing was confirmed on the device');
    expect(await other.address()).toBe('/portal/sign-in');
  });

  it('is set up in place of codes by a person who needs a second step, and signs in from then on', async () => {
    const second = await launchBrowser('chromium');
    try {
      const driver = drive(await second.newPage(), stage.url);
      await driver.page.addAuthenticator({ verifies: true });
      await driver.page.setViewport({ width: 1280, height: 900 });
      await driver.open(new URL(await stage.invite('grace@example.com', 'admin')).pathname);
      await driver.fill('Your name', 'Grace Lindqvist');
      await driver.fill('Password', stagePassword);
      await driver.fill('Password again', stagePassword);
      await driver.click('Create account');
      await driver.see('Set up the second step');
      await driver.see('or an authenticator app');
      expect(await accessibilityViolations(driver.page)).toEqual([]);
      await driver.click('Set up a passkey');
      await driver.see('Verifications at');
      await driver.click('Your account Grace Lindqvist Admin');
      await driver.click('Sign out');
      await driver.click('Sign in with a passkey');
      await driver.see('Verifications at');
    } finally {
      await second.close();
    }
  });
});
