import { directionOf, type FlowLanguage, flowLanguageNames, flowLanguages } from '@countersign/contract';
import type { JSX } from 'preact';
import { type Shown, stepOf } from '../screens/which-screen.ts';
import { useSpeech } from '../words/context.ts';
import { useBrand } from './brand.ts';
import { Icon } from './icon.tsx';
import { useUi } from './ui.ts';

function LanguageChoice({
  onLanguage,
}: {
  onLanguage: (language: FlowLanguage) => void;
}): JSX.Element | null {
  const { words, language } = useSpeech();
  const { languages: offered } = useBrand();
  const choices = flowLanguages.filter((each) => offered?.includes(each) ?? true);
  if (choices.length < 2) return null;
  return (
    <span class="tool language">
      <Icon name="globe" />
      <select
        aria-label={words.language}
        data-action="language"
        value={language}
        onChange={(event) => onLanguage(event.currentTarget.value as FlowLanguage)}
      >
        {choices.map((each) => (
          <option value={each} key={each} lang={each} dir={directionOf(each)}>
            {flowLanguageNames[each]}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The company name in the served document, shown until the link has been exchanged. */
const sentName = document.querySelector('.company')?.textContent.trim() || null;

/** The logo, or the name in its place. Like the served document, the logo uses that name until the link has been exchanged. */
function Company({ name }: { name: string | null }): JSX.Element {
  const { words } = useSpeech();
  const { logo } = useBrand();
  return (
    <span class="company">
      {logo ? (
        <img class="logo" src={logo.url} width={logo.width} height={logo.height} alt={name ?? ''} />
      ) : (
        <bdi>{name ?? words.pageTitle}</bdi>
      )}
    </span>
  );
}

/** The person's progress, as text and as a line. */
function Steps(): JSX.Element | null {
  const { words } = useSpeech();
  const { journey, local } = useUi();
  const step = stepOf(journey.model());
  // A step that is being repeated is not one of the missing steps.
  if (step === null || local.editing !== null) return null;
  return (
    <p class="steps-line">
      <span>{words.stepOf(step.index, step.total)}</span>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="2" />
        <rect class="done" width={(100 * step.index) / step.total} height="2" />
      </svg>
    </p>
  );
}

const isOver = ({ screen }: Shown) => screen === 'F11' || screen === 'F12';
const isOverlay = ({ screen }: Shown) => screen === 'F13' || screen === 'F14';

/** The bar above every screen: company, language, help, leaving. */
export function Bar({
  shown,
  onLanguage,
}: {
  shown: Shown;
  onLanguage: (language: FlowLanguage) => void;
}): JSX.Element {
  const { words } = useSpeech();
  const { journey, set } = useUi();
  const { state, claim, unknown } = journey.model();
  const mayLeave = state !== null && !isOver(shown) && !isOverlay(shown);
  return (
    <header class="bar">
      <div class="bar-row">
        <Company name={state?.client.name ?? claim?.name ?? (unknown ? null : sentName)} />
        <LanguageChoice onLanguage={onLanguage} />
        {!isOverlay(shown) && (
          <button
            type="button"
            class="tool"
            data-action="help"
            aria-label={words.help}
            onClick={() => set({ overlay: 'help' })}
          >
            <Icon name="help" />
          </button>
        )}
        {mayLeave && (
          <button
            type="button"
            class="tool"
            data-action="close"
            aria-label={words.close}
            onClick={() => set({ overlay: 'leave' })}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      {state?.session.mode === 'test' && <p class="ribbon">{words.testRibbon}</p>}
      {!isOver(shown) && !isOverlay(shown) && shown.screen !== 'F10' && <Steps />}
    </header>
  );
}
