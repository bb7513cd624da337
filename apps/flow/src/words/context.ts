import type { FlowLanguage } from '@countersign/contract';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FirstWords } from './camera-texts.ts';
import type { Words } from './en.ts';

/** The texts and language of components. */
export interface Speech {
  /** The camera's texts are added once they are loaded; see {@link isWhole}. */
  words: FirstWords;
  language: FlowLanguage;
}

/** Provided to all screens by the page. */
export const SpeechContext = createContext<Speech | null>(null);

/** Texts in the current language. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useSpeech: must be called below SpeechContext');
  return speech;
}

/** Whether the camera's texts are loaded too. */
export const isWhole = (words: FirstWords): words is Words => 'hints' in words;

/** Texts including those of the camera, for components shown once these are loaded. */
export function useCameraSpeech(): Speech & { words: Words } {
  const { words, language } = useSpeech();
  if (!isWhole(words))
    throw new Error('useCameraSpeech: must be called once the texts of the camera are loaded');
  return { words, language };
}
