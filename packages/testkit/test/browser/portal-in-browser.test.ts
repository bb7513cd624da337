import { accessibilityViolations, type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../service/test/support/engines.ts';
import { asOneJourney } from '../../../service/test/support/one-journey.ts';
import { ApiClient } from '../../src/index.ts';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { type FilledStage, fillStage } from '../../src/portal/fill-stage.ts';
import { nextCode } from '../../src/portal/one-time-code.ts';
import { screensOf } from '../../src/portal/screens.ts';
import type { Shot } from '../../src/portal/shot.ts';
import { join, type PortalStage, stagePassword } from '../../src/portal/stage.ts';
import { startQuickStage } from '../support/quick-database.ts';

describe.skipIf(!isInstalled('chromium'))('the portal (Chromium)', () => {
  let stage: PortalStage;
  let filled: FilledStage;
  let owners: Browser;
  let others: Browser;
  let owner: Driver;
  let secret: string;
  const open = async (browser: Browser) => {
    const driver = drive(await browser.newPage(), stage.url);
    await driver.page.addAuthenticator({ verifies: true });
    await driver.page.setViewport({ width: 1280, height: 900 });
    return driver;
  };
  beforeAll(async () => {
    stage = await startQuickStage();
    filled = await fillStage(stage);
    owners = await launchBrowser('chromium');
    others = await launchBrowser('chromium');
    owner = await open(owners);
  });
  afterAll(async () => {
    for (const opened of [owners, others, stage]) await opened?.close();
  });
  asOneJourney();
  const rows = () => owner.page.run(() => document.querySelectorAll('tbody tr').length);
  const submitDialog = (driver: Driver) =>
    driver.page.run(() => document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit());

  it('creates an account from an invitation, with an authenticator app, and signs in with it', async () => {
    const url = await stage.invite('ada@example.com', 'owner');
    secret = (await join(owner, { url, name: 'Ada Harju', withCodes: true })) ?? '';
    await owner.click('Your account Ada Harju Owner');
    await owner.click('Sign out');
    await owner.see('Use the account of your organisation.');
    await owner.open('/portal/sessions?status=approved');
    await owner.fill('E-mail address', 'ada@example.com');
    await owner.fill('Password', 'wrong password here');
    await owner.click('Sign in');
    await owner.see('E-mail address or password is wrong.');
    await owner.fill('Password', stagePassword);
    await owner.click('Sign in');
    await owner.fill('Code', await nextCode(secret));
    await owner.click('Confirm');
    await owner.see('4 rows');
    expect(await owner.address()).toBe('/portal/sessions?status=approved');
  });

  it('opens with open tasks and charts, each of which is also a table', async () => {
    await owner.open('/portal');
    await owner.see('Time to decide');
    expect(await owner.address()).toBe('/portal');
    await owner.click('Statuses as a table');
    await owner.see('Share');
    expect(await owner.text('.panel[aria-label="Statuses"] tbody')).toMatch(/Approved\s+4/);
    await owner.click('1 session waits for a decision');
    await owner.see('1 row');
    expect(await owner.address()).toMatch(/^\/portal\/sessions\?integration=[0-9a-f-]{36}&status=review$/);
  });

  it('rejects a used invitation', async () => {
    const url = await stage.invite('once@example.com', 'viewer');
    await join(await open(others), { url, name: 'Once Only', withCodes: false });
    const again = await open(others);
    await again.open(new URL(url).pathname);
    await again.see('This invitation is no longer valid');
  });

  it('lists sessions page by page, filters them in the address, and finds one by its id', async () => {
    for (let made = 0; made < 16; made += 1) await stage.integration.client.createSession();
    await owner.open('/portal/sessions');
    await owner.see('25 rows');
    await owner.click('Next page');
    await owner.see('First page');
    expect(await owner.address()).toMatch(/^\/portal\/sessions\?cursor=/);
    await owner.fill('Status', 'review');
    await owner.click('Apply');
    await owner.see('1 row');
    expect([await owner.address(), await rows()]).toEqual(['/portal/sessions?status=review', 1]);
    await owner.open(`/portal/sessions?q=${filled.approved}`);
    await owner.see('1 row');
    expect(await owner.text('tbody .short')).toBe(filled.approved.slice(0, 8));
  });

  it('shows personal data and pictures of a session after a reason was given', async () => {
    await owner.open(`/portal/sessions/${filled.approved}`);
    await owner.see('Personal data is masked.');
    expect(await owner.page.run(() => document.querySelectorAll('.thumb img').length)).toBe(0);
    await owner.click('Show personal data');
    await owner.fill('Reason', 'Ticket 4177');
    await submitDialog(owner);
    await owner.see('Personal data is shown until');
    await owner.click('Show decision JSON');
    await owner.see('X-HMAC-SIGNATURE');
    const { bytes, headers } = await stage.integration.client.decision(filled.approved);
    await owner.see(headers.get('x-hmac-signature') ?? 'signature');
    expect(JSON.parse(await owner.text('.json pre'))).toEqual(JSON.parse(bytes.toString()));
    await expect.poll(() => owner.page.run(() => document.querySelectorAll('.thumb img').length)).toBe(3);
  });

  it('explains a hit by points that add up to the score, once revealed', async () => {
    await owner.open(`/portal/sessions/${filled.listed}`);
    await owner.see('Reveal the data of this session to see why each hit has its score.');
    expect(await owner.page.run(() => document.querySelectorAll('.explanation').length)).toBe(0);
    await owner.click('Show personal data');
    await owner.fill('Reason', 'Ticket 4178');
    await submitDialog(owner);
    await owner.see('Why Perpetua Nkemdi Olusade?');
    await owner.page.run(() => document.querySelector<HTMLElement>('.explanation > summary')?.click());
    await owner.see('The names agree except for a word that only the listed name has (“Nkemdi”)');
    const points = await owner.page.run(() =>
      [...document.querySelectorAll('.explanation > table:first-of-type tbody tr td:last-child')].map(
        ({ textContent }) => Number(textContent?.replace(/^.*?(?=[+−\d])/, '').replace('−', '-')),
      ),
    );
    expect(points.length).toBeGreaterThan(5);
    expect(points.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 2);
    const note = /^Watchlist hit: [^]*Score 100 of 100; [^]*This hit has not been decided yet\.$/;
    expect(await owner.text('.file-note pre')).toMatch(note);
  });

  it('decides a hit, and lists sessions with undecided hits', async () => {
    await owner.open('/portal/sessions?hits=waiting');
    await owner.see('1 row');
    await owner.open(`/portal/sessions/${filled.listed}`);
    await owner.click('Decide about Perpetua Nkemdi Olusade');
    await owner.click('Yes: true match');
    await owner.click('High');
    await submitDialog(owner);
    await owner.see('Hit reviewed');
    await owner.see('True match');
    const path = `/sessions/${filled.listed}/watchlist-screening`;
    const result = await stage.integration.client.call({ method: 'GET', path, sign: filled.listed });
    const hits = [{ matchStatus: 'true_match', riskLevel: 'high' }];
    expect(result.body).toMatchObject({ data: { reviewStatus: 'reviewed', hits } });
    await owner.open('/portal/sessions?hits=waiting');
    await owner.see('No session matches');
  });

  it('records a person’s decision and a note', async () => {
    await owner.open(`/portal/sessions/${filled.inReview}`);
    await owner.click('Decide');
    await owner.click('Approve');
    await owner.fill('Note', 'Compared by hand');
    await owner.click('Record decision');
    await owner.see('Approved by a person');
    await owner.see('Compared by hand');
    expect((await stage.integration.client.decision(filled.inReview)).body.verification?.status).toBe(
      'approved',
    );
  });

  it('adds a custom status to an attempt, which the client reads, and withdraws it', async () => {
    const { client, integrationId } = stage.integration;
    const statuses = async () =>
      (
        await client.call<{ verifications: { userDefinedData?: { statusCode: string }[] }[] }>({
          method: 'GET',
          path: `/sessions/${filled.inReview}/attempts`,
          sign: filled.inReview,
        })
      ).body.verifications.flatMap(({ userDefinedData = [] }) =>
        userDefinedData.map((each) => each.statusCode),
      );
    await owner.open(`/portal/integrations/${integrationId}/statuses`);
    await owner.click('Define status');
    await owner.fill('Name', 'Contract signed');
    await owner.click('One of a list');
    await owner.fill('Reasons to choose from', 'At the branch\nBy post');
    await submitDialog(owner);
    await owner.see('contract_signed');
    await owner.open(`/portal/sessions/${filled.inReview}`);
    await owner.click('Add status to attempt 1');
    await owner.see('Your server receives it by webhook at once.');
    const idOf = () =>
      owner.page.run(
        () =>
          [...document.querySelectorAll<HTMLOptionElement>('[role=dialog] option')].find(
            ({ text }) => text === 'Contract signed',
          )?.value ?? '',
      );
    // The choices are read behind the dialog.
    await expect.poll(idOf).not.toBe('');
    await owner.fill('Status', await idOf());
    await owner.fill('Reason', 'By post');
    await submitDialog(owner);
    await owner.see('Custom status added');
    expect(await statuses()).toEqual(['contract_signed']);
    await owner.click('Remove Contract signed');
    await owner.see('Remove “Contract signed”?');
    await submitDialog(owner);
    await owner.see('removed by Ada Harju');
    expect(await statuses()).toEqual([]);
  });

  it('reports a session as fraud, and shows that on its page', async () => {
    await owner.open(`/portal/sessions/${filled.inReview}`);
    await owner.click('Report as fraud');
    await owner.click('Printed copy of a document');
    await owner.fill('Comment', 'Paper edges visible');
    await submitDialog(owner);
    await owner.see('Paper edges visible');
    await owner.see('Not reviewed');
    await owner.see('Reported as fraud');
    expect(await owner.has('Report as fraud')).toBe(false);
  });

  it('replaces a secret without a refused request, and shows the new one once', async () => {
    const { client, integrationId } = stage.integration;
    await owner.open(`/portal/integrations/${integrationId}/keys`);
    await owner.click('Add secret');
    await owner.fill('Name of the secret', 'November');
    await submitDialog(owner);
    await owner.see('Confirm that it is you');
    await owner.fill('Password', stagePassword);
    await owner.fill('Code from your authenticator app', await nextCode(secret));
    await owner.click('Confirm');
    await owner.see('This is the only time it is shown.');
    const fresh = await owner.text('[role=dialog] .copy-field code');
    await owner.fill('Type “stored” to confirm that it is in your secret store', 'stored');
    await owner.click('It is stored');
    await owner.seeNot(fresh);
    expect(await owner.text('[aria-current=step] .strong')).toContain('Let your server use it');
    const newClient = new ApiClient({ ...client.access, sharedSecret: fresh });
    expect([
      (await client.decision(filled.approved)).status,
      (await newClient.decision(filled.approved)).status,
    ]).toEqual([200, 200]);
    await owner.click('Promote to master: November');
    await owner.click('Promote to master');
    await owner.see('Webhooks are signed with it from then on.');
    await expect.poll(() => owner.text('tbody tr:has(.master) .strong')).toBe('November');
    const old = await owner.page.run(
      () => document.querySelector<HTMLElement>('tbody tr:not(:has(.master)) .strong')?.innerText ?? '',
    );
    await owner.click(`Delete: ${old}`);
    await owner.click('I understand that whatever still uses it stops working');
    await owner.click('Delete');
    await owner.seeNot('I understand that whatever still uses it stops working');
    await expect.poll(rows).toBe(1);
    expect((await newClient.decision(filled.approved)).status).toBe(200);
    await expect.poll(async () => (await client.decision(filled.approved)).status).toBe(401);
  });

  it('sends a webhook again in two clicks', async () => {
    const { received } = stage.service.receiver;
    const seen = received.filter(({ body, path }) => path === '/decision' && body.includes(filled.approved));
    await owner.open('/portal/webhooks');
    await owner.click(`Replay ${seen[0]?.id.slice(0, 8)}`);
    await owner.click('Send');
    await owner.see('Queued; it will be sent in a moment.');
    const [first, again] = await stage.service.receiver.waitFor(
      seen.length + 1,
      ({ id }) => id === seen[0]?.id,
    );
    expect(again?.body).toEqual(first?.body);
  });

  it('invites a colleague, who sees only what the role includes', async () => {
    await owner.open('/portal/team');
    await owner.click('Invite');
    await owner.fill('E-mail', 'vera@example.com');
    await submitDialog(owner);
    await owner.see('The invitation is ready');
    const url = await owner.text('[role=dialog] .copy-field code');
    await owner.click('Close');
    const viewer = await open(others);
    await join(viewer, { url, name: 'Vera Novak', withCodes: false });
    const links = () =>
      viewer.page.run(() =>
        [...document.querySelectorAll<HTMLElement>('.side-nav a')].map((link) => link.innerText),
      );
    expect(await links()).toEqual(['Home', 'Sessions', 'Integrations', 'Help']);
    expect(await viewer.has('New session')).toBe(false);
    await viewer.open(`/portal/sessions/${filled.approved}`);
    await viewer.see('What happened');
    for (const action of ['Decide', 'Delete session', 'Show personal data', 'Add note'])
      expect([action, await viewer.has(action)]).toEqual([action, false]);
    for (const path of ['/portal/team', '/portal/audit', '/portal/webhooks']) {
      await viewer.open(path);
      await viewer.see('Your role does not include this');
    }
  });

  it('verifies the audit log, finds an altered entry, and exports it', async () => {
    const { database } = stage.service.ctx;
    await owner.open('/portal/audit');
    await owner.click('Integrity of the log');
    await owner.see('Last checkpoint');
    expect(await owner.address()).toBe('/portal/audit/integrity');
    const marks = (text: string) =>
      owner.page.run(
        (wanted: string) =>
          [...document.querySelectorAll<HTMLElement>('.mark')].filter((mark) => mark.innerText === wanted)
            .length,
        text,
      );
    await owner.click('Verify all');
    await expect.poll(() => marks('Intact')).toBe(3);
    const [entry] = await database.query<{ id: number; actor: string }>(
      `select a.id, a.actor from audit_link l join audit a on a.id = l.audit_id
       where l.chain_id = $1 order by l.position limit 1 offset 2`,
      [stage.integration.integrationId],
    );
    const setActor = (actor = '') =>
      database.query(`update audit set actor = $2 where id = $1`, [entry?.id, actor]);
    await setActor('somebody');
    await owner.click('Verify all');
    await owner.see('An entry was changed');
    await owner.see(`entry 3 of the chain, id ${entry?.id ?? 0}`);
    await expect.poll(() => marks('Intact')).toBe(2);
    await setActor(entry?.actor);
    await owner.click('Verify all');
    await expect.poll(() => marks('Intact')).toBe(3);
    await owner.click('Export: Organisation');
    await owner.see('The export is among your downloads.');
    await owner.open('/portal/audit');
    await owner.see('Audit log exported');
  });

  it('makes no request to another host, and stores only the colour scheme', async () => {
    await owner.open('/portal/sessions');
    await owner.see('New session');
    const found = await owner.page.run(() => ({
      hosts: [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).host))],
      stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
        (key) => key !== 'mantine-color-scheme-value' && !key.startsWith('tsr-scroll-restoration'),
      ),
    }));
    expect(found).toEqual({ hosts: [new URL(stage.url).host], stored: [] });
  });

  it('uses the language of the account', async () => {
    await owner.open('/portal/account');
    await owner.fill('Language', 'es');
    await owner.see('Su cuenta');
    await owner.fill('Idioma', 'en');
    await owner.see('Your account');
  });

  describe('without a violation found by axe', () => {
    const looks = isNightly
      ? [390, 1280].flatMap((width) => [false, true].map((dark) => ({ width, dark })))
      : [
          { width: 390, dark: true },
          { width: 1280, dark: false },
        ];
    const violations = async (driver: Driver, shots: readonly Shot[]) => {
      const found: unknown[] = [];
      for (const [place, { width, dark }] of looks.entries()) {
        await driver.page.setViewport({ width, height: 900 });
        await driver.page.setPreferences({ dark, stillness: true });
        // By day every second screen has one of the looks.
        const shown = shots.filter((_, index) => isNightly || index % (2 * looks.length) === place);
        for (const { name, path, shows, act } of shown) {
          await driver.open(path);
          await driver.see(shows);
          await act?.(driver);
          const ids = await accessibilityViolations(driver.page);
          if (ids.length > 0) found.push({ name, width, dark, ids });
        }
      }
      return found;
    };
    const screens = () => screensOf(filled, stage.integration.integrationId);
    const ownShots = () =>
      screens()
        .owner(secret)
        // By now the sessions are revealed and decided, and the secret is replaced.
        .filter(
          ({ name }) => !['session-masked', 'session-review', 'keys-new', 'keys-rotating'].includes(name),
        );

    it('on every screen of an owner', { timeout: 600_000 }, async () => {
      expect(await violations(owner, ownShots())).toEqual([]);
    });

    it('on screens of people who are not signed in', async () => {
      const out = await launchBrowser('chromium');
      try {
        const invitation = await stage.invite('new@example.com', 'reviewer');
        expect(await violations(await open(out), screens().out({ invitation }))).toEqual([]);
      } finally {
        await out.close();
      }
    });
  });
});
