import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Actions, Primary, Screen } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';
import { deviceName } from './device-name.ts';
import { mirroredSteps } from './mirrored-steps.ts';

/** F2w: the phone's progress, and a way to continue on this device. */
export function Mirror(): JSX.Element {
  const { words } = useSpeech();
  const { journey, announce, set } = useUi();
  const state = journey.model().state!;
  const { handoff } = state;
  const steps = mirroredSteps(state, words);
  const now = steps.find((step) => step.state === 'now')?.label ?? null;
  const device = handoff !== null && 'device' in handoff ? handoff.device : null;
  useEffect(() => {
    if (now !== null) announce.polite(words.mirrorNow(now));
  }, [now]);
  const goOnHere = () => {
    // Otherwise the code would be shown next.
    set({ phone: 'here' });
    void journey.takeOver();
  };
  return (
    <Screen screen="F2w" title={words.mirrorTitle}>
      <p class="lead">
        {words.mirrorText(device === null ? words.deviceUnknown : deviceName(words, device))}
      </p>
      <ol class="mirror">
        {steps.map(({ label, state: at }) => (
          <li key={label} class={`mirror-${at}`} {...(at === 'now' ? { 'aria-current': 'step' } : {})}>
            <span class="mirror-mark">{at === 'done' && <Icon name="check" />}</span>
            <span>{label}</span>
            {at !== 'later' && (
              <span class="quiet">{at === 'done' ? words.mirrorDone : words.mirrorOnPhone}</span>
            )}
          </li>
        ))}
      </ol>
      <Actions>
        <p class="quiet">{words.mirrorKept}</p>
        <Primary quiet onClick={goOnHere}>
          {words.mirrorHere}
        </Primary>
      </Actions>
    </Screen>
  );
}
