import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Words } from './en.ts';
import type { Language } from './languages.ts';

/** What components need to write texts. */
export interface Speech {
  words: Words;
  language: Language;
}

/** Set by the page around all screens. */
export const SpeechContext = createContext<Speech | null>(null);

/** Texts of the language shown. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useSpeech: must be called below SpeechContext');
  return speech;
}
