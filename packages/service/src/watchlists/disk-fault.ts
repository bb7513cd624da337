import { RefusedSource } from '@countersign/screening';

const wordsOf: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and load again',
  EDQUOT: 'the disk quota is used up; raise it or free some space, and load again',
  EROFS: 'the file system is read-only; mount it writable and load again',
  EACCES: 'this user may not; set the owner of the directory and load again',
};

/** Why something cannot be loaded: what is wrong with it, or the file system's error; `null` for a bug. */
export function loadFault(error: unknown): string | null {
  return error instanceof RefusedSource ? error.message : diskFault(error);
}

/** Describes a file system error that prevents a load; `null` for any other error. */
export function diskFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null;
  const { code, syscall } = error;
  if (typeof code !== 'string') return null;
  return `watchlist directory: must be readable and writable: ${wordsOf[code] ?? `${String(syscall)} failed`} (${code})`;
}
