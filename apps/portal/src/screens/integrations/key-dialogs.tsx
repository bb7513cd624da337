import { Time } from '@countersign/browser-ui';
import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Key } from './key.ts';

interface KeyDialogProps {
  integrationId: string;
  subject: Key;
  onClose: () => void;
}

/** Makes a secret the one that signs webhooks. */
export function PromoteKey({ integrationId, subject, onClose }: KeyDialogProps) {
  const { words } = useSpeech();
  const texts = words.keys;
  const promote = useChange<true, null>({
    act: () => change('POST', `integrations/${integrationId}/keys/${subject.id}/promote`),
    touches: ['integrations'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.promoteTitle(subject.label)}
      onClose={onClose}
      change={promote}
      input
      submit={texts.promote}
    >
      <Text size="sm">{texts.promoteIntro}</Text>
      <Text size="sm" c="dimmed">
        {texts.lastRequest}: <Time at={subject.lastUsedAt} none={words.common.never} />
      </Text>
    </FormDialog>
  );
}

/** Deletes a secret that is no longer used. */
export function DeleteKey({ integrationId, subject, onClose }: KeyDialogProps) {
  const { words } = useSpeech();
  const texts = words.keys;
  const [understood, setUnderstood] = useState(false);
  const remove = useChange<true, null>({
    act: () => change('DELETE', `integrations/${integrationId}/keys/${subject.id}`),
    touches: ['integrations'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.removeTitle(subject.label)}
      onClose={onClose}
      change={remove}
      input={understood ? true : null}
      submit={texts.remove}
      danger
    >
      <Text size="sm">{texts.removeIntro}</Text>
      <Text size="sm" c="dimmed">
        {texts.lastRequest}: <Time at={subject.lastUsedAt} none={words.common.never} />
      </Text>
      <Checkbox
        label={texts.removeUnderstand}
        checked={understood}
        onChange={(event) => setUnderstood(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
