import { type Page, until } from '@countersign/browser-kit';

/** Milliseconds that a screen may take to appear. */
export const limitMs = 60_000;

/** Waits for one of the screens, ready for the person; returns its name. */
export const onScreen = (page: Pick<Page, 'run'>, ...screens: string[]) =>
  until(page, {
    fn: (wanted: string[]) => {
      const main = document.querySelector<HTMLElement>('main');
      const screen = main?.dataset['screen'] ?? '';
      return wanted.includes(screen) && main?.dataset['busy'] === undefined ? screen : null;
    },
    args: [screens],
    limitMs,
  });

/** Clicks what a selector finds in the screen, once it can be. */
export const click = (page: Pick<Page, 'run'>, selector = '[data-primary]') =>
  until(page, {
    fn: (wanted: string) => {
      const found = document.querySelector<HTMLElement>(`main ${wanted}`);
      if (!found || found.getAttribute('aria-disabled') === 'true') return false;
      found.click();
      return true;
    },
    args: [selector],
    limitMs,
  });
