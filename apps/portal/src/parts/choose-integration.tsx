import { NativeSelect } from '@mantine/core';
import { useMe } from '../service/use-me.ts';
import { useSpeech } from '../words/context.tsx';

interface ChooseIntegrationProps {
  value: string;
  onChange: (id: string) => void;
}

/** Selects one of the reader's integrations; renders nothing if there is only one. */
export function ChooseIntegration({ value, onChange }: ChooseIntegrationProps) {
  const { words } = useSpeech();
  const { integrations } = useMe();
  if (integrations.length < 2) return null;
  return (
    <NativeSelect
      className="filter-wide"
      label={words.common.integration}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={integrations.map(({ id, name, mode }) => ({
        value: id,
        label: `${name} (${mode === 'test' ? words.common.test : words.common.live})`,
      }))}
    />
  );
}
