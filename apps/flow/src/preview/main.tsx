import { directionOf, type FlowPreview, previewReady } from '@countersign/contract';
import { type JSX, render } from 'preact';
import { Page } from '../app.tsx';
import { alone } from '../host/host.ts';
import { BrandContext } from '../parts/brand.ts';
import { HoldContext } from '../parts/hold.ts';
import { type Ui, UiContext } from '../parts/ui.ts';
import type { Connection } from '../service/connection.ts';
import { Journey } from '../service/journey.ts';
import { type Speech, SpeechContext } from '../words/context.ts';
import { loadCameraWords, loadWords } from '../words/languages.ts';
import { invent, inventedCode } from './invented-state.ts';
import { longerWords } from './longer-words.ts';

async function speechIn(shown: FlowPreview['language']): Promise<Speech> {
  const language = shown === 'longer' ? 'en' : shown;
  const speech: Speech = { words: await loadWords(language), language };
  await loadCameraWords(speech);
  return shown === 'longer' ? { words: longerWords(speech.words), language } : speech;
}

const never = <Answer,>(): Promise<Answer> => new Promise(() => undefined);
/** A connection without a service: requests never complete, except for the code that is shown. */
const nowhere: Connection = {
  enter: never,
  send: never,
  sendJson: <Answer,>({ path }: { path: string }) =>
    path === '/handoff' ? Promise.resolve(inventedCode(location.origin) as Answer) : never<Answer>(),
  bearer: () => null,
  present: () => undefined,
};
const nothing = () => undefined;
const silence = { polite: nothing, assertive: nothing };

function uiOf(preview: FlowPreview): Ui {
  const { model, local } = invent(preview);
  return {
    journey: new Journey({ connection: nowhere, onChange: nothing, onEvent: nothing }, model),
    host: alone,
    local,
    set: nothing,
    announce: silence,
    photos: { keep: nothing, url: () => null },
    finish: nothing,
    leave: nothing,
  };
}

/** Renders one screen with the flow's own components. */
function Preview({ preview, speech }: { preview: FlowPreview; speech: Speech }): JSX.Element {
  const ui = uiOf(preview);
  return (
    <SpeechContext.Provider value={speech}>
      <UiContext.Provider value={ui}>
        <HoldContext.Provider value={{ busy: false, mayFocus: () => false }}>
          <BrandContext.Provider value={preview.brand}>
            <Page ui={ui} parts={{ announce: silence }} onLanguage={nothing} />
          </BrandContext.Provider>
        </HoldContext.Provider>
      </UiContext.Provider>
    </SpeechContext.Provider>
  );
}

/** The newest message; older ones whose texts arrive later are dropped. */
let newest: FlowPreview | null = null;

async function show(preview: FlowPreview): Promise<void> {
  newest = preview;
  const speech = await speechIn(preview.language);
  if (newest !== preview) return;
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(preview.tokens)) style.setProperty(name, value);
  style.colorScheme = preview.scheme;
  document.documentElement.lang = speech.language;
  document.documentElement.dir = directionOf(speech.language);
  const app = document.getElementById('app')!;
  // Screens keep what was typed until the screen or the language changes.
  const view = `${preview.screen} ${preview.language}`;
  if (app.dataset['view'] !== view) render(null, app);
  app.dataset['view'] = view;
  render(<Preview preview={preview} speech={speech} />, app);
}

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== parent) return;
  if ((data as Partial<FlowPreview>).kind === 'flow-preview') void show(data as FlowPreview);
});
// The preview is not interactive.
document.body.inert = true;
document.getElementById('app')!.replaceChildren();
parent.postMessage(previewReady, location.origin);
