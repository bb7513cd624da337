import { accessibilityViolations, type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdentityProvider } from '../../src/identity-provider.ts';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { nextCode } from '../../src/portal/one-time-code.ts';
import { join, type PortalStage, stagePassword } from '../../src/portal/stage.ts';
import { startQuickStage } from '../support/quick-database.ts';

describe.skipIf(!isInstalled('chromium'))('single sign-on of the portal (Chromium)', () => {
  let stage: PortalStage;
  let provider: IdentityProvider;
  let browser: Browser;
  let owner: Driver;
  let secret: string;
  let link: string;
  const open = async () => {
    const driver = drive(await browser.newPage(), stage.url);
    await driver.page.setViewport({ width: 1280, height: 900 });
    return driver;
  };
  beforeAll(async () => {
    stage = await startQuickStage();
    provider = await new IdentityProvider().start();
    provider.accounts = [
      { subject: 'ada', name: 'Ada Harju', email: 'ada@provider.example' },
      { subject: 'grace', name: 'Grace Holm', email: 'grace@example.com', emailVerified: true },
      { subject: 'eve', name: 'Eve Unknown' },
    ];
    browser = await launchBrowser('chromium');
    owner = await open();
    const url = await stage.invite('ada@example.com', 'owner');
    secret = (await join(owner, { url, name: 'Ada Harju', withCodes: true })) ?? '';
  });
  /** Waits until a page of this origin is there; the one before it may be going meanwhile. */
  const arrive = async (driver: Driver, origin: string) => {
    await expect
      .poll(
        () =>
          driver.page
            .run(() => (document.readyState === 'complete' ? location.origin : ''))
            .catch(() => 'on the way'),
        { timeout: 60_000 },
      )
      .toBe(origin);
  };
  /** Signs in at the provider as one of its accounts, or cancels, and comes back. */
  const answer = async (driver: Driver, name: string) => {
    await arrive(driver, provider.issuer);
    await driver.click(name);
    await arrive(driver, stage.url);
  };
  afterAll(async () => {
    await browser?.close();
    await provider?.close();
    await stage?.close();
  });

  it('is tested and switched on by an owner, after password and code', async () => {
    await owner.open('/portal/team');
    await owner.click('Single sign-on');
    await owner.see('For the provider');
    await owner.fill('Issuer', `${provider.issuer}/`);
    await owner.click('Test the connection');
    await owner.see('Enter exactly this as issuer:');
    await owner.fill('Issuer', provider.issuer);
    await owner.click('Test the connection');
    await owner.see(`People sign in at ${provider.issuer}/authorize.`);
    await owner.fill('Client ID', provider.clientId);
    await owner.fill('Client secret', provider.clientSecret);
    await owner.click('Single sign-on is on');
    await owner.click('Save');
    await owner.see('Confirm that it is you');
    await owner.fill('Password', stagePassword);
    await owner.fill('Code from your authenticator app', await nextCode(secret));
    await owner.click('Confirm');
    await owner.see('Saved.');
    await owner.see('A secret is stored. Leave this empty to keep it.');
    link = new URL(
      await owner.page.run(
        () => [...document.querySelectorAll('.copy-field code')].at(-1)?.textContent ?? '',
      ),
    ).search;
    expect(link).toMatch(/^\?organisation=[0-9a-f-]{36}$/);
  });

  it('links the person’s account at the provider', async () => {
    await owner.open('/portal/account');
    await owner.see('Not linked.');
    await owner.click('Link account');
    await answer(owner, 'Ada Harju');
    await owner.see('Linked to ada@provider.example.');
    expect(await owner.address()).toBe('/portal/account');
  });

  it('signs in by the link of the organisation, to the requested page', async () => {
    await owner.click('Your account Ada Harju Owner');
    await owner.click('Sign out');
    await owner.see('Use the account of your organisation.');
    await owner.open(`/portal/sign-in${link}&next=%2Fsessions%3Fstatus%3Dapproved`);
    await owner.click('Continue with single sign-on');
    await answer(owner, 'Ada Harju');
    await owner.see('No session matches');
    expect(await owner.address()).toBe('/portal/sessions?status=approved');
  });

  it('shows a cancelled sign-in and an unknown account, with a way back', async () => {
    const driver = await open();
    await driver.open(`/portal/sign-in${link}`);
    await driver.click('Continue with single sign-on');
    await answer(driver, 'Cancel');
    await driver.see('The sign-in at the provider was cancelled.');
    // Neither code nor state stays in the address.
    expect(await driver.address()).toBe('/portal/sign-in/sso');
    await driver.click('Go to sign-in');
    await arrive(driver, stage.url);
    await driver.see('Use the account of your organisation.');
    await driver.open(`/portal/sign-in${link}`);
    await driver.click('Continue with single sign-on');
    await answer(driver, 'Eve Unknown');
    await driver.see('No account here is linked to your account at the provider.');
    await driver.page.close();
  });

  it('shows the same for every address without single sign-on', async () => {
    const driver = await open();
    await driver.open('/portal/sign-in');
    await driver.click('Use single sign-on');
    await driver.fill('E-mail address', 'ada@example.com');
    await driver.click('Continue with single sign-on');
    await driver.see('There is no single sign-on for this address.');
    await driver.click('Use another way to sign in');
    await driver.see('Password');
    await driver.page.close();
  });

  it('creates the account of an invitation without a password, and confirms a step-up with the provider', async () => {
    const driver = await open();
    const url = await stage.invite('grace@example.com', 'viewer');
    await driver.open(new URL(url).pathname);
    await driver.see('or with a password');
    await driver.click('Continue with single sign-on');
    await answer(driver, 'Grace Holm');
    await driver.see('Verifications at');
    await driver.open('/portal/account');
    await driver.see('Linked to grace@example.com.');
    await driver.click('Add passkey');
    await driver.fill('Name of the passkey', 'Laptop');
    await driver.click('Continue');
    await driver.click('Confirm with single sign-on');
    await answer(driver, 'Grace Holm');
    await driver.see('You have no passkey yet.');
    expect(
      await driver.page.run(async () => (await (await fetch('/portal/api/me')).json()).steppedUpUntil),
    ).toMatch(/^2\d{3}-/);
    // Confirmed just now: the first password of the account.
    await driver.see('You sign in without a password.');
    await driver.fill('New password', stagePassword);
    await driver.click('Set password');
    await driver.see('The password was set. All other sign-ins ended.');
    await driver.see('Current password');
    expect(await accessibilityViolations(driver.page)).toEqual([]);
    await driver.click('Your account Grace Holm Viewer');
    await driver.click('Sign out');
    await driver.see('Use the account of your organisation.');
    await driver.fill('E-mail address', 'grace@example.com');
    await driver.fill('Password', stagePassword);
    await driver.click('Sign in');
    await driver.see('Verifications at');
    await driver.page.close();
  });
});
