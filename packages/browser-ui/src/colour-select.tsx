import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useParts } from './parts-words.tsx';

/** Selects the colour scheme of this browser. */
export function ColourSelect() {
  const { words } = useParts();
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
