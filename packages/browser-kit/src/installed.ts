import { existsSync } from 'node:fs';
import path from 'node:path';
import programs from './programs.json' with { type: 'json' };

/** The browser engines that tests run in; `webkit` is the engine of Safari. */
export type BrowserName = keyof typeof programs;

/** All engines, starting with the one that has the deepest tests. */
export const browserNames: readonly BrowserName[] = ['chromium', 'firefox', 'webkit'];

const find = (names: readonly string[], env: NodeJS.ProcessEnv = process.env): string | null => {
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  const places = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
};

/** Absolute paths of the programs that a browser needs, in the order of `programs.json`; null where one is missing. */
export function findPrograms(name: BrowserName): string[] | null {
  const found = programs[name].programs.map((names) => find(names));
  return found.every((place) => place !== null) ? found : null;
}

/**
 * Absolute path of Chromium's engine without the browser around it, for daytime tests; null if it is missing, and in nightly
 * runs.
 * @see docs/decisions/0175-use-headless-chromium-by-day-and-ocr-only-in-tests-about.md
 */
export const findShell = (env: NodeJS.ProcessEnv = process.env): string | null =>
  env['VITEST'] !== undefined && env['NIGHTLY'] !== '1' ? find(['chromium-headless-shell'], env) : null;

/**
 * Whether tests in this browser can run on this machine.
 * @see tools/environment.mjs, which reports the ones that are missing
 */
export const isInstalled = (name: BrowserName): boolean => findPrograms(name) !== null;
