import type { FlowHandoff } from '@countersign/contract';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Actions, Primary, Screen, Secondary } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import type { Shown } from '../screens/which-screen.ts';
import { useSpeech } from '../words/context.ts';
import { CodePicture } from './code-picture.tsx';
import { CopiedLink, useCopyLink } from './copied-link.tsx';
import { deviceName } from './device-name.ts';
import { Mirror } from './mirror.tsx';
import { useCode } from './use-code.ts';

type OfComputer = Extract<FlowHandoff, { side: 'computer' }>;

/** F2 and F2w: the code, the number, and the phone's progress; this part of the page is loaded when a phone is requested. */
export function UsePhone({ shown }: { shown: Shown }): JSX.Element {
  const { journey } = useUi();
  const { handoff } = journey.model().state!;
  if (shown.screen === 'F2w') return <Mirror />;
  if (handoff?.side === 'computer' && handoff.stage === 'claimed')
    return <NumberToChoose handoff={handoff} />;
  return handoff?.side === 'computer' && handoff.stage === 'missed' ? <Missed /> : <CodeToScan />;
}

/** Continues on this device; the codes become void. */
function useHere(): () => void {
  const { set } = useUi();
  return () => set({ phone: 'here' });
}

function CodeToScan(): JSX.Element {
  const { words } = useSpeech();
  const { local } = useUi();
  const goOnHere = useHere();
  const url = useCode();
  const { link, copy } = useCopyLink();
  return (
    <Screen screen="F2" title={local.computer ? words.onPhone : words.otherDevice}>
      <p class="lead">{words.phoneScan}</p>
      <div class="code">
        {url === null ? (
          <span class="spinner" aria-hidden="true" />
        ) : (
          <CodePicture text={url} label={words.phoneCode} />
        )}
      </div>
      {url !== null && (
        <svg key={url} class="code-time" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
          <rect class="track" width="100" height="2" />
          <rect class="done" width="100" height="2" />
        </svg>
      )}
      <p class="quiet centred">{words.phoneRenewed}</p>
      <CopiedLink link={link} />
      <Actions>
        <Secondary action="copy-link" onClick={() => void copy()}>
          <Icon name="link" />
          {link === null ? words.phoneCopy : words.copyLink}
        </Secondary>
        <Primary quiet onClick={goOnHere}>
          {words.phoneNot}
        </Primary>
      </Actions>
    </Screen>
  );
}

function NumberToChoose({
  handoff: { number, device },
}: {
  handoff: Extract<OfComputer, { stage: 'claimed' }>;
}): JSX.Element {
  const { words } = useSpeech();
  const { journey, announce } = useUi();
  const goOnHere = useHere();
  useEffect(() => announce.polite(`${words.numberTitle}${words.colon}${number}`), [number]);
  return (
    <Screen key="number" screen="F2" title={words.numberTitle}>
      <p class="number">{number}</p>
      <p class="lead">{words.numberText(deviceName(words, device))}</p>
      <p class="quiet">{words.numberNot}</p>
      <Actions>
        <Primary quiet onClick={() => void journey.withdraw()}>
          {words.newCode}
        </Primary>
        <Secondary action="here" onClick={goOnHere}>
          {words.phoneNot}
        </Secondary>
      </Actions>
    </Screen>
  );
}

/** After a wrong number: a new code if one may be offered, otherwise only this device. */
function Missed(): JSX.Element {
  const { words } = useSpeech();
  const { journey } = useUi();
  const goOnHere = useHere();
  const mayOffer = journey.model().state!.rules.handoff !== 'off';
  return (
    <Screen key="missed" screen="F2" title={words.missedTitle}>
      <div class="figure">
        <Icon name="warn" />
      </div>
      <p class="lead">{mayOffer ? words.missedText : words.missedLast}</p>
      <Actions>
        {mayOffer && <Primary onClick={() => void journey.withdraw()}>{words.newCode}</Primary>}
        {mayOffer ? (
          <Secondary action="here" onClick={goOnHere}>
            {words.phoneNot}
          </Secondary>
        ) : (
          <Primary onClick={goOnHere}>{words.phoneNot}</Primary>
        )}
      </Actions>
    </Screen>
  );
}
