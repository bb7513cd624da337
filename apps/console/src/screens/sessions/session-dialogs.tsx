import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';

interface SessionDialogProps {
  integrationId: string;
  sessionId: string;
  onClose: () => void;
  /** Called with a message for the page. */
  onDone: (text: string) => void;
}

const touches = ['session show', 'session list', 'audit list'];

/** Places a session on legal hold or releases it; requires a reason. */
export function HoldDialog({
  integrationId,
  sessionId,
  isHeld,
  onClose,
  onDone,
}: SessionDialogProps & { isHeld: boolean }) {
  const [reason, setReason] = useState('');
  const texts = isHeld ? words.holding.release : words.holding.hold;
  const change = useVerb(isHeld ? 'session release' : 'session hold', {
    touches,
    onDone: () => onDone(texts.done),
  });
  return (
    <ConfirmDialog
      title={texts.title}
      onClose={onClose}
      verb={change}
      isBlocked={reason.trim() === ''}
      onConfirm={() => change.run({ words: [integrationId, sessionId], options: { reason } })}
      submit={texts.open}
    >
      <Text>{texts.consequence}</Text>
      <Textarea
        data-autofocus
        label={words.holding.reason}
        description={words.holding.reasonHint}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

/** Erases a session permanently; the beginning of its id must be typed to confirm. */
export function EraseDialog({ integrationId, sessionId, onClose, onDone }: SessionDialogProps) {
  const [typed, setTyped] = useState('');
  const wanted = sessionId.slice(0, 8);
  const erase = useVerb('session erase', { touches, onDone: () => onDone(words.erasing.done) });
  return (
    <ConfirmDialog
      title={words.erasing.title}
      onClose={onClose}
      verb={erase}
      danger
      isBlocked={typed.trim().toLowerCase() !== wanted}
      onConfirm={() => erase.run({ words: [integrationId, sessionId], options: { yes: true } })}
      submit={words.erasing.submit}
    >
      <Stack gap="sm">
        <Text>{words.erasing.consequence}</Text>
        <TextInput
          data-autofocus
          label={words.erasing.type(wanted)}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
