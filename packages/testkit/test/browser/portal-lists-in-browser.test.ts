import { type Browser, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { type FilledStage, fillStage } from '../../src/portal/fill-stage.ts';
import { nextCode } from '../../src/portal/one-time-code.ts';
import { join, type PortalStage, stagePassword } from '../../src/portal/stage.ts';
import { startQuickStage } from '../support/quick-database.ts';

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

  it('selects rows by single keys, and the page by its checkbox', async () => {
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

  it('adds a status to the selected sessions, and names the ones it skips', async () => {
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
    await owner.see('The attempt already has this status.');
    await owner.click('Close');
    await owner.see('1 session chosen');
  });

  it('exports the filtered sessions, shows when the file is ready, and downloads it', async () => {
    await owner.open('/portal/sessions?status=approved');
    await owner.see('rows');
    await owner.click('Export');
    await owner.click('With personal data');
    await owner.fill('Reason', 'Ticket 4177');
    await submit();
    await owner.see('Confirm that it is you');
    await owner.fill('Password', stagePassword);
    await owner.fill('Code from your authenticator app', await nextCode(secret));
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

  it('erases a file that is no longer needed, after a confirmation', async () => {
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

  /** What has the focus: its id, or its text. */
  const focused = () =>
    owner.page.run(() => {
      const element = document.activeElement as HTMLElement;
      return element.id === 'page-title' ? 'title' : element.innerText.trim().slice(0, 40);
    });
  const press = (name: 'Enter' | 'Escape' | ' ') => owner.page.press(name);

  it('focuses the title of a loaded page, and the row it came from on the way back', async () => {
    await owner.open('/portal/sessions?status=approved');
    await owner.see('rows');
    await key('j');
    await key('j');
    const row = await focused();
    expect(row).toMatch(/^[0-9a-f]{8}$/);
    await press('Enter');
    await owner.see('What happened');
    await expect.poll(focused).toBe('title');
    await owner.page.run(() => history.back());
    await owner.see('rows');
    await expect.poll(focused).toBe(row);
  });

  it('returns the focus to where it was before a dialog, or to the title once the button is gone', async () => {
    const focusOn = (name: string) =>
      owner.page.run((wanted: string) => {
        [...document.querySelectorAll<HTMLElement>('#main button')]
          .find(({ innerText }) => innerText.trim() === wanted)!
          .focus();
      }, name);
    await owner.open(`/portal/sessions/${filled.inReview}`);
    await owner.see('Add note');
    await focusOn('Decide');
    await press('Enter');
    await owner.see('Decide this session');
    await press('Escape');
    await owner.seeNot('Decide this session');
    await expect.poll(focused).toBe('Decide');
    await focusOn('Add note');
    await press('Enter');
    await owner.fill('Note', 'Spoke to the branch');
    await submit();
    await owner.see('Spoke to the branch');
    await expect.poll(focused).toBe('Add note');
    await focusOn('Decide');
    await press('Enter');
    await owner.see('Decide this session');
    // The dialog moves the focus after it is shown.
    await expect.poll(() => owner.page.run(() => document.activeElement?.getAttribute('type'))).toBe('radio');
    await press(' ');
    await submit();
    await owner.seeNot('Decide this session');
    await owner.see('Approved');
    await expect.poll(focused).toBe('title');
  });

  it('focuses the row of a screening that was taken', async () => {
    await owner.open('/portal/screening');
    await owner.see('1 row');
    await key('j');
    const row = await focused();
    await owner.page.press('Tab');
    expect(await focused()).toBe('Take');
    await press('Enter');
    await expect.poll(focused).toBe(row);
  });

  it('cuts nothing off, however wide and low the window is', async () => {
    const cut: string[] = [];
    for (const path of ['sessions', 'screening', 'webhooks', 'requests', 'audit', 'team'])
      for (const [width, height] of [
        [1280, 400],
        [1090, 400],
        [910, 430],
        [835, 430],
        [320, 640],
      ] as const) {
        await owner.page.setViewport({ width, height });
        await owner.open(`/portal/${path}`);
        await owner.see(path === 'team' ? 'Ada Harju' : 'row');
        const found = await owner.page.run(() => {
          const isCut = (element: Element, axis: 'X' | 'Y') => {
            const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
            const isOver = axis === 'X' ? scrollWidth > clientWidth + 1 : scrollHeight > clientHeight + 1;
            return isOver && !['auto', 'scroll'].includes(getComputedStyle(element)[`overflow${axis}`]);
          };
          return [
            document.documentElement.scrollWidth > document.documentElement.clientWidth && 'page',
            [...document.querySelectorAll('.panel, .panel-flush')].some((each) => isCut(each, 'X')) &&
              'table',
            isCut(document.querySelector('.side')!, 'Y') && 'navigation',
          ].filter((name) => name !== false);
        });
        cut.push(...found.map((name) => `${path} ${width}: ${name}`));
      }
    await owner.page.setViewport({ width: 1280, height: 900 });
    expect(cut).toEqual([]);
  });

  it('has a heading and a title for an unknown address, and labels password buttons in its own words', async () => {
    await owner.open('/portal/nowhere');
    await owner.see('Nothing here');
    expect(await owner.page.run(() => [document.querySelector('h1')?.innerText, document.title])).toEqual([
      'Nothing here',
      'Nothing here · Countersign',
    ]);
    await owner.open('/portal/account');
    await owner.see('New password');
    const names = () =>
      [...document.querySelectorAll('.mantine-PasswordInput-visibilityToggle')].map((button) =>
        button.getAttribute('aria-label'),
      );
    expect(await owner.page.run(names)).toEqual(['Show or hide the password', 'Show or hide the password']);
  });
});
