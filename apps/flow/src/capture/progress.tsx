import type { JSX } from 'preact';
import { useUi } from '../parts/ui.ts';
import { useCameraSpeech } from '../words/context.ts';

/** Upload progress of a picture: over the camera picture, or below the button if there is none. */
export function Progress({ below = false }: { below?: boolean }): JSX.Element {
  const { words } = useCameraSpeech();
  const { journey } = useUi();
  const { progress } = journey.model();
  return (
    <div class={below ? 'file-note' : 'view-note'}>
      <span>{progress === null ? words.checking : words.sending}</span>
      <progress max={1} {...(progress === null ? {} : { value: progress })} aria-label={words.sending} />
    </div>
  );
}
