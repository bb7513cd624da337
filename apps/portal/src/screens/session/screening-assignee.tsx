import { Time } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { FailureAlert } from '../../parts/states.tsx';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { useAssign } from '../screening/use-assign.ts';

interface ScreeningAssigneeProps {
  sessionId: string;
  screening: NonNullable<PortalSession['screening']>;
}

/** The assignee of a screening, above its decisions: a hint to others, who may still decide. */
export function ScreeningAssignee({ sessionId, screening }: ScreeningAssigneeProps) {
  const { words } = useSpeech();
  const { user } = useMe();
  const texts = words.screening.assignee;
  const assign = useAssign();
  const { assignment, assignable, canDecide } = screening;
  const { assignee, version } = assignment;
  if (!canDecide && assignee === null) return null;
  const isMine = assignee?.id === user.id;
  const current = assignee?.id ?? '';
  // Takes effect only when applied, because the arrow keys step through all people.
  const [chosen, choose] = useState<string | null>(null);
  const isChosen = chosen !== null && chosen !== current;
  const give = (userId: string | null) => {
    choose(null);
    assign.run({ sessionId, userId, version });
  };
  return (
    <>
      <div className="chosen">
        <span role="status">
          {assignee === null ? (
            texts.isFree
          ) : (
            <>
              <span className="strong">{isMine ? texts.isYours : texts.isTaken(assignee.name)}</span>{' '}
              <span className="quiet">
                <Time at={assignee.since} />
              </span>
            </>
          )}
        </span>
        {canDecide && (
          <div className="chosen-actions">
            {assignable.length > 1 && (
              <NativeSelect
                size="xs"
                aria-label={texts.give}
                value={chosen ?? current}
                disabled={assign.busy}
                onChange={(event) => choose(event.currentTarget.value)}
                data={[
                  { value: '', label: texts.free },
                  ...assignable.map(({ id, name }) => ({
                    value: id,
                    label: id === user.id ? texts.youAre(name) : name,
                  })),
                ]}
              />
            )}
            <Button
              size="compact-sm"
              variant="default"
              loading={assign.busy}
              onClick={() => give(isChosen ? chosen || null : isMine ? null : user.id)}
            >
              {isChosen
                ? words.common.apply
                : isMine
                  ? texts.release
                  : assignee === null
                    ? texts.take
                    : texts.takeOver}
            </Button>
          </div>
        )}
      </div>
      <FailureAlert failure={assign.failure} />
    </>
  );
}
