import type { JSX } from 'preact';
import { mayPassOn } from '../screens/which-screen.ts';
import { useSpeech } from '../words/context.ts';
import { Icon } from './icon.tsx';
import { Secondary } from './screen.tsx';
import { useUi } from './ui.ts';

/** A button that leads to the code for a phone. */
export function PassOn(): JSX.Element {
  const { words } = useSpeech();
  const { local, set } = useUi();
  return (
    <Secondary action="phone" onClick={() => set({ phone: 'wanted', overlay: null })}>
      <Icon name="phone" />
      {local.computer ? words.onPhone : words.otherDevice}
    </Secondary>
  );
}

/** The same as an action of a screen: only on computers, if the integration allows it. */
export function PassOnFromComputer(): JSX.Element | null {
  const { journey, local } = useUi();
  return local.computer && mayPassOn(journey.model()) ? <PassOn /> : null;
}
