import { PartsProvider } from '@countersign/browser-ui';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Words } from './words.ts';
import { type Language, loadWords } from './languages.ts';

/** The texts and language of components. */
interface Speech {
  words: Words;
  language: Language;
  /** Loads another catalogue and switches to it. */
  speak: (language: Language) => Promise<void>;
}

const SpeechContext = createContext<Speech | null>(null);

/** Provides texts to all components below, starting with a loaded catalogue. */
export function SpeechProvider({ first, children }: { first: Omit<Speech, 'speak'>; children: ReactNode }) {
  const [shown, show] = useState(first);
  useEffect(() => {
    document.documentElement.lang = shown.language;
  }, [shown.language]);
  const speech = useMemo(
    () => ({
      ...shown,
      speak: async (language: Language) => {
        show({ words: await loadWords(language), language });
      },
    }),
    [shown],
  );
  return (
    <SpeechContext value={speech}>
      <PartsProvider words={shown.words} language={shown.language}>
        {children}
      </PartsProvider>
    </SpeechContext>
  );
}

/** Texts in the current language. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useSpeech: must be called below SpeechProvider');
  return speech;
}
