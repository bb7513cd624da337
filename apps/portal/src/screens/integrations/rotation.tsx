import { icons, Panel } from '@countersign/browser-ui';
import type { PortalIntegration } from '@countersign/contract';
import { useSpeech } from '../../words/context.tsx';

type StepName = 'add' | 'accept' | 'used' | 'promote' | 'watch' | 'remove';
const order: readonly StepName[] = ['add', 'accept', 'used', 'promote', 'watch', 'remove'];

/**
 * The next step of a rotation, derived from the secrets alone, so that anyone can continue it. While the newest secret is not the
 * master, it is being introduced; while older ones exist beside the newest master, they are to be deleted.
 */
export function nextStep(keys: PortalIntegration['keys']): StepName {
  const [newest, ...older] = keys.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  if (newest === undefined || older.length === 0) return 'add';
  if (newest.master) return 'watch';
  return newest.lastUsedAt === null ? 'accept' : 'promote';
}

/** The steps of a rotation, with the next one highlighted. */
export function Rotation({ integration }: { integration: PortalIntegration }) {
  const { words } = useSpeech();
  const texts = words.keys;
  const now = order.indexOf(nextStep(integration.keys));
  return (
    <Panel title={texts.rotation} intro={texts.rotationIntro}>
      <ol className="steps">
        {order.map((step, place) => {
          const state = place < now ? 'done' : place === now ? 'now' : 'later';
          const stateWord = { done: texts.stepDone, now: texts.stepNow, later: texts.stepLater }[state];
          return (
            <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span className="step-number" aria-hidden="true">
                {state === 'done' ? <icons.check size={14} /> : place + 1}
              </span>
              <span className="stacked">
                <span className="strong">
                  {texts.steps[step].title} <span className="heard">({stateWord})</span>
                </span>
                <span className="quiet small">{texts.steps[step].help}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
