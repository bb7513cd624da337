import type { FlowContext, FlowPicture } from '@countersign/contract';
import type { JSX } from 'preact';
import { Photo } from '../parts/photo.tsx';
import { pictureName } from '../parts/picture-name.ts';
import { ProblemList } from '../parts/problems.tsx';
import { Actions, Primary, Screen, Secondary } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useCameraSpeech } from '../words/context.ts';

/** F5q after Back: the existing picture, kept unless it is taken again. */
export function PictureKept({
  context,
  picture,
}: {
  context: FlowContext;
  picture: FlowPicture;
}): JSX.Element {
  const { words } = useCameraSpeech();
  const { journey, set } = useUi();
  return (
    <Screen screen="F5q" title={pictureName(words, context, journey.model().state?.document)}>
      <Photo picture={picture} label={words.checkPicture} />
      <Actions>
        <Primary onClick={() => set({ editing: null })}>{words.goOn}</Primary>
        <Secondary action="retake" onClick={() => set({ retaking: context, fault: null })}>
          {words.retake}
        </Secondary>
      </Actions>
    </Screen>
  );
}

/** F5q: the picture and all its problems. */
export function PictureCheck({
  context,
  picture,
}: {
  context: FlowContext;
  picture: FlowPicture;
}): JSX.Element {
  const { words } = useCameraSpeech();
  const { journey, set } = useUi();
  const problems = picture.verdict?.problems.filter(({ severity }) => severity !== 'warn') ?? [];
  const isOurs = problems.length > 0 && problems.every(({ code }) => code.startsWith('sys.'));
  const left = picture.verdict?.retakesLeft ?? 0;
  const isOtherType = problems.some(({ code }) => code === 'doc.type');
  return (
    <Screen screen="F5q" title={isOurs ? words.checkTitleTechnical : words.checkTitle}>
      <Photo picture={picture} label={words.checkPicture} />
      <ProblemList problems={problems} />
      <Actions>
        <Primary onClick={() => set({ retaking: context })}>{words.retake}</Primary>
        {left > 0 && !isOurs && <p class="quiet">{words.retakesLeft(left)}</p>}
        {left === 0 && (
          <Secondary action="use-anyway" onClick={() => void journey.acceptPicture(context)}>
            {words.useAnyway}
          </Secondary>
        )}
        {isOtherType && (
          <Secondary action="change-document" onClick={() => set({ editing: 'document' })}>
            {words.changeDocument}
          </Secondary>
        )}
      </Actions>
    </Screen>
  );
}
