import { Button, Group } from '@mantine/core';
import type { Change } from '../service/use-change.ts';
import { useSpeech } from '../words/context.tsx';

interface SaveBarProps {
  save: Pick<Change<never, unknown>, 'busy' | 'done'>;
  /** Something was typed that is not stored. */
  isChanged: boolean;
  /** What was typed cannot be sent. */
  isWrong?: boolean;
}

/** The foot of a form that stays open: the button that saves, and that it was saved. */
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
