/**
 * The cost of camera frames on a slow phone: how long the analysis of a frame blocks the page, and whether any task blocks it for
 * 50 ms. The camera is the browser's moving test picture, which is never sharp and still enough to be taken.
 */
import { launchBrowser, until } from '@countersign/browser-kit';
import type { TestService } from '../src/test-service.ts';

/** Factor by which the processor is slowed down. */
export const slowdown = 6;
const limitMs = 60_000;

interface Watched {
  /** Milliseconds for which each measured frame blocked the page: the timer that reads it and the worker's response. */
  frames: number[];
  /** Milliseconds from sending a frame to the worker until its response. The page is not slowed down, because the browser cannot slow workers. */
  answers: number[];
  /** Durations of all tasks of 50 ms or more during the measurement, in milliseconds. */
  tasks: number[];
}

/** Runs before the page's scripts. Times every repeated call and the handling of a worker's response to it. */
const watchTimers = () => {
  const watched: Watched = { frames: [], answers: [], tasks: [] };
  // Time spent in the timer since the last response.
  let looking = 0;
  Object.assign(globalThis, { watched });
  const repeat = setInterval;
  globalThis.setInterval = ((call: () => void, ms?: number) =>
    repeat(() => {
      const beganAt = performance.now();
      call();
      looking += performance.now() - beganAt;
    }, ms)) as unknown as typeof setInterval;
  let sentAt = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function send(this: Worker, ...given: unknown[]) {
    sentAt = performance.now();
    (post as (...all: unknown[]) => void).apply(this, given);
  };
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function add(this: Worker, type: string, call: (event: Event) => void) {
    listen.call(this, type, (event) => {
      const beganAt = performance.now();
      watched.answers.push(beganAt - sentAt);
      call(event);
      watched.frames.push(looking + performance.now() - beganAt);
      looking = 0;
    });
  } as typeof listen;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: 'longtask' });
};

/** Measures every analysed frame and every long task for some seconds on the first camera screen. */
export async function watchFrames(service: TestService, seconds: number): Promise<Watched> {
  const { client } = await service.integrate();
  const created = await client.call<{ verification: { url: string } }>({
    method: 'POST',
    path: '/sessions',
    body: { verification: { document: { country: 'CO', type: 'PASSPORT' } } },
    sign: null,
  });
  const browser = await launchBrowser('chromium', { camera: 'fake' });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 390, height: 844, touch: true });
    await page.beforeLoad(`(${String(watchTimers)})();`);
    await page.goto(created.body.verification.url);
    // Clicks the primary action of every screen until the camera shows its picture.
    await until(page, {
      fn: () => {
        const main = document.querySelector<HTMLElement>('main');
        const isLive = (document.querySelector('video')?.readyState ?? 0) >= 2;
        if (main?.dataset['screen'] === 'F5') return isLive;
        if (main && main.dataset['busy'] === undefined)
          document.querySelector<HTMLElement>('main [data-primary]')?.click();
        return false;
      },
      args: [],
      limitMs,
    });
    await pause(seconds / 2);
    const { answers } = await page.run(() => (globalThis as unknown as { watched: Watched }).watched);
    await page.throttle({ latencyMs: 0, kbitPerSecond: 100_000, cpu: slowdown });
    await page.run(() => {
      const { watched } = globalThis as unknown as { watched: Watched };
      watched.frames.length = 0;
      watched.tasks.length = 0;
    });
    await pause(seconds);
    const slow = await page.run(() => (globalThis as unknown as { watched: Watched }).watched);
    return { ...slow, answers };
  } finally {
    await browser.close();
  }
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

/** Returns the rows' note on how they were measured. */
export const framesNote = (count: number): string => `${count} frames, processor ÷ ${slowdown}`;
