import { type FlowStep, flowLimits } from '@countersign/contract';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { encodeFrame } from '../camera/encode.ts';
import { Screen, Secondary } from '../parts/screen.tsx';
import { useHold } from '../parts/hold.ts';
import { useUi } from '../parts/ui.ts';
import { type FilmFrame, packFilm } from '../service/film.ts';
import { useCameraSpeech } from '../words/context.ts';
import { type CameraHandle, CameraView } from './camera-view.tsx';
import { guideShapes } from './guide.ts';
import { createTone } from './tone.ts';

/** Milliseconds between two frames, and durations of the parts of a film. */
const frameMs = 200;
const straightMs = 1_600;
const moveMs = 2_400;
const returnMs = 1_400;
/** Longer side of a frame in pixels. */
const frameSide = 480;

type Step = FlowStep;
type Prompt = 'straight' | 'return' | 'done' | Step;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Records frames until it is stopped; a late frame does not delay the others. */
function record(video: HTMLVideoElement): () => Promise<FilmFrame[]> {
  const frames: FilmFrame[] = [];
  const startedAt = performance.now();
  let isOver = false;
  const run = (async () => {
    while (!isOver && frames.length < flowLimits.filmFrames.most) {
      const at = Math.round(performance.now() - startedAt);
      frames.push({ at, jpeg: await encodeFrame(video, frameSide) });
      await wait(Math.max(0, frames.length * frameMs - (performance.now() - startedAt)));
    }
  })();
  return async () => {
    isOver = true;
    await run;
    // Times start at the first frame.
    const first = frames[0]?.at ?? 0;
    return frames.map(({ at, jpeg }) => ({ at: at - first, jpeg }));
  };
}

/** Shows the prompts one after the other while filming. */
async function film(
  video: HTMLVideoElement,
  steps: readonly Step[],
  onPrompt: (prompt: Prompt) => void,
): Promise<FilmFrame[]> {
  const stop = record(video);
  onPrompt('straight');
  await wait(straightMs);
  for (const step of steps) {
    onPrompt(step);
    await wait(moveMs);
    onPrompt('return');
    await wait(returnMs);
  }
  onPrompt('done');
  return stop();
}

/**
 * Watches whether the page becomes hidden, which closes its camera. @returns a function that stops watching and returns the
 * result
 */
function watchHidden(): () => boolean {
  let wasHidden = document.hidden;
  const note = () => {
    wasHidden ||= document.hidden;
  };
  document.addEventListener('visibilitychange', note);
  return () => {
    document.removeEventListener('visibilitychange', note);
    return wasHidden;
  };
}

/** Requests a challenge, shows its prompts, records the film and sends it. */
function useChallenge() {
  const { words } = useCameraSpeech();
  const { journey, announce } = useUi();
  const [handle, setHandle] = useState<CameraHandle | null>(null);
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const [failed, setFailed] = useState(false);
  const isMounted = useRef(true);
  useEffect(
    () => () => {
      isMounted.current = false;
    },
    [],
  );
  const begin = async () => {
    if (handle === null || prompt !== null) return;
    const tone = createTone();
    setFailed(false);
    const drawn = await journey.drawChallenge();
    if (drawn === null) return;
    const endWatch = watchHidden();
    const frames = await film(handle.video, drawn.steps, (next) => {
      if (!isMounted.current) return;
      tone(next === 'return' ? 440 : 660);
      navigator.vibrate?.(40);
      announce.assertive(promptText(next, words));
      setPrompt(next);
    });
    const wasHidden = endWatch();
    if (!isMounted.current) return;
    if (wasHidden) {
      setPrompt(null);
      setFailed(true);
      return;
    }
    const facts = { auto: true, ms: frames[frames.length - 1]?.at ?? 0, hints: {} };
    const material = { context: 'film', bytes: packFilm(frames), origin: 'camera', facts } as const;
    const done = await journey.sendFilm({ ...material, challenge: drawn.id });
    setPrompt(null);
    setFailed(!done);
  };
  return { handle, setHandle, prompt, failed, begin };
}

function promptText(prompt: Prompt, words: ReturnType<typeof useCameraSpeech>['words']): string {
  if (prompt === 'straight') return words.challengeStraight;
  if (prompt === 'return') return words.challengeReturn;
  return prompt === 'done' ? words.challengeDone : words.challengeSteps[prompt];
}

/** F7 with movements: one prompt at a time, with no input in between. */
export function Challenge({ still }: { still: boolean }): JSX.Element {
  const { words } = useCameraSpeech();
  const { set } = useUi();
  const { busy } = useHold();
  const { handle, setHandle, prompt, failed, begin } = useChallenge();
  const [isFilming, setFilming] = useState(false);
  return (
    <Screen screen="F7" title={words.challengeTitle} wide>
      <p>{failed ? words.challengeFailed : words.challengeText}</p>
      <CameraView
        facing="user"
        shape={guideShapes.face}
        round
        frozen={null}
        onHandle={setHandle}
        onFrame={() => setFilming(true)}
        onFault={(fault) => set({ fault })}
      >
        {prompt !== null && <p class={`hint hint-large prompt-${prompt}`}>{promptText(prompt, words)}</p>}
      </CameraView>
      <div class="actions">
        <button
          type="button"
          class="primary"
          data-primary=""
          aria-disabled={busy || prompt !== null || handle === null || !isFilming}
          onClick={() => {
            if (isFilming && !busy) void begin();
          }}
        >
          {words.challengeStart}
        </button>
        {still && (
          <Secondary action="still" onClick={() => set({ still: true })}>
            {words.challengeStill}
          </Secondary>
        )}
      </div>
    </Screen>
  );
}
