import type { PortalScreeningQueue } from '@countersign/contract';
import { Button } from '@mantine/core';
import type { Change } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Assigning } from './use-assign.ts';

interface AssigneeCellProps {
  row: PortalScreeningQueue['rows'][number];
  /** A decision is pending. */
  isWaiting: boolean;
  assign: Change<Assigning, null>;
}

/** The assignee of a screening in the queue; a button takes an unassigned one. */
export function AssigneeCell({ row: { sessionId, assignment }, isWaiting, assign }: AssigneeCellProps) {
  const { words } = useSpeech();
  const { can, user } = useMe();
  const texts = words.screening.assignee;
  const { assignee, version } = assignment;
  if (assignee !== null)
    return assignee.id === user.id ? <span className="strong">{texts.you}</span> : assignee.name;
  if (!isWaiting || !can('triage')) return <span className="quiet">–</span>;
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={assign.busy}
      aria-label={texts.takeSession(sessionId.slice(0, 8))}
      onClick={() => assign.run({ sessionId, userId: user.id, version })}
    >
      {texts.take}
    </Button>
  );
}
