import type { JSX } from 'preact';
import { useSpeech } from '../words/context.ts';
import { Secondary } from './screen.tsx';
import { useUi } from './ui.ts';

/** Cancels repeating something that already exists. */
export function KeepWhatIsThere(): JSX.Element | null {
  const { words } = useSpeech();
  const { local, set } = useUi();
  return local.editing === null ? null : (
    <Secondary action="back" plain onClick={() => set({ editing: null, retaking: null })}>
      {words.back}
    </Secondary>
  );
}
