import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** The embedded database alone holds more than a hundred files open. */
const leastOpenFiles = 256;

/** Soft limit of open files of this process, or `null` if the system reports none. */
export function softOpenFilesLimit(): number | null {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

/** Says that the process cannot start with its limit of open files, and what to do. @param limit in force; `null`: unknown */
export const tooFewOpenFiles = (limit: number | null): string =>
  `limit of open files: must be ${leastOpenFiles} or more${limit === null ? '' : `, is ${limit}`}; raise it (ulimit -n, LimitNOFILE)`;

/** @throws ConfigError when this process may not open the files that a start needs */
export function requireOpenFiles(): void {
  const limit = softOpenFilesLimit();
  if (limit !== null && limit < leastOpenFiles) throw new ConfigError(tooFewOpenFiles(limit));
}
