import type { FlowProblem } from '@countersign/contract';
import type { JSX } from 'preact';
import { BrandText } from '../parts/brand-text.tsx';
import { PassOnFromComputer } from '../parts/pass-on.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { ProblemList } from '../parts/problems.tsx';
import { Actions, Primary, Screen, Secondary } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

const Need = ({ icon, text }: { icon: IconName; text: string }) => (
  <li>
    <Icon name={icon} />
    <span>{text}</span>
  </li>
);

/** What the person needs at hand for the missing pictures; renders nothing if none are missing. */
function Needs(): JSX.Element | null {
  const { words } = useSpeech();
  const { journey } = useUi();
  const contexts = journey
    .model()
    .state!.missing.flatMap((each) => ('context' in each ? [each.context] : []));
  if (contexts.length === 0) return null;
  return (
    <section>
      <h2>{words.startNeeds}</h2>
      <ul class="needs">
        {contexts.some((context) => context !== 'face') && (
          <Need icon="document" text={words.startNeedDocument} />
        )}
        <Need icon="camera" text={words.startNeedCamera} />
        {contexts.includes('face') && <Need icon="face" text={words.startNeedFace} />}
        <Need icon="clock" text={words.startTime} />
      </ul>
    </section>
  );
}

/** The consent that the button below gives; nothing is agreed to before. */
function Consent(): JSX.Element {
  const { words } = useSpeech();
  const { journey } = useUi();
  return (
    <section class="consent" id="consent">
      <h2>{words.consentTitle}</h2>
      <p>{words.consentText(journey.model().state!.client.name)}</p>
      <p class="quiet">{words.consentChoice}</p>
    </section>
  );
}

function Redo({ problems, isLast }: { problems: readonly FlowProblem[]; isLast: boolean }): JSX.Element {
  const { words } = useSpeech();
  return (
    <section>
      <h2>{words.redoProblems}</h2>
      {problems.length > 0 ? <ProblemList problems={problems} /> : <p>{words.redoGeneral}</p>}
      {isLast && <p class="note">{words.redoLast}</p>}
    </section>
  );
}

/** F1: what is needed, consent, start; a short form when the person resumes. */
export function Start(): JSX.Element {
  const { words, language } = useSpeech();
  const { journey, set } = useUi();
  const { next, redo, client, session } = journey.model().state!;
  const needsConsent = next?.kind === 'start' && next.consents.length > 0;
  const isAgain = session.attempt > 1 || session.status === 'resubmission_requested';
  const label = isAgain ? words.redoStart : needsConsent ? words.agree : words.start;
  return (
    <Screen screen="F1" title={isAgain ? words.redoTitle : words.startTitle}>
      <p class="lead">{isAgain ? words.redoIntro(client.name) : words.startIntro(client.name)}</p>
      <BrandText name="coBrand" />
      <PassOnFromComputer />
      {isAgain && <Redo problems={redo?.problems ?? []} isLast={session.attemptsLeft <= 1} />}
      {!isAgain && <Needs />}
      {needsConsent && <Consent />}
      <Actions>
        <Primary onClick={() => void journey.start(needsConsent, language)}>{label}</Primary>
        {needsConsent && (
          <Secondary action="decline" onClick={() => set({ declined: true })}>
            {words.decline}
          </Secondary>
        )}
      </Actions>
    </Screen>
  );
}
