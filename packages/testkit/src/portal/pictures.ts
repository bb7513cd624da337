// npm run portal:pictures: screenshots of every screen of the portal: empty, full and failed, light and dark, wide and narrow.
// Started by tools/portal-pictures.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, launchBrowser } from '@countersign/browser-kit';
import { type Driver, drive } from './driver.ts';
import { fillStage } from './fill-stage.ts';
import { screensOf } from './screens.ts';
import type { Shot } from './shot.ts';
import { join, type PortalStage, startPortalStage } from './stage.ts';

/** Output folder, and prefixes of the names of the screens to include; none: all of them. */
const [folderName = 'portal-pictures', ...names] = process.argv.slice(2);
const widths = [1280, 390];
const leastHeight = 800;

async function photograph(driver: Driver, shot: Shot, folder: string): Promise<void> {
  if (names.length > 0 && !names.some((name) => shot.name.startsWith(name))) return;
  try {
    await photographEach(driver, shot, folder);
  } catch (cause) {
    throw new Error(`${shot.name}: must show “${shot.shows}” at ${shot.path}`, { cause });
  }
}

async function photographEach(driver: Driver, shot: Shot, folder: string): Promise<void> {
  const { page } = driver;
  for (const width of widths)
    for (const dark of [false, true]) {
      await page.setPreferences({ dark, stillness: true });
      await page.setViewport({ width, height: leastHeight });
      await driver.open(shot.path);
      await driver.see(shot.shows);
      await shot.act?.(driver);
      const height = await page.run(() => document.documentElement.scrollHeight);
      await page.setViewport({ width, height: Math.max(leastHeight, height) });
      const name = `${shot.name}-${width}-${dark ? 'dark' : 'light'}.png`;
      writeFileSync(path.join(folder, name), await page.screenshot());
      console.log(name);
    }
}

/** Fails the request of every list, like a proxy whose service is down. */
const failing = `{
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    /portal\\/api\\/(home|sessions|exports|webhooks|requests|integrations|team|audit)/.test(String(input))
      ? Promise.resolve(new Response('{}', { status: 500 }))
      : real(input, init);
}`;

async function pageOf(browser: Browser, stage: PortalStage): Promise<Driver> {
  const page = await browser.newPage();
  await page.addAuthenticator({ verifies: true });
  return drive(page, stage.url);
}

async function photographAll(stage: PortalStage, folder: string): Promise<void> {
  const { owner, empty, viewer, out, failed } = screensOf(
    await fillStage(stage),
    stage.integration.integrationId,
  );
  const people = [
    {
      email: 'ada@example.com',
      name: 'Ada Harju',
      role: 'owner',
      organisation: stage.organisation,
      shots: owner,
    },
    {
      email: 'vera@example.com',
      name: 'Vera Novak',
      role: 'viewer',
      organisation: stage.organisation,
      shots: viewer,
    },
    {
      email: 'omar@example.com',
      name: 'Omar Silva',
      role: 'owner',
      organisation: 'New Company',
      shots: empty,
    },
  ] as const;
  for (const { email, name, role, organisation, shots } of people) {
    const browser = await launchBrowser('chromium');
    try {
      const driver = await pageOf(browser, stage);
      const url = await stage.invite(email, role, organisation);
      const secret = await join(driver, { url, name, withCodes: role === 'owner' });
      for (const shot of shots(secret)) await photograph(driver, shot, folder);
      if (shots !== owner) continue;
      const broken = await pageOf(browser, stage);
      await broken.page.beforeLoad(failing);
      for (const shot of failed) await photograph(broken, shot, folder);
    } finally {
      await browser.close();
    }
  }
  const browser = await launchBrowser('chromium');
  try {
    const invitation = await stage.invite('new@example.com', 'reviewer');
    const driver = await pageOf(browser, stage);
    for (const shot of out({ invitation })) await photograph(driver, shot, folder);
  } finally {
    await browser.close();
  }
}

const folder = path.resolve(folderName);
mkdirSync(folder, { recursive: true });
const stage = await startPortalStage();
try {
  await photographAll(stage, folder);
  console.log(`Pictures are in ${folder}`);
} finally {
  await stage.close();
}
