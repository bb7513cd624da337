// A person who completes the flow in a real browser while things go wrong.
// The person looks at the screen and does what it offers, whatever the screen is, so a journey that ends has found its own way
// out of every fault. Faults and the person's other actions are random: reloading, closing the page and opening the link again,
// opening a second page. The number of steps is limited, so a page that leads in circles fails the journey.
import type { Browser, Page } from '@countersign/browser-kit';

/** What a person may do besides what the screen offers. */
export const interruptions = ['reload', 'reopen', 'second-page'] as const;
export type Interruption = (typeof interruptions)[number];

/** Random numbers from 0 to 1, the same for the same seed. */
export type Chance = () => number;

export interface JourneyOptions {
  browser: Browser;
  /** The session link. */
  url: string;
  chance: Chance;
  /** Probability of an interruption at each step. */
  interruptionRate: number;
  /** Script that runs before the page's own. */
  script: string;
  limitMs: number;
}

export interface JourneyEnd {
  /** `submitted`: the page showed that everything was sent. */
  end: 'submitted' | 'stuck' | 'failed';
  /** Screens in the order in which they appeared. */
  screens: string[];
  interruptions: Interruption[];
  seconds: number;
  /** The last observation, if the journey did not end well. */
  last: string;
}

interface Seen {
  screen: string;
  /** The kind of end, on `F12`. */
  end: string;
  text: string;
}

/**
 * Runs in the page: performs one action that the screen offers; does nothing while the page waits for the service or its camera.
 */
function act(wish: number): Seen {
  const main = document.querySelector<HTMLElement>('main');
  const screen = main?.dataset['screen'] ?? '';
  const end = main?.dataset['end'] ?? '';
  const seen = { screen, end, text: (document.body.textContent ?? '').replace(/\s+/g, ' ').slice(0, 160) };
  if (main === null || main.dataset['busy'] !== undefined) return seen;
  const find = (selector: string) => main.querySelector<HTMLElement>(selector);
  const isLive = (document.querySelector('video')?.readyState ?? 2) >= 2;
  const wished = { F3: 'ID_CARD', F5q: wish < 0.5 ? 'use-anyway' : '' }[screen] ?? '';
  const target = find(`[data-action="${wished}"]`) ?? find('[data-primary]');
  const waits = ['F5', 'F6', 'F7'].includes(screen) && (!isLive || wish < 0.7);
  const goesOn = ['elsewhere', 'left', 'declined'].includes(end);
  const ends = ['F10', 'F11', 'F12'].includes(screen) && !goesOn;
  if (target !== null && !waits && !ends && target.getAttribute('aria-disabled') !== 'true') target.click();
  return seen;
}

/** Real people do not reopen a link indefinitely. */
const mostInterruptions = 4;
/** `complete`: reopened after the decision. */
const isSubmitted = ({ screen, end }: Seen) => screen === 'F10' || screen === 'F11' || end === 'complete';
/** Dead ends: the link of a session that is still taking pictures must not show them. */
const deadEnds = new Set(['unknown', 'expired', 'abandoned', 'finished']);

/** Takes one person to the end of the flow. @see docs/guides/flow.md, "Trying it" */
export async function runJourney(options: JourneyOptions): Promise<JourneyEnd> {
  const { browser, url, chance, interruptionRate, script, limitMs } = options;
  const beganAt = performance.now();
  let changedAt = beganAt;
  const journey = { screens: [] as string[], interruptions: [] as Interruption[], last: '' };
  const open: Page[] = [];
  const openPage = async () => {
    const page = await browser.newPage();
    open.push(page);
    await page.setViewport({ width: 390, height: 844, touch: true });
    await page.beforeLoad(script);
    await page.goto(url);
    return page;
  };
  const result = (end: JourneyEnd['end']): JourneyEnd => ({
    ...journey,
    end,
    seconds: (performance.now() - beganAt) / 1_000,
  });
  try {
    let page = await openPage();
    while (performance.now() - beganAt < limitMs) {
      // While the page loads its next document there is nothing to see.
      const seen = await page.run(act, chance()).catch(() => null);
      if (seen !== null && seen.screen !== '') {
        if (journey.screens.at(-1) !== seen.screen) {
          journey.screens.push(seen.screen);
          changedAt = performance.now();
        }
        const since = ((performance.now() - changedAt) / 1_000).toFixed(0);
        journey.last = `${seen.screen} since ${since} s: ${seen.text}`;
        if (isSubmitted(seen)) return result('submitted');
        if (deadEnds.has(seen.end)) return result('failed');
      }
      if (journey.interruptions.length < mostInterruptions && chance() < interruptionRate)
        page = await interrupt({ page, openPage, url }, chance, journey.interruptions);
      await new Promise((resolve) => setTimeout(resolve, 120));
    }
    return result('stuck');
  } catch (error) {
    journey.last = `${journey.last}: ${error instanceof Error ? error.message : String(error)}`;
    return result('failed');
  } finally {
    await Promise.all(open.map((page) => page.close().catch(() => {})));
  }
}

interface Place {
  page: Page;
  openPage: () => Promise<Page>;
  url: string;
}

/** @returns the page on which the person continues */
async function interrupt(
  { page, openPage, url }: Place,
  chance: Chance,
  followed: Interruption[],
): Promise<Page> {
  const interruption = interruptions[Math.floor(chance() * interruptions.length)] ?? 'reload';
  followed.push(interruption);
  if (interruption === 'reload') {
    await page.goto(url);
    return page;
  }
  if (interruption === 'reopen') await page.close();
  return openPage();
}
