import { accessibilityViolations, type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { byNight, rowsByDay } from '../../../service/test/support/engines.ts';
import { asOneJourney } from '../../../service/test/support/one-journey.ts';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { type FilledStage, fillStage } from '../../src/portal/fill-stage.ts';
import { nextCode } from '../../src/portal/one-time-code.ts';
import { type PageFaults, watchFaults } from '../../src/portal/page-faults.ts';
import { join, type PortalStage, stagePassword } from '../../src/portal/stage.ts';
import { holdFile } from '../support/held-file.ts';
import { startQuickStage } from '../support/quick-database.ts';

/** Engines whose other tests of the portal are in Chromium. */
const engines = [
  { name: 'firefox', title: 'Firefox' },
  { name: 'webkit', title: 'WebKit' },
] as const;

describe.skipIf(!engines.some(({ name }) => isInstalled(name)))('the portal in other browsers', () => {
  let stage: PortalStage;
  let filled: FilledStage;
  beforeAll(async () => {
    stage = await startQuickStage();
    filled = await fillStage(stage);
  });
  afterAll(() => stage?.close());

  byNight(() => {
    it.runIf(isInstalled('firefox'))('can be left before its screen has loaded (Firefox)', async () => {
      const way = await holdFile(stage.url, /email-screen/);
      const browser = await launchBrowser('firefox');
      try {
        const page = await browser.newPage();
        await page.goto(`${way.origin}/portal/email/unknown`);
        await expect.poll(way.wanted).toBe(1);
        await page.goto(`${way.origin}/portal/sign-in`);
        const visitor = drive(page, way.origin);
        await visitor.see('Use the account of your organisation.');
        expect(await visitor.address()).toBe('/portal/sign-in');
      } finally {
        await browser.close();
        await way.close();
      }
    });
  });

  for (const { name, title } of rowsByDay(engines, (engine) => engine.name === 'firefox'))
    describe.skipIf(!isInstalled(name))(`core journeys (${title})`, () => {
      let browser: Browser;
      let owner: Driver;
      let faults: PageFaults;
      let secret: string;
      const person = `Ada ${title}`;
      const email = `ada-${name}@example.com`;
      beforeAll(async () => {
        browser = await launchBrowser(name);
        const page = await browser.newPage();
        await page.setViewport({ width: 1_280, height: 900 });
        faults = await watchFaults(page, stage.url, { fromStart: name === 'firefox' });
        owner = { ...drive(page, stage.url), open: faults.visit };
      });
      afterAll(() => browser?.close());
      asOneJourney();
      afterEach(async () => {
        const found = await faults.take();
        if (found.length > 0)
          throw new Error(`the page must report nothing, and reports\n${found.join('\n')}`);
      });

      const visit = (path: string) => owner.open(`/portal/${path}`);
      const integration = (part: string) => visit(`integrations/${stage.integration.integrationId}/${part}`);
      const submitDialog = () =>
        owner.page.run(() => document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit());
      /** Half a transition has other colours. */
      const settle = () =>
        owner.page.run(async () => {
          const finite = document
            .getAnimations()
            .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
          await Promise.allSettled(finite.map(({ finished }) => finished));
        });
      const seeNoBarrier = async () => {
        await settle();
        expect(await accessibilityViolations(owner.page)).toEqual([]);
      };
      const signOut = async () => {
        await owner.click(`Your account ${person} Owner`);
        await owner.click('Sign out');
        await owner.see('Use the account of your organisation.');
      };

      it('signs in with password and one-time code to the requested page', async () => {
        await visit('sign-in');
        await seeNoBarrier();
        const url = await stage.invite(email, 'owner');
        secret = (await join(owner, { url, name: person, withCodes: true })) ?? '';
        await seeNoBarrier();
        await signOut();
        await visit('sessions?status=approved');
        await owner.fill('E-mail address', email);
        await owner.fill('Password', stagePassword);
        await owner.click('Sign in');
        await owner.fill('Code', await nextCode(secret));
        await owner.click('Confirm');
        await owner.see('4 rows');
        expect(await owner.address()).toBe('/portal/sessions?status=approved');
      });

      it('lists sessions, with the filter in the address', async () => {
        await visit('sessions');
        await owner.see('rows');
        await owner.fill('Status', 'review');
        await owner.click('Apply');
        await owner.see('1 row');
        expect(await owner.address()).toBe('/portal/sessions?status=review');
        await seeNoBarrier();
      });

      it('shows the reason for a decision, its bytes and the pictures of a session', async () => {
        await visit(`sessions/${filled.approved}`);
        await owner.see('What happened');
        expect(await owner.text('.plain-reason')).not.toBe('');
        await owner.click('Show personal data');
        await owner.fill('Reason', 'Ticket 4177');
        await submitDialog();
        await owner.see('Personal data is shown until');
        await owner.click('Show decision JSON');
        const { bytes, headers } = await stage.integration.client.decision(filled.approved);
        await owner.see(headers.get('x-hmac-signature') ?? 'signature');
        expect(JSON.parse(await owner.text('.json pre'))).toEqual(JSON.parse(bytes.toString()));
        await seeNoBarrier();
        await owner.click('Open picture Document, front');
        await expect
          .poll(() =>
            owner.page.run(() => document.querySelector<HTMLImageElement>('.viewer img')?.naturalWidth ?? 0),
          )
          .toBeGreaterThan(0);
        await owner.click('Larger');
        await seeNoBarrier();
        await owner.click('Compare two');
        await expect
          .poll(() =>
            owner.page.run(() =>
              [...document.querySelectorAll<HTMLImageElement>('.viewer img')].map(({ alt }) => alt),
            ),
          )
          .toEqual(['Document, front', 'Selfie']);
        await seeNoBarrier();
        await owner.click('Show one');
        await owner.click('Close');
      });

      // By day these are in Chromium alone: `portal-in-browser`, and the branding in `portal-branding-in-browser`.
      byNight(() => {
        it('creates a session, and shows its link as a QR code too', async () => {
          await visit('sessions');
          await owner.click('New session');
          await owner.fill('Last name', 'Maasikas');
          await seeNoBarrier();
          await submitDialog();
          await owner.see('The session is ready');
          expect(await owner.text('[role=dialog] .copy-field code')).toMatch(/^http:\/\//);
          expect(
            await owner.page.run(
              () => document.querySelector('[role=dialog] [aria-label="QR code with the link"]') !== null,
            ),
          ).toBe(true);
          await owner.click('Open session');
          await owner.see('What happened');
        });

        it('sends a webhook again', async () => {
          const { received } = stage.service.receiver;
          const sent = received.filter(
            ({ body, path }) => path === '/decision' && body.includes(filled.approved),
          );
          await visit('webhooks');
          await owner.see('HTTP 500');
          await seeNoBarrier();
          await owner.click(`Replay ${sent[0]?.id.slice(0, 8)}`);
          await owner.click('Send');
          await owner.see('Queued; it will be sent in a moment.');
          await stage.service.receiver.waitFor(sent.length + 1, ({ id }) => id === sent[0]?.id);
        });

        it('adds a secret, shows it once and names the next step of its rotation', async () => {
          await integration('keys');
          await owner.see('Rotation');
          await seeNoBarrier();
          await owner.click('Add secret');
          await owner.fill('Name of the secret', title);
          await submitDialog();
          await owner.see('Confirm that it is you');
          await owner.fill('Password', stagePassword);
          await owner.fill('Code from your authenticator app', await nextCode(secret));
          await owner.click('Confirm');
          await owner.see('This is the only time it is shown.');
          const shown = await owner.text('[role=dialog] .copy-field code');
          await owner.fill('Type “stored” to confirm that it is in your secret store', 'stored');
          await owner.click('It is stored');
          await owner.seeNot(shown);
          expect(await owner.text('[aria-current=step] .strong')).toContain('Let your server use it');
          expect(await owner.has(`Promote to master: ${title}`)).toBe(true);
        });

        it('defines a status of its own', async () => {
          await integration('statuses');
          await owner.click('Define status');
          await owner.fill('Name', `Seen in ${title}`);
          await owner.click('One of a list');
          await owner.fill('Reasons to choose from', 'At the branch\nBy post');
          await seeNoBarrier();
          await submitDialog();
          await owner.see(`seen_in_${name}`);
        });

        it('invites a colleague', async () => {
          await visit('team');
          await owner.click('Invite');
          await owner.fill('E-mail', `vera-${name}@example.com`);
          await submitDialog();
          await owner.see('The invitation is ready');
          expect(await owner.text('[role=dialog] .copy-field code')).toContain('/portal/invitations/');
          await seeNoBarrier();
          await owner.click('Close');
          await owner.see(`vera-${name}@example.com`);
        });

        it('lists past actions', async () => {
          await visit('audit');
          await owner.see('Signed in');
          await owner.see(person);
          await seeNoBarrier();
        });

        it('shows what is typed in the branding preview', async () => {
          await integration('branding');
          await owner.see('Own colours');
          const inPreview = () => owner.page.runInFrame(0, () => document.body.innerText);
          await expect.poll(inPreview).not.toBe('');
          await owner.fill('Name of the company', 'Harbour Lending');
          await expect.poll(inPreview).toContain('Harbour Lending asks you to confirm your identity.');
          await seeNoBarrier();
          await owner.click('Discard changes');
          const isUnchanged = () =>
            owner.page.run(() => document.querySelector<HTMLButtonElement>('[type=submit]')?.disabled);
          await expect.poll(isUnchanged).toBe(true);
        });
      });

      it('would report an error of a page and a violation of its policy', async () => {
        await visit('team');
        await owner.see('Open invitations');
        await owner.page.run(() => {
          console.error('planted');
          document.body.append(Object.assign(document.createElement('script'), { textContent: '0' }));
        });
        const seen: string[] = [];
        const isReported = async () => {
          seen.push(...(await faults.take()));
          return [/^console: planted$/, /^policy: script-src/].every((form) =>
            seen.some((fault) => form.test(fault)),
          );
        };
        await expect.poll(isReported).toBe(true);
        // Whatever that page still reports stays with it.
        await visit('team');
        await faults.take();
      });

      it('signs out', async () => {
        await visit('');
        await signOut();
        await visit('sessions');
        await owner.see('Use the account of your organisation.');
      });
    });
});
