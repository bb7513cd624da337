import { PartsProvider } from '@countersign/browser-ui';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Words } from './words.ts';
import { type Language, loadWords } from './languages.ts';

/** What components need to write texts. */
interface Speech {
  words: Words;
  language: Language;
  /** Loads another catalogue and shows it. */
  speak: (language: Language) => Promise<void>;
}

const SpeechContext = createContext<Speech | null>(null);

/** Texts for everything below, starting with a catalogue that is there already. */
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

/** Texts of the language shown. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('useSpeech: must be called below SpeechProvider');
  return speech;
}
