import { isInstalled, until } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, type FlowBench, startBench } from './support/flow-page.ts';
import { limitMs, onScreen, press } from './support/person.ts';

const offlineMs = 60_000;

describe.skipIf(!isInstalled('chromium'))('the flow without a network (Chromium)', () => {
  let bench: FlowBench;
  beforeAll(async () => {
    bench = await startBench('chromium');
  });
  afterAll(() => bench?.close());

  it('keeps the photo for a minute, in the middle of its upload, and continues by itself', async () => {
    const { page } = bench;
    const service = await bench.open({
      given: chosen,
      camera: { trembles: true },
      script: { partBytes: 40_000 },
    });
    await onScreen(page, 'F5');
    let parts = 0;
    let backAt = Number.POSITIVE_INFINITY;
    service.fault = (request) => {
      if (request === 'PATCH /uploads/:id') parts += 1;
      if (parts === 2 && backAt === Number.POSITIVE_INFINITY) backAt = performance.now() + offlineMs;
      return parts >= 2 && performance.now() < backAt ? 'lose-request' : null;
    };
    await press(page, 'Take the picture');
    const banner = 'Connection lost. Your photos are safe; we keep trying.';
    const hasBanner = (text: string) => document.querySelector('.banner')?.textContent === text;
    await until(page, { fn: hasBanner, args: [banner], limitMs });
    await expect.poll(() => performance.now() > backAt, { timeout: 2 * offlineMs }).toBe(true);
    await onScreen(page, 'F6');
    // It looks again every eight seconds at least.
    expect(performance.now() - backAt).toBeLessThan(15_000);
    expect(await page.run(hasBanner, banner)).toBe(false);
    expect([...service.script.media.values()].map(({ context }) => context)).toEqual(['document-front']);
    expect(service.requests.filter((each) => each === 'POST /uploads')).toHaveLength(1);
  });
});
