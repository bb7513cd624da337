import {
  accessibilityViolations,
  type Browser,
  type BrowserName,
  isInstalled,
  launchBrowser,
  type Page,
  until,
} from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsByDay } from '../../../service/test/support/engines.ts';
import { type Driver, drive } from '../../src/portal/driver.ts';
import { join, type PortalStage } from '../../src/portal/stage.ts';
import { startQuickStage } from '../support/quick-database.ts';

const style = (page: Page, name: string) =>
  page.run(
    (wanted: string) => getComputedStyle(document.documentElement).getPropertyValue(wanted).trim(),
    name,
  );

/** Where the link of a new session leads, on the origin that browsers open. */
async function openFlow(page: Page, stage: PortalStage, query = ''): Promise<void> {
  const { client } = stage.integration;
  const made = await client.call<{ verification: { url: string } }>({
    method: 'POST',
    path: '/sessions',
    body: { verification: {} },
    sign: null,
  });
  await page.goto(made.body.verification.url + query);
  await until(page, {
    fn: () => document.querySelector('main')?.dataset['screen'] === 'F1',
    args: [],
  });
}

const inPreview = async (driver: Driver, text: string) => {
  await expect
    .poll(() => driver.page.runInFrame(0, () => document.body.innerText), { timeout: 60_000 })
    .toContain(text);
};

describe.skipIf(!isInstalled('chromium'))('branding in the portal (Chromium)', () => {
  let stage: PortalStage;
  let browser: Browser;
  let developer: Driver;
  let flow: Page;
  beforeAll(async () => {
    stage = await startQuickStage();
    browser = await launchBrowser('chromium');
    developer = drive(await browser.newPage(), stage.url);
    await developer.page.setViewport({ width: 1_280, height: 900 });
    const url = await stage.invite('dev@example.com', 'developer');
    await join(developer, { url, name: 'Dev Tanaka', withCodes: false });
    flow = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  const open = async () => {
    await developer.open(`/portal/integrations/${stage.integration.integrationId}/branding`);
    await developer.see('Own colours');
    // In whatever language it is.
    await expect
      .poll(() => developer.page.runInFrame(0, () => document.querySelector('main')?.dataset['screen']), {
        timeout: 60_000,
      })
      .toBe('F1');
  };
  const save = async () => {
    await developer.click('Save');
    await developer.see('Saved.');
  };
  /** Ticks the box with own colours of a scheme. */
  const ownColours = (scheme: 'Light' | 'Dark') =>
    developer.page.run((panel: string) => {
      document.querySelector<HTMLElement>(`.panel[aria-label="${panel}"] input[type=checkbox]`)?.click();
    }, scheme);

  it('shows in the preview what is typed, and suggests a readable colour for an unreadable one', async () => {
    await open();
    await developer.fill('Name of the company', 'Harbour Lending');
    await inPreview(developer, 'Harbour Lending asks you to confirm your identity.');
    await ownColours('Light');
    await developer.fill('Primary colour', '#ff9900');
    await developer.see('Hard to read: contrast 2.1:1 to “Background”, at least 4.5:1 is required.');
    expect(
      await developer.page.run(() => document.querySelector<HTMLButtonElement>('[type=submit]')?.disabled),
    ).toBe(true);
    await developer.click('Use #aa6600 instead');
    await developer.seeNot('Hard to read');
    await expect
      .poll(() =>
        developer.page.runInFrame(0, () => document.documentElement.style.getPropertyValue('--accent')),
      )
      .toBe('#aa6600');
    await developer.fill('Who you are to the person', 'We check you for Example Bank.');
    await inPreview(developer, 'We check you for Example Bank.');
    await developer.fill('How to reach you', 'Call 0800 123 456.');
    await inPreview(developer, 'Call 0800 123 456.');
  });

  it('shows in the preview how the flow continues on a phone', async () => {
    await developer.fill('Screen', 'phone');
    await inPreview(developer, 'Continue on your phone');
    await expect
      .poll(() => developer.page.runInFrame(0, () => document.querySelector('.code svg') !== null), {
        timeout: 60_000,
      })
      .toBe(true);
    await developer.fill('Screen', 'number');
    await inPreview(developer, 'Was this you?');
    await inPreview(developer, 'Harbour Lending');
    await developer.fill('Screen', 'follow');
    await inPreview(developer, 'Safari on iOS');
    await developer.fill('Screen', 'start');
  });

  it('saves it, and the hosted flow of a new session shows it', async () => {
    await save();
    await flow.setViewport({ width: 390, height: 844 });
    await flow.setPreferences({ dark: false, stillness: true });
    await openFlow(flow, stage);
    expect([await style(flow, '--accent'), await style(flow, '--paper')]).toEqual(['#aa6600', '#ffffff']);
    const text = () => flow.run(() => document.body.innerText);
    expect(await text()).toContain('Harbour Lending');
    expect(await text()).toContain('We check you for Example Bank.');
    await flow.run(() => document.querySelector<HTMLElement>('[data-action=help]')?.click());
    await expect.poll(text).toContain('Call 0800 123 456.');
    await flow.setPreferences({ dark: true, stillness: true });
    expect(await style(flow, '--accent')).toBe('#8fb6ff');
  });

  it('shows a draft in the preview, and to end users once it is reviewed', async () => {
    await open();
    await developer.fill('Who you are to the person', 'We check you for Example Bank, soon.');
    await developer.click('Draft');
    await inPreview(developer, 'We check you for Example Bank, soon.');
    await save();
    await openFlow(flow, stage);
    const text = () => flow.run(() => document.body.innerText);
    expect(await text()).not.toContain('Example Bank');
    await developer.click('Draft');
    await save();
    await openFlow(flow, stage);
    expect(await text()).toContain('We check you for Example Bank, soon.');
  });

  it('makes text larger and spacing wider, with controls of sufficient size', async () => {
    await open();
    await developer.fill('Size of text', 'large');
    await developer.fill('Spacing', 'relaxed');
    const preview = () =>
      developer.page.runInFrame(0, () => {
        const { fontSize } = getComputedStyle(document.documentElement);
        return [fontSize, getComputedStyle(document.querySelector('main')!).paddingInlineStart];
      });
    await expect.poll(preview).toEqual(['20px', '26px']);
    await save();
    await flow.setViewport({ width: 320, height: 844 });
    await openFlow(flow, stage);
    const seen = await flow.run(() => {
      const { fontSize } = getComputedStyle(document.documentElement);
      const heights = [...document.querySelectorAll('main button')].map((each) => each.clientHeight);
      return [fontSize, document.documentElement.scrollWidth, Math.min(...heights) >= 42];
    });
    expect(seen).toEqual(['20px', 320, true]);
    expect(await accessibilityViolations(flow)).toEqual([]);
    await developer.fill('Spacing', 'compact');
    await save();
    await openFlow(flow, stage);
    expect([await style(flow, '--gap'), await accessibilityViolations(flow)]).toEqual(['14px', []]);
    await developer.fill('Size of text', 'normal');
    await developer.fill('Spacing', 'normal');
    await save();
    await flow.setViewport({ width: 390, height: 844 });
  });

  it('converts a picture to a logo in the browser, which the flow shows from the first moment', async () => {
    await open();
    await developer.page.run(async () => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 800, height: 200 });
      const context = canvas.getContext('2d');
      if (context) {
        context.fillStyle = '#7a1fa2';
        context.fillRect(0, 0, 800, 200);
      }
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp'));
      const files = new DataTransfer();
      files.items.add(new File([blob ?? ''], 'logo.webp', { type: 'image/webp' }));
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      if (input) input.files = files.files;
      input?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await developer.see('Choose another file');
    await expect
      .poll(() =>
        developer.page.runInFrame(0, () => document.querySelector<HTMLImageElement>('.logo')?.naturalWidth),
      )
      .toBe(480);
    await save();
    await openFlow(flow, stage);
    const seen = await flow.run(() => {
      const image = document.querySelector<HTMLImageElement>('.logo');
      return [image?.alt, image?.complete, image?.naturalWidth, image?.clientHeight];
    });
    expect(seen).toEqual(['Harbour Lending', true, 480, 40]);
  });

  it('offers only the languages chosen, and the default one where none of them is requested', async () => {
    await open();
    await developer.click('English');
    await save();
    await openFlow(flow, stage);
    const options = () =>
      flow.run(() => [...document.querySelectorAll('.language option')].map((option) => option.textContent));
    const offered = await options();
    expect(offered).toHaveLength(23);
    expect(offered).not.toContain('English');
    expect(await flow.run(() => document.documentElement.lang)).toBe('cs');
    await openFlow(flow, stage, '?lang=pt');
    expect(await flow.run(() => document.documentElement.lang)).toBe('pt-BR');
  });

  it('prompts before unsaved changes are lost, and for the version to keep when two people changed it', async () => {
    await open();
    await developer.fill('Name of the company', 'Mine');
    await developer.click('Keys');
    await developer.see('Leave without saving?');
    await developer.click('Stay');
    const other = await launchBrowser('chromium');
    try {
      const admin = drive(await other.newPage(), stage.url);
      const url = await stage.invite('second@example.com', 'developer');
      await join(admin, { url, name: 'Second Person', withCodes: false });
      await admin.open(`/portal/integrations/${stage.integration.integrationId}/branding`);
      await admin.fill('Name of the company', 'Theirs');
      await admin.click('Save');
      await admin.see('Saved.');
    } finally {
      await other.close();
    }
    await developer.click('Save');
    await developer.see('Someone else saved other branding in the meantime.');
    await developer.click('Keep mine, to save it over theirs');
    await save();
    await developer.click('Reset to default');
    await save();
    await developer.open('/portal/integrations');
  });

  it.each(
    rowsByDay(
      [
        [390, false],
        [390, true],
        [1_280, false],
        [1_280, true],
      ] as const,
      ([width, dark]) => (width === 390) === dark,
    ),
  )(
    'has no violation found by axe, %i pixels wide, dark: %s, and neither has the flow in these colours',
    async (width, dark) => {
      await developer.page.setViewport({ width, height: 900 });
      await developer.page.setPreferences({ dark, stillness: true });
      await open();
      await ownColours('Light');
      await developer.fill('Primary colour', '#7a1fa2');
      await ownColours('Dark');
      await developer.see('Discard changes');
      expect(await accessibilityViolations(developer.page)).toEqual([]);
      await save();
      await flow.setViewport({ width, height: 844 });
      await flow.setPreferences({ dark, stillness: true });
      await openFlow(flow, stage);
      expect(await style(flow, '--accent')).toBe(dark ? '#b887cd' : '#7a1fa2');
      expect(await accessibilityViolations(flow)).toEqual([]);
      await developer.click('Reset to default');
      await save();
    },
  );

  it.each(rowsByDay(['firefox', 'webkit'] satisfies BrowserName[], (name) => name === 'webkit'))(
    'shows the flow with its brand in %s',
    async (name) => {
      if (!isInstalled(name)) return;
      await developer.page.setPreferences({ dark: false, stillness: true });
      await open();
      await ownColours('Light');
      await developer.fill('Primary colour', '#7a1fa2');
      await save();
      const other = await launchBrowser(name);
      try {
        const page = await other.newPage();
        await openFlow(page, stage);
        expect(await style(page, '--accent')).toBe('#7a1fa2');
      } finally {
        await other.close();
      }
      await developer.click('Reset to default');
      await save();
    },
  );
});
