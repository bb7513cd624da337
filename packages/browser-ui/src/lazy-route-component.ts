import { lazyRouteComponent as lazy } from '@tanstack/react-router';

/** Milliseconds after which a page that was to be left is still there, because the person stayed. */
const leavingMs = 10_000;

let leftAt: number | null = null;

/** Notes when the page is left. */
function watchLeaving(): void {
  if (leftAt !== null) return;
  leftAt = -leavingMs;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
}

/**
 * A screen that is loaded when it is wanted. The router loads the page anew when a screen does not arrive; a page that is just being
 * left must not do so, because that would take the place of the page that the person goes to.
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
