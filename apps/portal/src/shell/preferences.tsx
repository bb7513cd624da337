import { NativeSelect } from '@mantine/core';
import { useSpeech } from '../words/context.tsx';
import { languages, resolveLanguage } from '../words/languages.ts';

/** Selects the language of the page. */
export function LanguageSelect() {
  const { words, language, speak } = useSpeech();
  return (
    <NativeSelect
      label={words.shell.language}
      value={language}
      onChange={(event) => void speak(resolveLanguage([event.currentTarget.value]))}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
    />
  );
}
