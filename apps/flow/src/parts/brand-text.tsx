import type { BrandTexts } from '@countersign/contract';
import type { JSX } from 'preact';
import { useSpeech } from '../words/context.ts';
import { useBrandText } from './brand.ts';

/** One of the company's texts, as plain text; renders nothing if there is none in the current language. */
export function BrandText({ name }: { name: keyof BrandTexts }): JSX.Element | null {
  const text = useBrandText(name);
  return text === null ? null : (
    <p class="brand-text" dir="auto">
      {text}
    </p>
  );
}

/** The company's contact. */
export function Contact(): JSX.Element | null {
  const { words } = useSpeech();
  return useBrandText('help') === null ? null : (
    <section>
      <h2>{words.contact}</h2>
      <BrandText name="help" />
    </section>
  );
}
