import { directionOf, type FlowBrand, type FlowLanguage } from '@countersign/contract';
import type { ComponentType, JSX } from 'preact';
import { Component } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { Host } from './host/host.ts';
import { Bar } from './parts/bar.tsx';
import { BrandContext } from './parts/brand.ts';
import { HoldContext } from './parts/hold.ts';
import { type Inactivity, watchInactivity } from './parts/inactivity.ts';
import type { Announcer } from './parts/live.ts';
import { createPhotos } from './parts/photos.ts';
import { Screen } from './parts/screen.tsx';
import { type Ui, UiContext, useUi } from './parts/ui.ts';
import { guardHistory } from './parts/way-back.ts';
import { ChooseDocument } from './screens/choose-document.tsx';
import { Details } from './screens/details.tsx';
import { Checking, Declined, Done, Ended, Leave } from './screens/ending.tsx';
import { Failed, Help } from './screens/help.tsx';
import { Review } from './screens/review.tsx';
import { Start } from './screens/start.tsx';
import { places, type Step, stepBack, stepForward } from './screens/step-back.ts';
import {
  createLocal,
  isOffering,
  type Local,
  mayPause,
  type Shown,
  stepOf,
  whichScreen,
} from './screens/which-screen.ts';
import type { Journey } from './service/journey.ts';
import { isComputer } from './service/phone-link.ts';
import { isWhole, type Speech, SpeechContext, useSpeech } from './words/context.ts';
import { loadCameraWords } from './words/languages.ts';

/** The parts that the page is built from. */
export interface Parts {
  journey: Journey;
  host: Host;
  brand: FlowBrand;
  announce: Announcer;
  /** Functions of the page that its surroundings call; set by the page itself. */
  hooks: {
    /** Renders again after a change of the model. */
    draw(): void;
    confirmLeaving(): void;
    /** Closes the overlay. @returns whether there was one */
    dismiss(): boolean;
    setLanguage(language: FlowLanguage): void;
  };
  /** Remembers the language that the person chose, for a reload of the page. */
  keepLanguage(language: FlowLanguage): void;
  /** Loads the texts of another language. */
  speak(language: FlowLanguage): Promise<Speech>;
  mayFocus(): boolean;
}

type LateScreen = ComponentType<{ shown: never }>;
type LateShown = Extract<Shown, { context: unknown } | { screen: 'F2' | 'F2m' | 'F2w' }>;

/** Loads the code of the picture steps, once. */
const loadPictureStep = () =>
  import('./capture/step.tsx').then(({ PictureStep: step }) => step as LateScreen);
/** Loads the code of both sides of a handoff, the computer's and the phone's. */
const loadUsePhone = () => import('./handoff/use-phone.tsx').then(({ UsePhone }) => UsePhone as LateScreen);
const loadWasThisYou = () =>
  import('./handoff/was-this-you.tsx').then(({ WasThisYou }) => WasThisYou as LateScreen);

const loaderOf = ({ screen }: LateShown) =>
  screen === 'F2m' ? loadWasThisYou : screen === 'F2' || screen === 'F2w' ? loadUsePhone : loadPictureStep;

/** Whether the page was opened by a link rather than reloaded. */
const isFirstLoad = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'navigate');

/**
 * A screen whose code is not part of the first load; rendered as soon as the code and its texts have arrived. A module import
 * that failed cannot be retried: once the service responds, the page is reloaded, once.
 */
function Late({ load, shown }: { load: () => Promise<LateScreen>; shown: LateShown }): JSX.Element {
  const speech = useSpeech();
  const { journey } = useUi();
  const [loaded, setLoaded] = useState<{ There: LateScreen } | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const needsCamera = load === loadPictureStep;
  useEffect(() => {
    const prepare = async () => {
      const [There] = await Promise.all([load(), needsCamera ? loadCameraWords(speech) : null]);
      setLoaded({ There });
    };
    const again = async (error: Error) => {
      if (!isFirstLoad()) return setFault(error);
      await journey.restore();
      location.reload();
    };
    prepare().catch(again);
  }, [speech]);
  if (fault !== null) throw fault;
  if (loaded === null || (needsCamera && !isWhole(speech.words))) return <Waiting />;
  return <loaded.There shown={shown as never} />;
}

/** F0 of the page: looks like the shell while something is loading. */
function Waiting(): JSX.Element {
  const { words } = useSpeech();
  return (
    <Screen screen="F0" title={words.loading}>
      <div class="figure">
        <span class="spinner" aria-hidden="true" />
      </div>
    </Screen>
  );
}

function ScreenOf({ shown }: { shown: Shown }): JSX.Element {
  const { journey, local } = useUi();
  const model = journey.model();
  switch (shown.screen) {
    case 'F0':
      return <Waiting />;
    case 'F1':
      return <Start />;
    case 'F3':
      return <ChooseDocument />;
    case 'F8':
      return <Details />;
    case 'F9':
      return <Review still={local.still} />;
    case 'F10':
      return <Checking />;
    case 'F11':
      return <Done />;
    case 'F12':
      return shown.end === 'declined' ? <Declined /> : <Ended end={shown.end} />;
    case 'F13':
      return <Leave />;
    case 'F14':
      return model.failure !== null && local.overlay !== 'help' ? (
        <Failed reference={model.failure.reference} onRestore={() => void journey.restore()} />
      ) : (
        <Help />
      );
    default: {
      const load = loaderOf(shown);
      return <Late key={load} load={load} shown={shown} />;
    }
  }
}

/** Shows F14 in place of a screen that threw, and informs the host page. */
class Guard extends Component<{ children: JSX.Element; host: Host }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(): void {
    this.props.host.fault('FLOW_CRASHED', { fatal: false, reference: null });
    this.setState({ failed: true });
  }

  override render(): JSX.Element {
    return this.state.failed ? (
      <Failed reference={null} onRestore={() => location.reload()} />
    ) : (
      this.props.children
    );
  }
}

/** Navigates to the callback at the end, unless the page is in a frame. */
function goToCallback(journey: Journey, host: Host): void {
  const { state } = journey.model();
  const callback = state?.client.callback;
  // If a phone did only part of the flow, the computer navigates instead.
  if (!host.framed && callback && state.handoff?.side !== 'phone') location.assign(callback);
}

function useStep(ui: Ui, shown: Shown): void {
  const { screen } = shown;
  const step = stepOf(ui.journey.model());
  const last = useRef({ index: 0, total: 0 });
  if (step !== null) last.current = step;
  useEffect(() => {
    if (screen !== 'F0') ui.host.step({ screen, ...last.current });
  }, [screen]);
}

/** The current screen with everything around it. */
export function Page({
  ui,
  parts,
  onLanguage,
}: {
  ui: Ui;
  parts: Pick<Parts, 'announce'>;
  onLanguage: (language: FlowLanguage) => void;
}): JSX.Element {
  const model = ui.journey.model();
  const shown = whichScreen(model, ui.local);
  const speech = useSpeech();
  const { words } = speech;
  useStep(ui, shown);
  // Everything was sent, so no retry is left that the person could wait for.
  const isDone = shown.screen === 'F11';
  useEffect(() => {
    if (model.state !== null && model.resumed) parts.announce.polite(words.welcomeBack);
  }, [model.resumed]);
  useEffect(() => {
    if ((model.state !== null || model.claim !== null) && !isDone)
      parts.announce.polite(model.lost ? words.connectionLost : words.connectionBack);
  }, [model.lost]);
  const isShowingCodes = isOffering(model, ui.local);
  useEffect(() => {
    // Codes that are no longer shown are withdrawn.
    if (!isShowingCodes) void ui.journey.withdraw();
  }, [isShowingCodes]);
  useEffect(() => {
    // While the person reads, load the code of the next steps.
    if (shown.screen !== 'F1' && shown.screen !== 'F3') return;
    loadPictureStep().catch(() => undefined);
    void loadCameraWords(speech);
  }, [shown.screen, speech]);
  return (
    <>
      <Bar shown={shown} onLanguage={onLanguage} />
      {model.lost && !isDone && <p class="banner">{words.connectionLost}</p>}
      {model.resumed && !model.lost && !('context' in shown) && ui.local.overlay === null && (
        <p class="banner banner-good">{words.welcomeBack}</p>
      )}
      <Guard host={ui.host}>
        <ScreenOf shown={shown} />
      </Guard>
    </>
  );
}

/** Handles Back and Forward of the tab. In a frame they belong to the surrounding page. */
function useWayBack({ journey, host }: Parts, local: { current: Local }, set: Ui['set']): void {
  const wayBack = useMemo(() => {
    if (host.framed) return null;
    const take = (step: Step) => {
      set(step.changes);
      return step.place;
    };
    return guardHistory({
      back: (from) => {
        const step = stepBack(journey.model(), local.current, from);
        return step === null ? null : take(step);
      },
      forward: () => take(stepForward(journey.model(), local.current)),
      isSettled: () => journey.model().state !== null,
    });
  }, []);
  useEffect(() => {
    // Read the current values: the history may have moved on since the render.
    const { overlay, editing } = local.current;
    const shown = editing === null ? places.now : places.earlier;
    if (journey.model().left === null) wayBack?.settle(overlay === 'leave' ? places.leave : shown);
  });
}

/** The texts in use, which also label the document. If several languages are chosen while one is loading, the last one wins. */
function useLanguage({ speak, keepLanguage }: Parts, first: Speech) {
  const [speech, setSpeech] = useState(first);
  const shown = useRef(first);
  const wanted = useRef(first.language);
  const change = async (language: FlowLanguage) => {
    wanted.current = language;
    const loaded = await speak(language);
    // A screen that is already shown stays, with its camera.
    if (isWhole(shown.current.words)) await loadCameraWords(loaded);
    if (wanted.current !== language) return;
    shown.current = loaded;
    setSpeech(loaded);
  };
  const onLanguage = (language: FlowLanguage) => void change(language);
  const choose = (language: FlowLanguage) => {
    keepLanguage(language);
    onLanguage(language);
  };
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.lang = speech.language;
    root.dir = directionOf(speech.language);
  }, [speech]);
  return { speech, onLanguage, choose };
}

/** The person's choices on this page; `current` may be newer than what was rendered. */
function useLocal(): { local: Local; current: { current: Local }; set: Ui['set'] } {
  const [local, setLocal] = useState<Local>(() => ({ ...createLocal(), computer: isComputer() }));
  const current = useRef(local);
  const set = (changes: Partial<Local>) => {
    current.current = { ...current.current, ...changes };
    setLocal(current.current);
  };
  return { local, current, set };
}

/** Closes the page after a time without input, until the person continues. A picture that takes itself counts as input. */
function useInactivity(journey: Journey, local: { current: Local }): void {
  const watch = useRef<Inactivity | null>(null);
  const { busy, state } = journey.model();
  useEffect(() => {
    const seconds = () =>
      mayPause(journey.model(), local.current)
        ? (journey.model().state?.rules.inactivitySeconds ?? null)
        : null;
    watch.current = watchInactivity(seconds, () => void journey.leave('left', false));
    return () => watch.current?.stop();
  }, []);
  useEffect(() => watch.current?.touch(), [busy, state?.revision]);
}

/** What Escape undoes; `null`: there is no overlay. */
function undoneBy({ overlay, phone }: Pick<Local, 'overlay' | 'phone'>): Partial<Local> | null {
  if (overlay !== null) return { overlay: null };
  return phone === 'wanted' ? { phone: 'here' } : null;
}

/** The page: its state, and everything around the screen. */
export function App({ parts, speech: first }: { parts: Parts; speech: Speech }): JSX.Element {
  const { journey, host, announce } = parts;
  const [, draw] = useReducer((count: number, by: number) => count + by, 0);
  const { speech, onLanguage, choose } = useLanguage(parts, first);
  const photos = useMemo(createPhotos, []);
  const { local, current: latest, set } = useLocal();
  useWayBack(parts, latest, set);
  useInactivity(journey, latest);
  const go = async (reason: 'left' | 'finished') => {
    await journey.leave(reason);
    set({ overlay: null });
    goToCallback(journey, host);
  };
  const ui: Ui = {
    journey,
    host,
    local,
    set,
    announce,
    photos,
    finish: () => void go('finished'),
    leave: () => void go('left'),
  };
  useMemo(() => {
    const confirmLeaving = () => set({ overlay: 'leave' });
    const dismiss = () => {
      const { overlay } = latest.current;
      const phone = isOffering(journey.model(), latest.current) ? latest.current.phone : null;
      if (overlay === 'leave') host.stay();
      const undone = undoneBy({ overlay, phone });
      if (undone !== null) set(undone);
      return undone !== null;
    };
    Object.assign(parts.hooks, { draw: () => draw(1), confirmLeaving, dismiss, setLanguage: onLanguage });
  }, []);
  return (
    <SpeechContext.Provider value={speech}>
      <UiContext.Provider value={ui}>
        <HoldContext.Provider value={{ busy: journey.model().busy, mayFocus: parts.mayFocus }}>
          <BrandContext.Provider value={parts.brand}>
            <Page ui={ui} parts={parts} onLanguage={choose} />
          </BrandContext.Provider>
        </HoldContext.Provider>
      </UiContext.Provider>
    </SpeechContext.Provider>
  );
}
