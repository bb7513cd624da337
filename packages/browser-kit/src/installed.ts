import { existsSync } from 'node:fs';
import path from 'node:path';
import programs from './programs.json' with { type: 'json' };

/** The engines that tests run in; `webkit` is the engine of Safari. */
export type BrowserName = keyof typeof programs;

/** All of them, the one with the deepest tests first. */
export const browserNames: readonly BrowserName[] = ['chromium', 'firefox', 'webkit'];

const find = (names: readonly string[]): string | null => {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const places = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
};

/** Absolute paths of the programs that a browser needs, in the order of `programs.json`; null where one is missing. */
export function findPrograms(name: BrowserName): string[] | null {
  const found = programs[name].programs.map(find);
  return found.every((place) => place !== null) ? found : null;
}

/**
 * Whether tests in this browser can run on this machine.
 * @see tools/environment.mjs, which reports the ones that are missing
 */
export const isInstalled = (name: BrowserName): boolean => findPrograms(name) !== null;
