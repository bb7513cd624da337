import { icons, Panel } from '@countersign/browser-ui';
import type { PortalHome } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

type Step = PortalHome['setup'][number];

/** The remaining setup steps in order; renders nothing once all are done. */
export function SetupPanel({ setup }: Pick<PortalHome, 'setup'>) {
  const { words } = useSpeech();
  const texts = words.home;
  const next = setup.find(({ done }) => !done);
  if (next === undefined) return null;
  const done = setup.filter((step) => step.done).length;
  return (
    <Panel title={texts.setup} intro={texts.setupDone(done, setup.length)}>
      <ol className="steps setup">
        {setup.map((step, at) => (
          <SetupStep key={step.step} step={step} number={at + 1} isNext={step === next} />
        ))}
      </ol>
    </Panel>
  );
}

function SetupStep({
  step: { step, done },
  number,
  isNext,
}: {
  step: Step;
  number: number;
  isNext: boolean;
}) {
  const { words } = useSpeech();
  const { title, help } = words.home.setupSteps[step];
  const state = done ? 'done' : isNext ? 'now' : 'later';
  const states = { done: words.keys.stepDone, now: words.keys.stepNow, later: words.keys.stepLater };
  return (
    <li data-state={state}>
      <span className="step-number">{done ? <icons.check size={14} /> : number}</span>
      <div>
        <p className="strong">
          {title} <span className="heard">({states[state]})</span>
        </p>
        {!done && <p className="quiet small">{help}</p>}
        {!done && step !== 'integration' && <StepLink step={step} />}
      </div>
    </li>
  );
}

/** Links to the page of the step; any integration will do, so the first one is used. */
function StepLink({ step }: { step: Exclude<Step['step'], 'integration'> }) {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const [first] = integrations;
  const text = words.home.setupActions[step];
  if (first === undefined) return null;
  if (step === 'session') return <Link to="/sessions">{text}</Link>;
  return (
    <Link
      to={step === 'key-used' ? '/integrations/$id/keys' : '/integrations/$id/webhooks'}
      params={{ id: first.id }}
    >
      {text}
    </Link>
  );
}
