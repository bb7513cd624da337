import type { JSX } from 'preact';
import { Contact } from '../parts/brand-text.tsx';
import { OtherDevice } from '../parts/other-device.tsx';
import { Actions, Primary, Screen } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

/** F14: tips, and switching devices. */
export function Help(): JSX.Element {
  const { words } = useSpeech();
  const { set } = useUi();
  return (
    <Screen screen="F14" title={words.helpTitle}>
      <ul class="tips">
        {words.helpTips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <Contact />
      <OtherDevice />
      <Actions>
        <Primary always onClick={() => set({ overlay: null })}>
          {words.goOn}
        </Primary>
      </Actions>
    </Screen>
  );
}

/** F14 after a failure of the service or of this page; nothing is lost. */
export function Failed({
  reference,
  onRestore,
}: {
  reference: string | null;
  onRestore: () => void;
}): JSX.Element {
  const { words } = useSpeech();
  return (
    <Screen screen="F14" title={words.failedTitle}>
      <p class="lead">{words.failedText}</p>
      {reference !== null && (
        <p class="quiet">
          {words.reference}: <code dir="ltr">{reference}</code>
        </p>
      )}
      <Contact />
      <Actions>
        <Primary onClick={onRestore}>{words.restore}</Primary>
      </Actions>
    </Screen>
  );
}
