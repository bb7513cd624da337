import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useSpeech } from '../words/context.tsx';
import { languages, resolveLanguage } from '../words/languages.ts';

/** Colours of this browser. */
export function ColourSelect() {
  const { words } = useSpeech();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      label={words.shell.colours}
      value={colorScheme}
      onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
      data={[
        { value: 'auto', label: words.shell.system },
        { value: 'light', label: words.shell.light },
        { value: 'dark', label: words.shell.dark },
      ]}
    />
  );
}

/** Language of the page. */
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
