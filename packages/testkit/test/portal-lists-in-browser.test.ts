import { type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, drive } from '../src/portal/driver.ts';
import { type FilledStage, fillStage } from '../src/portal/fill-stage.ts';
import { oneTimeCode } from '../src/portal/one-time-code.ts';
import { join, type PortalStage, stagePassword } from '../src/portal/stage.ts';
import { startQuickStage } from './support/quick-database.ts';

describe.skipIf(!isInstalled('chromium'))('many sessions at once in the portal (Chromium)', () => {
  let stage: PortalStage;
  let filled: FilledStage;
  let browser: Browser;
  let owner: Driver;
  let secret: string;
  beforeAll(async () => {
    stage = await startQuickStage();
    filled = await fillStage(stage);
    browser = await launchBrowser('chromium');
    owner = drive(await browser.newPage(), stage.service.url);
    await owner.page.setViewport({ width: 1280, height: 900 });
    const url = await stage.invite('ada@example.com', 'owner');
    secret = (await join(owner, { url, name: 'Ada Harju', withCodes: true })) ?? '';
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });
  const submit = () =>
    owner.page.run(() => document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit());
  const key = (name: string) =>
    owner.page.run((pressed: string) => {
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
      );
    }, name);

  it('chooses rows by single keys, and the page by its box', async () => {
    await owner.open('/portal/sessions?status=declined');
    await owner.see('3 rows');
    await key('j');
    await key('x');
    await key('j');
    await key('x');
    await owner.see('2 sessions chosen');
    await key('x');
    await owner.see('1 session chosen');
    await owner.click('Choose this page');
    await owner.see('3 sessions chosen');
    await owner.click('Choose this page');
    await owner.seeNot('chosen');
  });

  it('leads from the last session of a page to the next page', async () => {
    const { client } = stage.integration;
    for (let count = 0; count < 26; count += 1) await client.createSession({});
    await owner.open('/portal/sessions?status=created');
    await owner.see('25 rows');
    await owner.page.run(() =>
      [...document.querySelectorAll<HTMLElement>('#main tbody th a')].at(-1)!.click(),
    );
    await owner.see('25 of 25');
    await key('n');
    await owner.see('First page');
    expect(await owner.address()).toMatch(/^\/portal\/sessions\?status=created&cursor=./);
  });

  it('adds a status to those that are chosen, and names those that it leaves alone', async () => {
    await owner.open('/portal/sessions?status=declined');
    await owner.see('3 rows');
    await key('j');
    await key('x');
    await owner.click('Add status');
    await owner.fill('Status', filled.status);
    await owner.fill('Reason', 'Spoke to the branch');
    await submit();
    await owner.see('1 session was changed.');
    await owner.click('Close');
    await owner.click('Choose this page');
    await owner.click('Add status');
    await owner.fill('Status', filled.status);
    await owner.fill('Reason', 'Spoke to the branch');
    await submit();
    await owner.see('2 sessions were changed.');
    await owner.see('1 was not changed:');
    await owner.see('The attempt has this status already.');
    await owner.click('Close');
    await owner.see('1 session chosen');
  });

  it('exports what the filters find, shows when it is written, and hands the file over', async () => {
    await owner.open('/portal/sessions?status=approved');
    await owner.see('rows');
    await owner.click('Export');
    await owner.click('With personal data');
    await owner.fill('Reason', 'Ticket 4177');
    await submit();
    await owner.see('Confirm that it is you');
    await owner.fill('Password', stagePassword);
    await owner.fill('Code from your authenticator app', oneTimeCode(secret, 1));
    await owner.click('Confirm');
    await owner.see('Reason: Ticket 4177');
    await owner.see('Ready');
    // What the page hands to the browser as a file.
    const saved = owner.page.run(
      () =>
        new Promise<string>((resolve) => {
          const real = URL.createObjectURL.bind(URL);
          URL.createObjectURL = (blob) => {
            if (blob instanceof Blob) void blob.text().then(resolve);
            return real(blob);
          };
          setTimeout(() =>
            document.querySelector<HTMLElement>('tbody button[aria-label^="Download"]')?.click(),
          );
        }),
    );
    const lines = (await saved).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^session_id,integration_id,/);
    expect(lines.filter((line) => line.startsWith(filled.approved))).toHaveLength(1);
    expect(lines.join('\n')).toContain(',application-4177,');
  });

  it('erases a file that nobody needs any more, after asking', async () => {
    await owner.open('/portal/exports');
    await owner.see('Ready');
    await owner.page.run(() =>
      document.querySelector<HTMLElement>('tbody button[aria-label^="Erase file"]')?.click(),
    );
    await owner.see('Erase this file?');
    await submit();
    await owner.see('File erased');
    expect(await owner.page.run(() => document.querySelectorAll('tbody button').length)).toBe(0);
  });
});
