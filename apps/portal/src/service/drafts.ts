import { useState } from 'react';
import { useMe } from './use-me.ts';

/** What was typed and not sent, by person and place. It lives in memory only. */
const drafts = new Map<string, string>();

/** Forgets all of them: whoever signs out leaves nothing behind. */
export const forgetDrafts = (): void => drafts.clear();

/** A text that is still there when its dialog is opened again, until it was sent. */
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
