import { FilterChoice } from '@countersign/browser-ui';
import { useMe } from '../service/use-me.ts';
import { useSpeech } from '../words/context.tsx';

/** Filters by one of the reader's integrations. */
export function FilterIntegration({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const choices = integrations.map(({ id, name, mode }) => ({
    value: id,
    label: `${name} (${mode === 'test' ? words.common.test : words.common.live})`,
  }));
  return (
    <FilterChoice label={words.common.integration} value={value} onChange={onChange} choices={choices} />
  );
}
