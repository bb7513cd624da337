import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { useHold } from '../parts/hold.ts';
import { Actions, Screen, Secondary } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';
import { deviceName } from './device-name.ts';

/** F2m: where the code comes from, and three numbers, one of which the computer shows. */
export function WasThisYou(): JSX.Element {
  const { words } = useSpeech();
  const { journey } = useUi();
  const { busy } = useHold();
  const { name, computer, sameNetwork, numbers } = journey.model().claim!;
  return (
    <Screen screen="F2m" title={words.claimTitle}>
      <p class="lead">{words.claimText(name)}</p>
      <div class="row row-computer">
        <Icon name="computer" />
        <p>
          <strong>{deviceName(words, computer)}</strong>
          <span class="quiet">{sameNetwork ? words.claimSame : words.claimOther}</span>
        </p>
      </div>
      <h2 id="numbers">{words.claimChoose}</h2>
      <ul class="numbers" aria-labelledby="numbers">
        {numbers.map((number) => (
          <li key={number}>
            <button
              type="button"
              class="choice"
              data-action={`number-${number}`}
              aria-disabled={busy}
              onClick={() => {
                if (!busy) void journey.confirm(number);
              }}
            >
              {number}
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet">{words.claimWarning}</p>
      <Actions>
        <Secondary action="not-me" onClick={() => void journey.confirm(null)}>
          {words.claimNot}
        </Secondary>
      </Actions>
    </Screen>
  );
}
