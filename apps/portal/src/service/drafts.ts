import { useState } from 'react';
import { useMe } from './use-me.ts';

/** Unsent input, by person and place; in memory only. */
const drafts = new Map<string, string>();

/** Discards all drafts: a sign-out leaves nothing behind. */
export const forgetDrafts = (): void => drafts.clear();

/** A text that is kept until it is sent, even when its dialog is closed and reopened. */
export function useDraft(place: string): { text: string; write: (text: string) => void; sent: () => void } {
  const { user } = useMe();
  const key = `${user.id} ${place}`;
  const [text, setText] = useState(drafts.get(key) ?? '');
  return {
    text,
    write: (next) => {
      drafts.set(key, next);
      setText(next);
    },
    sent: () => void drafts.delete(key),
  };
}
