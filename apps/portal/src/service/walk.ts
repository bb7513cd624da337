import { useEffect } from 'react';

/** A page of a list that the reader works through: its address, and its sessions in order. */
export interface Walk {
  to: '/sessions' | '/screening';
  search: Readonly<Record<string, string | undefined>>;
  ids: readonly string[];
  /** Cursor of the next page; `null` on the last one. */
  next: string | null;
}

/** In memory only, because filters may contain a name. */
let present: Walk | null = null;

/** The list seen last; `null` if there is none. */
export const presentWalk = (): Walk | null => present;

/** Discards the list: a sign-out leaves nothing behind. */
export const forgetWalk = (): void => {
  present = null;
};

/** Keeps the current list for the pages of its sessions. */
export function useWalk({ to, search, ids, next }: Walk): void {
  useEffect(() => {
    present = { to, search, ids, next };
  });
}
