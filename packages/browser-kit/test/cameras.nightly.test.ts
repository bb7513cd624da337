import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled, launchBrowser, startSite } from '../src/index.ts';
import { type Camera } from '../src/page.ts';
import { headClip } from '../src/clips.ts';

/** What a page receives from a camera: the size of its picture, or the name of the error. */
async function openCamera(name: 'chromium' | 'firefox', camera: Camera): Promise<string> {
  const site = await startSite(() => ({ body: '<!doctype html><html lang="en"><title>Camera</title>' }));
  const browser = await launchBrowser(name, { camera });
  try {
    const page = await browser.newPage();
    await page.goto(`${site.origin}/`);
    return await page.run(async () => {
      try {
        const stream = await navigator.mediaDevices.getUserMedia({ video: true });
        const devices = await navigator.mediaDevices.enumerateDevices();
        const video = document.createElement('video');
        video.srcObject = stream;
        video.muted = true;
        await video.play();
        const cameras = devices.filter(({ kind }) => kind === 'videoinput').length;
        return `${cameras} × ${video.videoWidth} × ${video.videoHeight}`;
      } catch (error) {
        return (error as Error).name;
      }
    });
  } finally {
    await browser.close();
    await site.close();
  }
}

describe.skipIf(!isInstalled('chromium'))('cameras (Chromium)', () => {
  it('refuse, are absent, or are two', async () => {
    expect(await openCamera('chromium', 'denied')).toBe('NotAllowedError');
    expect(await openCamera('chromium', 'none')).toBe('NotFoundError');
    expect(await openCamera('chromium', { cameras: 2 })).toBe('2 × 640 × 480');
  });

  it('play a clip of a drawn head that turns, in its own size', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'countersign-clip-'));
    const clip = path.join(folder, 'head.mjpeg');
    await writeFile(clip, await headClip({ seed: 4, steps: ['left', 'up'] }));
    try {
      expect(await openCamera('chromium', { clip })).toBe('1 × 360 × 480');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe.skipIf(!isInstalled('firefox'))('cameras (Firefox)', () => {
  it('are absent', async () => {
    expect(await openCamera('firefox', 'none')).toBe('NotFoundError');
  });
});
