import { pathToFileURL } from 'node:url';
import { type buildInThreads, ThreadedMapper } from '@countersign/screening';
import { availableCores } from '../runtime/available-cores.ts';
import { installationFile } from '../runtime/installation-files.ts';

/** Threads that map lines; this one, which reads the lines and collects the results, is busy half as long as both together. */
const mostMapping = 2;
const script = (name: string) => (): URL => pathToFileURL(installationFile(`dist/${name}.mjs`));

/** Threads to map lines of large exports during a load; null with a single core, which threads would only share. */
export function loadingMapper(): ThreadedMapper | null {
  const cores = availableCores();
  return cores < 2
    ? null
    : new ThreadedMapper({ threads: Math.min(cores - 1, mostMapping), script: script('ftm-thread') });
}

/** Indexes names on a thread during a load, unless there is only one core. */
export const namesThread = (): Parameters<typeof buildInThreads>[2] => ({
  script: script('names-thread'),
  ...(availableCores() < 2 && { least: Infinity }),
});
