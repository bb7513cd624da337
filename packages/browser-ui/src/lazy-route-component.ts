import { lazyRouteComponent as lazy } from '@tanstack/react-router';

/** Milliseconds after which the page counts as staying, because the person cancelled leaving it. */
const leavingMs = 10_000;

let leftAt: number | null = null;

/** Records that the page is being left. */
function watchLeaving(): void {
  if (leftAt !== null) return;
  leftAt = -leavingMs;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
}

/**
 * A screen that is loaded on demand. If a screen fails to load, the router reloads the page; a page that is being left must not
 * do that, because the reload would replace the navigation.
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
