import { type Browser, isInstalled, launchBrowser, until } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { type FilledStage, fillStage } from '../../src/portal/fill-stage.ts';
import { nextCode } from '../../src/portal/one-time-code.ts';
import { join, type PortalStage, stagePassword } from '../../src/portal/stage.ts';
import { startQuickStage } from '../support/quick-database.ts';

describe.skipIf(!isInstalled('chromium'))('names, redaction and two people in the portal (Chromium)', () => {
  let stage: PortalStage;
  let filled: FilledStage;
  const browsers: Browser[] = [];
  let owner: Driver;
  let reviewer: Driver;
  let secret: string;
  const enter = async (name: string, role: 'owner' | 'reviewer' | 'viewer') => {
    const browser = await launchBrowser('chromium');
    browsers.push(browser);
    const driver = drive(await browser.newPage(), stage.service.url);
    await driver.page.setViewport({ width: 1280, height: 900 });
    const url = await stage.invite(`${name.toLowerCase()}@example.com`, role);
    return { driver, secret: (await join(driver, { url, name, withCodes: role === 'owner' })) ?? '' };
  };
  beforeAll(async () => {
    stage = await startQuickStage();
    filled = await fillStage(stage);
    ({ driver: owner, secret } = await enter('Ada', 'owner'));
    ({ driver: reviewer } = await enter('Grace', 'reviewer'));
  });
  afterAll(async () => {
    for (const browser of browsers) await browser.close();
    await stage?.close();
  });
  const submit = ({ page }: Driver) =>
    page.run(() => document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit());
  /** Waits for a text, and confirms that it is this person where the page asks for it before. */
  const seeConfirmed = async (text: string) => {
    const isAsked = await owner.page.run(async (wanted: string) => {
      const end = performance.now() + 60_000;
      for (;;) {
        if (document.body.innerText.includes('Confirm that it is you')) return true;
        if (document.body.innerText.includes(wanted) || performance.now() > end) return false;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }, text);
    if (isAsked) {
      await owner.fill('Password', stagePassword);
      await owner.fill('Code from your authenticator app', await nextCode(secret));
      await owner.click('Confirm');
    }
    await owner.see(text);
  };

  it('finds sessions by a name in any order and spelling, for those who may reveal', async () => {
    await reviewer.open('/portal/sessions');
    await reviewer.see('rows');
    await reviewer.fill('Name', 'HARJU approve');
    await reviewer.click('Apply');
    await reviewer.see('1 row');
    expect(await reviewer.address()).toBe('/portal/sessions?name=HARJU+approve');
    expect(await reviewer.text('tbody')).not.toMatch(/harju/i);
    await reviewer.fill('Name', 'harj');
    await reviewer.click('Apply');
    await reviewer.see('No session matches');
    const { driver: viewer } = await enter('Vera', 'viewer');
    await viewer.open('/portal/sessions');
    await viewer.see('rows');
    expect(await viewer.page.run(() => document.querySelectorAll('input[type=search]').length)).toBe(1);
  });

  it('shows a colleague’s earlier decision to the person who decides later', async () => {
    const { client } = stage.integration;
    const id = await client.createSession({ person: { firstName: 'Review', lastName: 'Harju' } });
    await client.submit(id);
    await client.waitForDecision(id);
    for (const { open, click, see } of [owner, reviewer]) {
      await open(`/portal/sessions/${id}`);
      await click('Decide');
      await see('Decide this session');
    }
    await owner.click('Approve');
    await submit(owner);
    await owner.see('Approved');
    await reviewer.click('Approve');
    await submit(reviewer);
    await reviewer.see('This session is no longer waiting for a decision.');
    await reviewer.see('Approved');
    await reviewer.click('Cancel');
    await expect.poll(() => reviewer.has('Decide')).toBe(false);
  });

  it('lists in one line what was neither supplied nor read', async () => {
    await reviewer.open(`/portal/sessions/${filled.declined}`);
    await reviewer.see('Neither supplied nor read: Personal number, Date of birth, Sex, Nationality');
    await reviewer.see('Neither supplied nor read: Number, Issued by, Date of issue, Date of expiry');
    expect(await reviewer.page.run(() => document.body.innerText.includes('Not compared'))).toBe(false);
  });

  it('requires two people for a decision once the integration does', async () => {
    await owner.open(`/portal/integrations/${stage.integration.integrationId}/reviews`);
    await owner.click('Two people decide');
    await owner.click('Save');
    await seeConfirmed('Saved');
    await owner.open(`/portal/sessions/${filled.inReview}`);
    await owner.click('Decide');
    await owner.see('Two people decide here');
    await owner.click('Approve');
    await submit(owner);
    await owner.see('Someone else must confirm it.');
    await owner.see('In review');
    expect(await owner.has('Confirm')).toBe(false);

    await reviewer.open('/portal');
    await reviewer.click('1 proposed decision waits for a second person');
    await reviewer.see('1 row');
    await reviewer.open(`/portal/sessions/${filled.inReview}`);
    await reviewer.see('Proposed by Ada');
    await reviewer.click('Confirm');
    await reviewer.see('Approved');
    await reviewer.seeNot('Proposed by Ada');
    await reviewer.see('Proposal confirmed');
  });

  it('keeps typed text when the sign-in ends, and saves it after the next sign-in', async () => {
    const { page } = reviewer;
    const written = () =>
      page.run(() => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')?.value);
    await reviewer.open(`/portal/sessions/${filled.approved}`);
    await reviewer.click('Add note');
    await reviewer.fill('Note', 'The address was confirmed by phone.');
    const other = drive(await browsers[1]!.newPage(), stage.service.url);
    await other.open('/portal/account');
    await other.click('Sign out everywhere');
    await other.see('Use the account of your organisation.');

    await submit(reviewer);
    await reviewer.see('You were signed out');
    await reviewer.click('Continue');
    await reviewer.see('You are not signed in yet.');
    await other.fill('E-mail address', 'grace@example.com');
    await other.fill('Password', stagePassword);
    await other.click('Sign in');
    await other.see('Verifications at');
    await reviewer.click('Continue');
    await reviewer.seeNot('What you typed is still here');
    expect(await written()).toBe('The address was confirmed by phone.');
    await submit(reviewer);
    await until(page, { fn: () => document.querySelector('[role=dialog]') === null, args: [] });
    await reviewer.see('The address was confirmed by phone.');
  });

  it('keeps the text of a dialog closed by mistake, and clears it once sent', async () => {
    const { page } = reviewer;
    const close = async () => {
      await reviewer.click('Cancel');
      await until(page, { fn: () => document.querySelector('[role=dialog]') === null, args: [] });
    };
    const written = () =>
      page.run(() => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')?.value);
    await reviewer.open(`/portal/sessions/${filled.declined}`);
    await reviewer.click('Add note');
    await reviewer.fill('Note', 'Half a sent');
    await close();
    await reviewer.click('Add note');
    expect(await written()).toBe('Half a sent');
    await submit(reviewer);
    await reviewer.see('Half a sent');
    await reviewer.click('Add note');
    expect(await written()).toBe('');
    await close();
  });

  it('moves through a filtered list by keys, reusing the earlier reason, and returns to the list', async () => {
    const { page } = reviewer;
    const press = (key: string) =>
      page.run((wanted: string) => void dispatchEvent(new KeyboardEvent('keydown', { key: wanted })), key);
    const reason = () =>
      page.run(() => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value);
    await reviewer.open('/portal/sessions?status=approved');
    await reviewer.see('rows');
    const count = await page.run(() => document.querySelectorAll('#main tbody tr').length);
    await page.run(() => document.querySelector<HTMLElement>('#main tbody th a')!.click());
    await reviewer.see(`1 of ${count}`);
    await reviewer.see('Personal data is masked.');
    await press('v');
    await reviewer.fill('Reason', 'Daily review');
    await submit(reviewer);
    await reviewer.see('Personal data is shown until');
    await press('n');
    await reviewer.see(`2 of ${count}`);
    await reviewer.see('Personal data is masked.');
    await press('v');
    await reviewer.see('For example a ticket number');
    expect(await reason()).toBe('Daily review');
    await reviewer.click('Cancel');
    await press('b');
    await reviewer.see(`1 of ${count}`);
    await page.run(() => document.querySelector<HTMLElement>('.page-above > a')!.click());
    await reviewer.see('Newest first');
    expect(await reviewer.address()).toBe('/portal/sessions?status=approved');
  });

  it('redacts a session after a reason and the first characters of its id were typed', async () => {
    await owner.open(`/portal/sessions/${filled.declined}`);
    await owner.see('O•••');
    await owner.click('Redact');
    await owner.see('Erased permanently');
    await owner.fill('Reason', 'Asked for on 26 November');
    await owner.fill(`Type ${filled.declined.slice(0, 8)} to confirm`, filled.declined.slice(0, 8));
    await submit(owner);
    await seeConfirmed('Nothing personal is left of this session: redacted by Ada,');
    await owner.seeNot('O•••');
    await owner.see('Session redacted');
    await owner.see('Asked for on 26 November');
    expect(await owner.has('Redact')).toBe(false);
    expect(await owner.has('Delete session')).toBe(true);
  });
});
