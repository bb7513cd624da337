import { pathToFileURL } from 'node:url';
import { type buildInThreads, ThreadedMapper } from '@countersign/screening';
import { availableCores } from '../runtime/available-cores.ts';
import { installationFile } from '../runtime/installation-files.ts';

/** Threads that map lines; this one, which reads the lines and takes what becomes of them, is busy half as long as both together. */
const mostMapping = 2;
const script = (name: string) => (): URL => pathToFileURL(installationFile(`dist/${name}.mjs`));

/** Where a load maps lines of large exports: null where there is one core, which threads would only share. */
export function loadingMapper(): ThreadedMapper | null {
  const cores = availableCores();
  return cores < 2
    ? null
    : new ThreadedMapper({ threads: Math.min(cores - 1, mostMapping), script: script('ftm-thread') });
}

/** Where a load indexes names: on a thread, unless there is one core. */
export const namesThread = (): Parameters<typeof buildInThreads>[2] => ({
  script: script('names-thread'),
  ...(availableCores() < 2 && { least: Infinity }),
});
