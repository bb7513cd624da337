import type { ReactNode } from 'react';
import { icons } from './icons.tsx';
import type { Tone } from './mark.tsx';

interface NoteProps {
  tone: Tone;
  icon: keyof typeof icons;
  children: ReactNode;
}

/** Something to read before continuing; its colour adds nothing to its words. */
export function Note({ tone, icon, children }: NoteProps) {
  const Icon = icons[icon];
  return (
    <div className="note" data-tone={tone}>
      <Icon size={18} />
      <div>{children}</div>
    </div>
  );
}
