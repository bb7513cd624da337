import { type FlowContext, flowLimits } from '@countersign/contract';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { pictureOfFile } from '../camera/encode.ts';
import { useHold } from '../parts/hold.ts';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

/** A picture from the files of the device, where the integration admits that. */
export function FileChoice({
  context,
  onPicture,
}: {
  context: FlowContext;
  onPicture: (picture: Blob) => Promise<void>;
}): JSX.Element | null {
  const { words } = useSpeech();
  const { journey } = useUi();
  const { busy } = useHold();
  const [fault, setFault] = useState<string | null>(null);
  const { state, refused } = journey.model();
  if (!state!.rules.upload) return null;
  const choose = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    setFault(null);
    const picture = await pictureOfFile(file, flowLimits.pictureBytes);
    // The same file can be chosen again.
    input.value = '';
    if (picture === null) return setFault(words.uploadType);
    if (picture.size > flowLimits.pictureBytes) return setFault(words.uploadLarge);
    await onPicture(picture);
  };
  const answered = refused === null ? null : refused === 'too-large' ? words.uploadLarge : words.uploadType;
  return (
    <div class="file-choice">
      <label class="plain">
        <input
          type="file"
          accept="image/*"
          data-context={context}
          disabled={busy}
          onChange={(event) => void choose(event.currentTarget)}
        />
        <span>{words.upload}</span>
      </label>
      {(fault ?? answered) !== null && (
        <p class="fault" role="alert">
          {fault ?? answered}
        </p>
      )}
    </div>
  );
}
