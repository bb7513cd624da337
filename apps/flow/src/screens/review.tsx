import type { FlowPicture } from '@countersign/contract';
import type { JSX } from 'preact';
import { Photo } from '../parts/photo.tsx';
import { pictureName } from '../parts/picture-name.ts';
import { Actions, Primary, Screen, Secondary } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';
import { countriesIn } from './countries.ts';

/** F9: a summary, in which each part can be repeated. */
export function Review({ still }: { still: boolean }): JSX.Element {
  const { words, language } = useSpeech();
  const { journey, set } = useUi();
  const { document: chosen, pictures } = journey.model().state!;
  const country = chosen && countriesIn(language, [chosen.country])[0]!.name;
  const nameOf = ({ context }: FlowPicture) => pictureName(words, context, chosen);
  return (
    <Screen screen="F9" title={words.reviewTitle}>
      <p class="lead">{words.reviewText}</p>
      {chosen && (
        <div class="row">
          <p>
            <strong>{words.documentTypes[chosen.type]}</strong>
            <span class="quiet">{country}</span>
          </p>
          <Secondary action="edit-document" plain onClick={() => set({ editing: 'document' })}>
            {words.change}
          </Secondary>
        </div>
      )}
      <ul class="photos">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <Photo picture={picture} label={nameOf(picture)} />
            <span class="quiet">{nameOf(picture)}</span>
            <Secondary
              action={`edit-${picture.context}`}
              label={words.retakeOf(nameOf(picture))}
              plain
              onClick={() => set({ editing: picture.context, retaking: picture.context, fault: null })}
            >
              {words.retake}
            </Secondary>
          </li>
        ))}
      </ul>
      <Actions>
        <Primary onClick={() => void journey.submit(still)}>{words.send}</Primary>
      </Actions>
    </Screen>
  );
}
