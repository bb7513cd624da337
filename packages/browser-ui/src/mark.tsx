import type { ReactNode } from 'react';

/** Colours of states; the word beside them carries the same meaning. */
export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'idle';

/** A state: a coloured dot and its word. */
export const Mark = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="mark" data-tone={tone}>
    {children}
  </span>
);
