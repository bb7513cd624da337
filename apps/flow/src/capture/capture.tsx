import type { FlowCaptureFacts, FlowContext } from '@countersign/contract';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Advice, createAdvisor } from '../camera/capture-advice.ts';
import { encodePicture } from '../camera/encode.ts';
import { Icon } from '../parts/icon.tsx';
import { Screen, Secondary } from '../parts/screen.tsx';
import { useHold } from '../parts/hold.ts';
import { useUi } from '../parts/ui.ts';
import { useCameraSpeech } from '../words/context.ts';
import type { Words } from '../words/en.ts';
import { type CameraHandle, CameraView } from './camera-view.tsx';
import { FileChoice } from './file-choice.tsx';
import { KeepWhatIsThere } from '../parts/keep.tsx';
import { guideShapes } from './guide.ts';
import { Progress } from './progress.tsx';
import { useTorch } from './torch.ts';

interface Subject {
  screen: 'F5' | 'F6' | 'F7';
  title: string;
  text: string;
  shape: number;
}

function subjectOf(context: FlowContext, words: Words, isPassport: boolean): Subject {
  if (context === 'face')
    return { screen: 'F7', title: words.selfieTitle, text: words.selfieText, shape: guideShapes.face };
  const shape = isPassport ? guideShapes.passport : guideShapes.card;
  if (context === 'document-back')
    return { screen: 'F6', title: words.backTitle, text: words.backText, shape };
  const title = isPassport ? words.frontTitlePassport : words.frontTitle;
  return { screen: 'F5', title, text: words.frontText, shape };
}

/** The advice before the first frame. */
const idle: Advice = { hint: null, take: false, steady: 0 };

/** A picture that is shown while it is being sent. */
function useFrozen(): [string | null, (bytes: Blob | null) => void] {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);
  return [url, (bytes) => setUrl(bytes && URL.createObjectURL(bytes))];
}

/**
 * State of one capture: the camera, the advice, and taking the picture.
 * @param isTaking a picture is being taken or chosen, so no other is taken
 */
function useCapture(context: FlowContext, isTaking: { current: boolean }) {
  const { words } = useCameraSpeech();
  const { journey, set, photos, announce } = useUi();
  const kind = context === 'face' ? 'face' : 'document';
  const [advisor, setAdvisor] = useState(() => createAdvisor(kind));
  const [handle, setHandle] = useState<CameraHandle | null>(null);
  const [advice, setAdvice] = useState(idle);
  const [frozen, freeze] = useFrozen();
  const startedAt = useRef(performance.now());

  const send = async (bytes: Blob, origin: 'camera' | 'file', facts: FlowCaptureFacts) => {
    freeze(bytes);
    announce.polite(words.checking);
    const done = await journey.addPicture({ context, bytes, origin, facts, challenge: null }, (id) =>
      photos.keep({ id, context }, bytes),
    );
    // If the same picture is still needed, the camera starts again.
    freeze(null);
    setAdvisor(createAdvisor(kind));
    setAdvice(idle);
    isTaking.current = false;
    startedAt.current = performance.now();
    if (done) set({ editing: null, retaking: null });
  };
  const facts = (auto: boolean): FlowCaptureFacts => ({
    auto,
    ms: Math.round(performance.now() - startedAt.current),
    hints: { ...advisor.counts },
  });
  const take = async (auto: boolean) => {
    if (isTaking.current || handle === null || handle.video.videoWidth === 0) return;
    isTaking.current = true;
    navigator.vibrate?.(30);
    await send(await encodePicture(handle.video, kind), 'camera', facts(auto));
  };
  return {
    handle,
    setHandle,
    advice,
    frozen,
    take,
    sendFile: (picture: Blob) => send(picture, 'file', facts(false)),
    follow(metrics: Parameters<typeof advisor.follow>[0], at: number) {
      // A picture taken before the person switched screens may still be uploading.
      if (isTaking.current || journey.model().busy) return;
      const next = advisor.follow(metrics, at);
      if (next.hint !== advice.hint && next.hint !== null) announce.polite(words.hints[next.hint]);
      setAdvice(next);
      if (next.take) void take(true);
    },
  };
}

/** Torch, shutter and camera switch below the picture. The shutter is always visible. */
function Controls({
  handle,
  isReady,
  onTake,
}: {
  handle: CameraHandle | null;
  isReady: boolean;
  onTake: () => void;
}): JSX.Element {
  const { words } = useCameraSpeech();
  const torch = useTorch(handle?.camera ?? null);
  const [other] = handle?.camera?.others ?? [];
  return (
    <div class="controls">
      <span class="control">
        {torch !== null && (
          <Secondary action="torch" plain onClick={torch.toggle}>
            <Icon name="light" />
            {words.torch}
          </Secondary>
        )}
      </span>
      <button
        type="button"
        class="shutter"
        data-primary=""
        aria-label={words.shutter}
        aria-disabled={!isReady}
        onClick={onTake}
      >
        <Icon name="camera" />
      </button>
      <span class="control">
        {other && (
          <Secondary action="switch-camera" plain onClick={() => handle!.change(other.deviceId)}>
            <Icon name="turn" />
            {words.switchCamera}
          </Secondary>
        )}
      </span>
    </div>
  );
}

function Hint({ hint, steady }: Advice): JSX.Element | null {
  const { words } = useCameraSpeech();
  return hint === null ? null : <p class={steady > 0 ? 'hint hint-good' : 'hint'}>{words.hints[hint]}</p>;
}

/** F5, F6 and F7: camera, guide, one hint, and the controls. */
export function Capture({ context }: { context: FlowContext }): JSX.Element {
  const { words } = useCameraSpeech();
  const { journey, set } = useUi();
  const { busy } = useHold();
  const { state, sending } = journey.model();
  const { document: chosen } = state!;
  const subject = subjectOf(context, words, chosen?.type === 'PASSPORT');
  const isTaking = useRef(false);
  const { handle, setHandle, advice, frozen, take, follow, sendFile } = useCapture(context, isTaking);
  // The page may have moved on before the previous step's picture was finished; then nothing of this step is being checked.
  const isOnItsWay = frozen !== null || (busy && sending === context);
  const isFace = context === 'face';
  // While a chosen file is being read, it takes precedence over what the camera sees.
  const holdBack = (isReading: boolean) => {
    isTaking.current = isReading;
  };
  return (
    <Screen screen={subject.screen} title={subject.title} wide>
      <p>{subject.text}</p>
      <CameraView
        facing={isFace ? 'user' : 'environment'}
        shape={subject.shape}
        round={isFace}
        frozen={frozen}
        onHandle={setHandle}
        onFrame={follow}
        onFault={(fault) => set({ fault })}
      >
        {isOnItsWay ? <Progress /> : <Hint {...advice} />}
      </CameraView>
      <Controls
        handle={handle}
        isReady={!busy && frozen === null && handle !== null && advice !== idle}
        onTake={() => void take(false)}
      />
      <FileChoice context={context} onPicture={sendFile} onReading={holdBack} />
      <KeepWhatIsThere />
    </Screen>
  );
}
