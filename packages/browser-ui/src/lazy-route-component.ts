import { lazyRouteComponent as lazy } from '@tanstack/react-router';

/** Milliseconds after which a page that is still there counts as not left: the person stayed. */
const leavingMs = 10_000;

let leftAt: number | null = null;

/** Records when the page is being left. */
function watchLeaving(): void {
  if (leftAt !== null) return;
  leftAt = -leavingMs;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
}

/**
 * A screen that is loaded on demand. The router reloads the page when loading a screen fails; a page that is being left must not
 * reload, because that would replace the navigation to the next page.
 */
export const lazyRouteComponent: typeof lazy = (load, name) => {
  watchLeaving();
  return lazy(async () => {
    try {
      return await load();
    } catch (error) {
      await new Promise((resolve) => setTimeout(resolve, (leftAt ?? 0) + leavingMs - performance.now()));
      throw error;
    }
  }, name);
};
