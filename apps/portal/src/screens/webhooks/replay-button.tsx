import { icons } from '@countersign/browser-ui';
import type { PortalReplayed } from '@countersign/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

/** Resends a webhook with two clicks in the same place. */
export function ReplayButton({ id, short = false }: { id: string; short?: boolean }) {
  const { words } = useSpeech();
  const texts = words.webhooks;
  const [confirming, setConfirming] = useState(false);
  const replay = useChange<undefined, PortalReplayed>({
    act: () => change('POST', `webhooks/${id}/replay`),
    touches: ['webhooks', 'sessions'],
    onDone: () => setConfirming(false),
  });
  const size = short ? 'compact-sm' : 'sm';
  return (
    <span className="replay">
      {confirming ? (
        <Group gap={6} wrap="nowrap">
          <Button size={size} loading={replay.busy} autoFocus onClick={() => replay.run(undefined)}>
            {texts.replayYes}
          </Button>
          <Button size={size} variant="subtle" color="gray" onClick={() => setConfirming(false)}>
            {words.common.cancel}
          </Button>
        </Group>
      ) : (
        <Button
          size={size}
          variant="default"
          leftSection={<icons.replay size={14} />}
          aria-label={short ? texts.replayOf(id.slice(0, 8)) : undefined}
          onClick={() => {
            replay.reset();
            setConfirming(true);
          }}
        >
          {texts.replay}
        </Button>
      )}
      <span role="status" className="small replay-note" data-failed={replay.failure !== null}>
        {replay.failure !== null ? failureText(words, replay.failure) : replay.done ? texts.replayed : ''}
      </span>
    </span>
  );
}
