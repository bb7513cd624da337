import { type Page, until } from '@countersign/browser-kit';

/** Milliseconds that any wait of a test may take; waits end on the event. */
export const limitMs = 60_000;

/** Anything that functions can run in: a page, or a frame of it. */
export type Place = Pick<Page, 'run'>;

/** The first frame of a page. */
export const frameOf = (page: Page): Place => ({
  run: (fn, ...args) => page.runInFrame(0, fn, ...args),
});

/** Waits until one of the screens is shown and nothing is being waited for; returns its name. */
export const onScreen = (place: Place, ...screens: string[]): Promise<string | null> =>
  until(place, {
    fn: (wanted: string[]) => {
      const main = document.querySelector('main');
      const screen = main?.getAttribute('data-screen') ?? null;
      const isReady = screen !== null && wanted.includes(screen) && main?.hasAttribute('data-busy') === false;
      return isReady ? screen : null;
    },
    args: [screens],
    limitMs,
  });

/** What ended, on the screen F12. @see spec/contract.md A-273 */
export const endOf = (place: Place): Promise<string | null> =>
  place.run(() => document.querySelector('main')?.getAttribute('data-end') ?? null);

/** Clicks the button whose accessible name is given. */
export const press = (place: Place, name: string): Promise<boolean> =>
  until(place, {
    fn: (wanted: string) => {
      const nameOf = (each: Element) => each.getAttribute('aria-label') ?? each.textContent.trim();
      const found = [...document.querySelectorAll<HTMLElement>('button, a, label')].find(
        (each) => nameOf(each) === wanted && each.getAttribute('aria-disabled') !== 'true',
      );
      found?.click();
      return found !== undefined;
    },
    args: [name],
    limitMs,
  });

/** Clicks what a selector finds in the screen, in any language. */
export const pressThe = (place: Place, selector: string): Promise<boolean> =>
  until(place, {
    fn: (wanted: string) => {
      const found = document.querySelector<HTMLElement>(wanted);
      if (!found || found.getAttribute('aria-disabled') === 'true') return false;
      found.click();
      return true;
    },
    args: [selector],
    limitMs,
  });

/** Text of the screen that is shown. */
export const textOf = (place: Place): Promise<string> =>
  place.run(() => document.querySelector('main')!.innerText);

/** Chooses a file for the picture that is wanted. */
export const chooseFile = (
  place: Place,
  file: { name: string; type: string; base64: string },
): Promise<void> =>
  place.run(({ name, type, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name, { type }));
    const input = document.querySelector<HTMLInputElement>('[data-context]')!;
    input.files = data.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, file);

/** Hides the page, or shows it again, as a browser does when another one is in front. */
export const see = (place: Place, isHidden: boolean): Promise<boolean> =>
  place.run((value: boolean) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    return document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
