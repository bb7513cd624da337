import { type FlowContext, flowLimits } from '@countersign/contract';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { pictureOfFile } from '../camera/encode.ts';
import { useHold } from '../parts/hold.ts';
import { pictureName } from '../parts/picture-name.ts';
import { useUi } from '../parts/ui.ts';
import { useCameraSpeech } from '../words/context.ts';
import { Progress } from './progress.tsx';

interface FileChoiceProps {
  context: FlowContext;
  onPicture: (picture: Blob) => Promise<void>;
  /** Called when reading the file starts and when it ends. */
  onReading?: (isReading: boolean) => void;
  /** Nothing else on the screen names the picture or shows its upload. */
  alone?: boolean;
}

/** Announces the next picture when nothing else on the screen changes. */
function useAnnounced(text: string, isWanted: boolean): void {
  const { announce } = useUi();
  const spoken = useRef(text);
  useEffect(() => {
    if (isWanted && spoken.current !== text) announce.polite(text);
    spoken.current = text;
  }, [text]);
}

/** Reads and sends the chosen file. A large picture takes seconds before its upload begins. */
function useFile({ onPicture, onReading }: Pick<FileChoiceProps, 'onPicture' | 'onReading'>) {
  const { words } = useCameraSpeech();
  const { announce } = useUi();
  const [fault, setFault] = useState<string | null>(null);
  const [work, setWork] = useState<'reading' | 'sending' | null>(null);
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    setFault(null);
    setWork('reading');
    onReading?.(true);
    announce.polite(words.checking);
    const picture = await pictureOfFile(file, flowLimits.pictureBytes);
    // Allows choosing the same file again.
    input.value = '';
    setWork(null);
    onReading?.(false);
    if (picture === null) return setFault(words.uploadType);
    if (picture.size > flowLimits.pictureBytes) return setFault(words.uploadLarge);
    setWork('sending');
    await onPicture(picture);
    setWork(null);
  };
  return { fault, work, choose };
}

/** Chooses a picture from the device's files, if the integration allows it. */
export function FileChoice(props: FileChoiceProps): JSX.Element | null {
  const { context, alone = false } = props;
  const { words } = useCameraSpeech();
  const { journey } = useUi();
  const { busy } = useHold();
  const { fault, work, choose } = useFile(props);
  const label = alone
    ? `${words.upload}${words.colon}${pictureName(words, context, journey.model().state?.document)}`
    : words.upload;
  useAnnounced(label, alone);
  const { state, refused } = journey.model();
  if (!state!.rules.upload) return null;
  const answered = refused === null ? null : refused === 'too-large' ? words.uploadLarge : words.uploadType;
  const why = fault ?? answered;
  return (
    <div class="file-choice">
      <label class="plain">
        <input
          type="file"
          accept="image/*"
          data-context={context}
          disabled={busy || work !== null}
          {...(why !== null && { 'aria-invalid': true, 'aria-describedby': 'file-fault' })}
          onChange={(event) => void choose(event.currentTarget)}
        />
        <span>{label}</span>
      </label>
      {(work === 'reading' || (work === 'sending' && alone)) && <Progress below />}
      {why !== null && (
        <p class="fault" role="alert" id="file-fault">
          {why}
        </p>
      )}
    </div>
  );
}
