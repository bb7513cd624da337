import type { Driver } from './driver.ts';

/** One state of one screen. */
export interface Shot {
  name: string;
  path: string;
  /** A text that shows that the screen is there. */
  shows: string;
  /** What is done before it is photographed. */
  act?: (driver: Driver) => Promise<void>;
}

/** A screen as it is once it is there. @param path below `/portal/` */
export const at = (name: string, path: string, shows: string): Shot => ({
  name,
  path: `/portal/${path}`,
  shows,
});
