import { type FlowPreview, previewReady } from '@countersign/contract';
import { type JSX, render } from 'preact';
import { Page } from '../app.tsx';
import { alone } from '../host/host.ts';
import { BrandContext } from '../parts/brand.ts';
import { HoldContext } from '../parts/hold.ts';
import { type Ui, UiContext } from '../parts/ui.ts';
import type { Connection } from '../service/connection.ts';
import { Journey } from '../service/journey.ts';
import { type Speech, SpeechContext } from '../words/context.ts';
import { en } from '../words/en.ts';
import { es } from '../words/es.ts';
import { ptBr } from '../words/pt-br.ts';
import { invent, inventedCode } from './invented-state.ts';
import { longerWords } from './longer-words.ts';

const speeches: Readonly<Record<FlowPreview['language'], Speech>> = {
  en: { words: en, language: 'en' },
  es: { words: es, language: 'es' },
  'pt-BR': { words: ptBr, language: 'pt-BR' },
  longer: { words: longerWords(en), language: 'en' },
};

const never = <Answer,>(): Promise<Answer> => new Promise(() => undefined);
/** There is no service behind it: whatever is requested is never answered, but for the code that is to be seen. */
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

/** One screen of the flow, with the components of the flow itself. */
function Preview({ preview }: { preview: FlowPreview }): JSX.Element {
  const ui = uiOf(preview);
  return (
    <SpeechContext.Provider value={speeches[preview.language]}>
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

function show(preview: FlowPreview): void {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(preview.tokens)) style.setProperty(name, value);
  style.colorScheme = preview.scheme;
  document.documentElement.lang = speeches[preview.language].language;
  const app = document.getElementById('app')!;
  // Screens keep what was typed; another one, or another language, begins anew.
  const view = `${preview.screen} ${preview.language}`;
  if (app.dataset['view'] !== view) render(null, app);
  app.dataset['view'] = view;
  render(<Preview preview={preview} />, app);
}

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== parent) return;
  if ((data as Partial<FlowPreview>).kind === 'flow-preview') show(data as FlowPreview);
});
// It is there to be looked at.
document.body.inert = true;
document.getElementById('app')!.replaceChildren();
parent.postMessage(previewReady, location.origin);
