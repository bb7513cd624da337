import { isInstalled, until } from '@countersign/browser-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosen, type FlowBench, startBench } from './support/flow-page.ts';
import { limitMs, onScreen, press } from './support/person.ts';

describe.skipIf(!isInstalled('chromium'))('the flow on a device with three cameras (Chromium)', () => {
  let bench: FlowBench;
  beforeAll(async () => {
    bench = await startBench('chromium', { cameras: 3 });
  });
  afterAll(() => bench?.close());

  /** The camera that is open, once it shows something and is another one than that given. */
  const lens = (not: string | null) =>
    until(bench.page, {
      fn: (other: string | null) => {
        const video = document.querySelector('video');
        const [track] = (video?.srcObject as MediaStream | null)?.getVideoTracks() ?? [];
        const id = track?.getSettings().deviceId;
        return track?.readyState === 'live' && video!.videoWidth > 0 && id !== other ? id : null;
      },
      args: [not],
      limitMs,
    });

  it('changes to each of them in turn, and stays with the one chosen for the next picture', async () => {
    const { page } = bench;
    await bench.open({
      given: (service) => {
        chosen(service);
        service.inject = '';
      },
    });
    await onScreen(page, 'F5');
    const seen = [await lens(null)];
    for (let count = 0; count < 3; count += 1) {
      await press(page, 'Switch camera');
      seen.push(await lens(seen.at(-1)!));
    }
    expect(new Set(seen.slice(0, 3)).size).toBe(3);
    expect(seen[3]).toBe(seen[0]);
    await press(page, 'Switch camera');
    const wanted = await lens(seen[3]!);
    await press(page, 'Take the picture');
    await onScreen(page, 'F6');
    expect(await lens(null)).toBe(wanted);
  });
});
