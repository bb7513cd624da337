import type { Driver } from './driver.ts';

/** A screen in one of its states. */
export interface Shot {
  name: string;
  path: string;
  /** A text that appears when the screen is ready. */
  shows: string;
  /** Actions before the screenshot. */
  act?: (driver: Driver) => Promise<void>;
}

/** A screen as it first appears. @param path below `/portal/` */
export const at = (name: string, path: string, shows: string): Shot => ({
  name,
  path: `/portal/${path}`,
  shows,
});
