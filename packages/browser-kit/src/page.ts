/** Keys that tests press, by their DOM names. */
export type Key = 'Tab' | 'Escape' | 'Enter' | ' ';

/** Size in CSS pixels. */
export interface Viewport {
  width: number;
  height: number;
}

/** A function that runs in a page; arguments and result are JSON values. */
export type PageFunction<Args extends unknown[], Result> = (...args: Args) => Result | Promise<Result>;

/** A browser tab. Functions passed to it are sent as text, so they see only the page's globals and their arguments. */
export interface Page {
  /** Loads a URL and waits for its load event. */
  goto(url: string): Promise<void>;
  /** Runs a script in every later document of the page, before the page's own scripts. Not in WebKit. */
  beforeLoad(script: string): Promise<void>;
  /** Runs a function in the page. @throws Error with the page's message when it throws */
  run<Args extends unknown[], Result>(fn: PageFunction<Args, Result>, ...args: Args): Promise<Result>;
  /** Runs a function in a frame of the page. @param index 0 is the first frame in document order */
  runInFrame<Args extends unknown[], Result>(
    index: number,
    fn: PageFunction<Args, Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs a script in the page, regardless of its security policy. */
  runText(script: string): Promise<void>;
  /** Presses and releases a key on the focused element. */
  press(key: Key, options?: { shift?: boolean }): Promise<void>;
  /** Clicks a point of the viewport, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  /** Sets the viewport size; `touch` emulates a phone: touch input and no hover. Chromium only. */
  setViewport(viewport: Viewport & { touch?: boolean }): Promise<void>;
  /** Sets the person's preferences: dark colours, reduced motion. Chromium only. */
  setPreferences(preferences: { dark: boolean; stillness: boolean }): Promise<void>;
  /** Takes a PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /**
   * Adds a virtual authenticator that creates and uses passkeys without a prompt; `verifies` sets whether user verification
   * succeeds. Chromium only.
   */
  addAuthenticator(device: { verifies: boolean }): Promise<void>;
  /** Slows down network and processor. Chromium only. */
  throttle(profile: Throttle): Promise<void>;
  /** Disconnects the page from the network or reconnects it. Chromium only. */
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

/** How much a page is slowed down. */
export interface Throttle {
  /** Added to every request, in milliseconds. */
  latencyMs: number;
  /** In both directions. */
  kbitPerSecond: number;
  /** How many times slower the processor is; at least 1. */
  cpu: number;
}

/** A slow phone on a slow network. */
export const slowPhone: Throttle = { latencyMs: 400, kbitPerSecond: 400, cpu: 4 };

/** A running browser with a fresh profile. */
export interface Browser {
  newPage(): Promise<Page>;
  /** Closes the browser and removes its profile. */
  close(): Promise<void>;
}

/**
 * What pages get from `getUserMedia`. `fake`: one moving test picture; `denied`: every request is refused; `none`: there is no
 * camera. `clip`: absolute path of a file that plays in a loop (`.mjpeg` or `.y4m`), Chromium only. `cameras`: the number of
 * cameras that show test pictures, Chromium only.
 */
export type Camera = 'fake' | 'denied' | 'none' | { clip: string } | { cameras: number };

/** Source text of a call, for drivers that take text. */
export const callText = (fn: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `(${String(fn)})(...${JSON.stringify(args)})`;

/** Messages of drivers when a document is replaced while a function runs in it. */
const leftDocument =
  /Execution context was destroyed|Cannot find context|Execution context is not available|navigated or closed|detached Frame|no such frame|destroyed before query/i;

/** The result of a function in the current document; `undefined` if that document is being replaced. */
async function runIfThere<Args extends unknown[], Result>(
  page: Pick<Page, 'run'>,
  { fn, args }: { fn: PageFunction<Args, Result>; args: Args },
): Promise<Result | undefined> {
  try {
    return await page.run(fn, ...args);
  } catch (error) {
    if (leftDocument.test(String(error))) return undefined;
    throw error;
  }
}

/**
 * Polls a page until a function returns a truthy value, and returns it. If the document is replaced meanwhile, polling continues
 * in the next one.
 * @param limitMs default 60000
 * @throws Error with the last value when the limit has passed
 */
export async function until<Args extends unknown[], Result>(
  page: Pick<Page, 'run'>,
  { fn, args, limitMs = 60_000 }: { fn: PageFunction<Args, Result>; args: Args; limitMs?: number },
): Promise<Result> {
  const start = performance.now();
  for (;;) {
    const value = await runIfThere(page, { fn, args });
    if (value) return value;
    const waited = performance.now() - start;
    if (waited > limitMs)
      throw new Error(`${String(fn)}: must become true within ${limitMs} ms; is ${JSON.stringify(value)}`);
    // Polling too often takes the processor from whatever is awaited.
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(waited / 8, 20), 100)));
  }
}
