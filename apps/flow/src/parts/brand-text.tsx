import type { BrandTexts } from '@countersign/contract';
import type { JSX } from 'preact';
import { useSpeech } from '../words/context.ts';
import { useBrandText } from './brand.ts';

/** A text of the company, as plain text; nothing where it has none in the language shown. */
export function BrandText({ name }: { name: keyof BrandTexts }): JSX.Element | null {
  const text = useBrandText(name);
  return text === null ? null : (
    <p class="brand-text" dir="auto">
      {text}
    </p>
  );
}

/** How to reach the company. */
export function Contact(): JSX.Element | null {
  const { words } = useSpeech();
  return useBrandText('help') === null ? null : (
    <section>
      <h2>{words.contact}</h2>
      <BrandText name="help" />
    </section>
  );
}
