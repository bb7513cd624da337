import type { FlowLanguage } from '@countersign/contract';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { FirstWords } from './camera-texts.ts';
import type { Words } from './en.ts';

/** What components need to write texts. */
export interface Speech {
  /** Those of the camera are added once they are loaded; see {@link isWhole}. */
  words: FirstWords;
  language: FlowLanguage;
}

/** Set by the page around all screens. */
export const SpeechContext = createContext<Speech | null>(null);

/** Texts of the language shown. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useSpeech: must be called below SpeechContext');
  return speech;
}

/** Whether the texts of the camera are there, too. */
export const isWhole = (words: FirstWords): words is Words => 'hints' in words;

/** The same with the texts of the camera, for what is shown once they are there. */
export function useCameraSpeech(): Speech & { words: Words } {
  const { words, language } = useSpeech();
  if (!isWhole(words))
    throw new Error('useCameraSpeech: must be called once the texts of the camera are loaded');
  return { words, language };
}
