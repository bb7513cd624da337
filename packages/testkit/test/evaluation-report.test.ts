import { accessibilityViolations, isInstalled, launchBrowser } from '@countersign/browser-kit';
import { approvedPerson, lookAlike } from '@countersign/specimens';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = path.resolve(import.meta.dirname, '../../../bin/countersign');

describe.skipIf(!isInstalled('chromium'))('the report of an evaluation (Chromium)', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-report-'));
    for (const [name, { pictures }] of [
      ['own', await approvedPerson()],
      ['other', await lookAlike()],
    ] as const)
      for (const { context, bytes } of pictures)
        await writeFile(path.join(folder, `${name}-${context}.jpg`), bytes);
    const truth = {
      documents: [{ images: ['own-document-front.jpg'], fields: { lastName: 'MAASIKAS', sex: 'M' } }],
      pairs: [
        { a: 'own-face.jpg', b: 'own-document-front.jpg', same: true },
        { a: 'other-face.jpg', b: 'other-document-front.jpg', same: false },
        { a: 'other-face.jpg', b: 'own-document-front.jpg', same: true },
      ],
      liveness: [{ images: ['own-face.jpg'], genuine: false }],
    };
    await writeFile(path.join(folder, 'truth.json'), JSON.stringify(truth));
    const options = ['--truth', 'truth.json', '--report', 'report.html'];
    await promisify(execFile)(program, ['evaluate', ...options], { cwd: folder });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has no violation of accessibility, no sideways scrolling and every picture, wide and narrow, light and dark', async () => {
    const browser = await launchBrowser('chromium');
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(pathToFileURL(path.join(folder, 'report.html')).href);
    const unseen = await page.run(
      () => [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length,
    );
    const pictures = await page.run(() => document.images.length);
    expect([pictures, unseen]).toEqual([4, 0]);
    for (const width of [390, 1280])
      for (const dark of [false, true]) {
        await page.setViewport({ width, height: 900 });
        await page.setPreferences({ dark, stillness: true });
        const overflow = await page.run(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([width, dark, overflow, await accessibilityViolations(page)]).toEqual([width, dark, 0, []]);
      }
    await browser.close();
  });
});
