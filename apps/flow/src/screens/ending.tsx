import type { JSX } from 'preact';
import { BrandText } from '../parts/brand-text.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Actions, Primary, Screen, Secondary } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';
import type { EndKind } from './which-screen.ts';

/** F10: the service is processing; the person may leave. */
export function Checking(): JSX.Element {
  const { words } = useSpeech();
  const { journey, finish } = useUi();
  const { session, client } = journey.model().state!;
  const isReview = session.status === 'review';
  return (
    <Screen screen="F10" title={isReview ? words.reviewingTitle : words.checkingTitle}>
      <div class="figure">
        <span class="spinner" aria-hidden="true" />
      </div>
      <p class="lead">{isReview ? words.reviewingText : words.checkingText}</p>
      <p>{words.mayLeave(client.name)}</p>
      <Actions>
        <Primary onClick={finish}>{words.finishNow}</Primary>
      </Actions>
    </Screen>
  );
}

/** Readable host name of a callback; `null` when there is none. */
const hostNameOf = (callback: string | null | undefined): string | null => {
  try {
    return callback ? new URL(callback).host : null;
  } catch {
    // The service validates addresses; an invalid one is ignored.
    return null;
  }
};

/** Host name of the callback to open at the end; null inside a frame and on a phone that took over. */
function useWayOut(): string | null {
  const { journey, host } = useUi();
  const { state } = journey.model();
  return host.framed || state?.handoff?.side === 'phone' ? null : hostNameOf(state?.client.callback);
}

/** F11: done, with one button. A phone that took over leads back to the computer. */
export function Done(): JSX.Element {
  const { words } = useSpeech();
  const { journey, finish } = useUi();
  const wayOut = useWayOut();
  if (journey.model().state!.handoff?.side === 'phone') return <BackToComputer onFinish={finish} />;
  return (
    <Screen screen="F11" title={words.doneTitle}>
      <div class="figure figure-good">
        <Icon name="check" />
      </div>
      <p class="lead">{words.doneText(journey.model().state!.client.name)}</p>
      <BrandText name="nextStep" />
      {wayOut !== null && <p class="quiet">{words.finishAt(wayOut)}</p>}
      <Actions>
        <Primary onClick={finish}>{words.finish}</Primary>
      </Actions>
    </Screen>
  );
}

function BackToComputer({ onFinish }: { onFinish: () => void }): JSX.Element {
  const { words } = useSpeech();
  return (
    <Screen screen="F11" title={words.phoneDoneTitle}>
      <div class="figure figure-good">
        <Icon name="computer" />
      </div>
      <p class="lead">{words.phoneDoneText}</p>
      <Actions>
        <Primary onClick={onFinish}>{words.finish}</Primary>
      </Actions>
    </Screen>
  );
}

const endIcons: Record<Exclude<EndKind, 'declined'>, IconName> = {
  complete: 'check',
  finished: 'check',
  expired: 'clock',
  abandoned: 'clock',
  unknown: 'link',
  elsewhere: 'turn',
  left: 'save',
  void: 'link',
  mismatch: 'warn',
  stopped: 'computer',
};

/** Ends at which this page can do no more: the session continues elsewhere, or not at all. */
const isDeadEnd = (end: EndKind) => end === 'finished' || end === 'void' || end === 'mismatch';

/** Ends at which the person closes the page. */
const isLast = (end: EndKind) => end === 'unknown' || end === 'expired' || end === 'abandoned';

/** F12 for ends of the session or of this page. */
export function Ended({ end }: { end: Exclude<EndKind, 'declined'> }): JSX.Element {
  const { words } = useSpeech();
  const { journey, finish, leave } = useUi();
  const wayOut = useWayOut();
  const { state, left } = journey.model();
  const company = state?.client.name ?? '';
  const isLeft = left !== null;
  const isOver = isDeadEnd(end) || (isLeft && isLast(end));
  const go = () => {
    if (end === 'elsewhere' || end === 'stopped') return void journey.takeOver();
    if (end === 'left') return journey.comeBack();
    if (end === 'complete') return finish();
    leave();
  };
  const labels: Partial<Record<EndKind, string>> = {
    elsewhere: words.continueHere,
    stopped: words.continueHere,
    left: words.continueNow,
  };
  return (
    <Screen screen="F12" end={end} title={words.endedTitles[end]}>
      <div class={end === 'complete' || end === 'finished' ? 'figure figure-good' : 'figure'}>
        <Icon name={endIcons[end]} />
      </div>
      <p class="lead">{words.endedTexts[end](company)}</p>
      {(end === 'complete' || end === 'finished') && <BrandText name="nextStep" />}
      {!isLeft && wayOut !== null && <p class="quiet">{words.finishAt(wayOut)}</p>}
      {isLeft && isLast(end) && <p>{words.endedTexts.finished()}</p>}
      {!isOver && (
        <Actions>
          <Primary onClick={go}>{labels[end] ?? words.finish}</Primary>
        </Actions>
      )}
    </Screen>
  );
}

/** F12 after consent was declined: nothing was recorded. */
export function Declined(): JSX.Element {
  const { words } = useSpeech();
  const { journey, set, leave } = useUi();
  return (
    <Screen screen="F12" end="declined" title={words.declinedTitle}>
      <div class="figure">
        <Icon name="lock" />
      </div>
      <p class="lead">{words.declinedText(journey.model().state!.client.name)}</p>
      <Actions>
        <Primary onClick={() => set({ declined: false })}>{words.declinedBack}</Primary>
        <Secondary action="leave" onClick={leave}>
          {words.leaveConfirm}
        </Secondary>
      </Actions>
    </Screen>
  );
}

/** F13: leaving loses nothing. */
export function Leave(): JSX.Element {
  const { words } = useSpeech();
  const { set, host, leave } = useUi();
  const stay = () => {
    host.stay();
    set({ overlay: null });
  };
  return (
    <Screen screen="F13" title={words.leaveTitle}>
      <div class="figure">
        <Icon name="save" />
      </div>
      <p class="lead">{words.leaveText}</p>
      <Actions>
        <Primary always onClick={stay}>
          {words.goOn}
        </Primary>
        <Secondary always action="leave" onClick={leave}>
          {words.leaveConfirm}
        </Secondary>
      </Actions>
    </Screen>
  );
}
