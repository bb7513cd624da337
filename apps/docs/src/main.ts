// Runs on every page: search, copy buttons, the port in use, and on the front page whether the service is ready.
import { copyButtons } from './copy.ts';
import { nameOwnAddress } from './own-address.ts';
import { search } from './search.ts';
import { showState } from './state.ts';

nameOwnAddress(location);
copyButtons();
search();
void showState();
if (document.getElementById('keys') !== null) tryIt(import('./try-it.ts'));

/**
 * The forms of the reference. A form submitted before its code has loaded waits for it; otherwise the browser would reload the
 * page.
 */
function tryIt(loading: Promise<{ send: (form: HTMLFormElement) => Promise<void> }>): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.try form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void loading.then(({ send }) => send(form));
    });
}
