import { Button, Group } from '@mantine/core';
import type { Change } from '../service/use-change.ts';
import { useSpeech } from '../words/context.tsx';

interface SaveBarProps {
  save: Pick<Change<never, unknown>, 'busy' | 'done'>;
  /** There is unsaved input. */
  isChanged: boolean;
  /** The input is invalid. */
  isWrong?: boolean;
}

/** The footer of a form that stays open: the save button, and a confirmation after saving. */
export function SaveBar({ save, isChanged, isWrong = false }: SaveBarProps) {
  const { words } = useSpeech();
  return (
    <Group gap="sm">
      <Button type="submit" disabled={!isChanged || isWrong} loading={save.busy}>
        {words.common.save}
      </Button>
      <span role="status" className="quiet small">
        {save.done && !isChanged ? words.common.saved : ''}
      </span>
    </Group>
  );
}
