import { type FlowEvent, type FlowLanguage, flowPath } from '@countersign/contract';
import { render } from 'preact';
import { App, type Parts } from './app.tsx';
import { readBrand } from './parts/brand.ts';
import type { Edge } from './host/dialect.ts';
import { connectHost, type Host } from './host/host.ts';
import { createAnnouncer } from './parts/live.ts';
import { createConnection } from './service/connection.ts';
import { createModel, Journey } from './service/journey.ts';
import { linkKind, ownLink } from './service/phone-link.ts';
import type { Speech } from './words/context.ts';
import { loadWords, resolveLanguage } from './words/languages.ts';

/** Decodes the token; a link truncated in the middle of a character is treated as unknown. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The token of `/v/{token}`, or the code. It is kept only in this variable and never stored. */
const token = decoded(location.pathname.split('/')[2] ?? '');
const brand = readBrand();
const wished = new URLSearchParams(location.search).get('lang');

const element = (id: string) => document.getElementById(id)!;

/** Puts the language into the address, as links with a language have it; stores nothing. */
function keepLanguage(language: FlowLanguage): void {
  const address = new URL(location.href);
  address.searchParams.set('lang', language);
  history.replaceState(history.state, '', address.href);
}

const speak = async (language: FlowLanguage): Promise<Speech> => ({
  words: await loadWords(language),
  language,
});

/** Controls that Tab reaches, without the two focus guards at the edges. */
const controls = () =>
  [...document.querySelectorAll<HTMLElement>('#app a[href],#app button,#app input,#app select')].filter(
    (each) => !(each as HTMLInputElement).disabled && each.getClientRects().length > 0,
  );

function focusEdge(edge: Edge): void {
  const all = controls();
  (edge === 'start' ? all[0] : all[all.length - 1])?.focus();
}

/** Adds focus guards at both edges of the page, which pass the focus to a host that accepts it. */
function guardEdges(host: Host): void {
  if (!host.takesFocus()) return;
  for (const edge of ['start', 'end'] as const) {
    const guard = element(`edge-${edge}`);
    guard.tabIndex = 0;
    guard.addEventListener('focus', () => host.focusExit(edge));
  }
}

function showLayout(host: Host): void {
  document.documentElement.dataset['layout'] = host.layout();
}

/** Set by the page once it is rendered. */
const hooks: Parts['hooks'] = {
  draw: () => undefined,
  confirmLeaving: () => undefined,
  dismiss: () => false,
  setLanguage: () => undefined,
};

/** Whether there is nothing left to lose by leaving. */
const isOver = (journey: Journey) => {
  const { state, left, unknown } = journey.model();
  return left !== null || unknown || state === null || state.ended !== null;
};

/** Handles Escape or a request of the host page: shows the leave dialog, or leaves at once if nothing can be lost. */
function requestLeave(journey: Journey): void {
  if (!isOver(journey)) return hooks.confirmLeaving();
  if (journey.model().left === null) void journey.leave(journey.model().submitted ? 'finished' : 'left');
}

/** Takes the focus when the host opens the page; in an ordinary frame the person may be elsewhere, or already further on. */
function takeFocus(host: Host): void {
  if (host.layout() === 'page' || document.activeElement !== document.body) return;
  window.focus();
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}

function createHost(journeyOf: () => Journey): Host {
  const host: Host = connectHost({
    onClose: () => requestLeave(journeyOf()),
    onFocus: focusEdge,
    onSettled: () => {
      showLayout(host);
      guardEdges(host);
      takeFocus(host);
      hooks.draw();
    },
  });
  showLayout(host);
  return host;
}

/** In a frame the page takes the focus only after its host has opened it, or if it already has it. */
const mayFocus = (host: Host) => () => !host.framed || document.hasFocus();

function createParts(): Parts {
  const model = createModel();
  const connection = createConnection({
    base: flowPath,
    enter: { token, language: wished, embedded: window.parent !== window },
    onLost: (lost) => {
      model.lost = lost;
      hooks.draw();
    },
  });
  const kind = linkKind(token);
  const onEvent = (name: FlowEvent) => host.event(name);
  const journey = new Journey(
    {
      connection,
      link: { kind, token, own: kind === 'code' ? ownLink() : null },
      // A reload continues with the phone's own link; the code in the address works only once.
      onPassedOn: (own) => history.replaceState(null, '', `/v/${own}${location.search}`),
      onChange: () => hooks.draw(),
      onEvent,
    },
    model,
  );
  const host = createHost(() => journey);
  return {
    journey,
    host,
    brand,
    announce: createAnnouncer({ polite: element('polite'), assertive: element('assertive') }),
    hooks,
    keepLanguage,
    speak,
    mayFocus: mayFocus(host),
  };
}

/** Handles uncaught errors: the page shows that it failed and can be restored. */
function watchErrors({ journey, host }: Parts): void {
  const crash = () => {
    journey.fail(null);
    host.fault('FLOW_CRASHED', { fatal: false, reference: null });
  };
  addEventListener('error', crash);
  addEventListener('unhandledrejection', crash);
}

/** Shows the page as soon as its texts have loaded; the link is exchanged meanwhile. */
async function start(): Promise<void> {
  const early = resolveLanguage([wished, ...(navigator.languages ?? [])], brand);
  const parts = createParts();
  const entering = parts.journey.open();
  const speech = await speak(early);
  element('app').replaceChildren();
  render(<App parts={parts} speech={speech} />, element('app'));
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !hooks.dismiss()) requestLeave(parts.journey);
  });
  watchErrors(parts);
  await entering;
  const { state, claim, unknown } = parts.journey.model();
  if (unknown) parts.host.fault('SESSION_UNAVAILABLE', { fatal: true, reference: null });
  const ofSession = state?.client.language ?? claim?.language;
  const chosen = resolveLanguage([wished, ofSession, ...(navigator.languages ?? [])], brand);
  if (chosen !== early) hooks.setLanguage(chosen);
}

void start();
