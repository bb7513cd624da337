import { useEffect } from 'react';

/** The page of a list that somebody works through: where it is, and its sessions in their order. */
export interface Walk {
  to: '/sessions' | '/screening';
  search: Readonly<Record<string, string | undefined>>;
  ids: readonly string[];
  /** Cursor of the page behind it; `null` on the last one. */
  next: string | null;
}

/** It lives in memory only: filters may hold a name. */
let present: Walk | null = null;

/** The list that was seen last; `null` where none was. */
export const presentWalk = (): Walk | null => present;

/** Forgets it: whoever signs out leaves nothing behind. */
export const forgetWalk = (): void => {
  present = null;
};

/** Keeps the list that is shown for the pages of its sessions. */
export function useWalk({ to, search, ids, next }: Walk): void {
  useEffect(() => {
    present = { to, search, ids, next };
  });
}
