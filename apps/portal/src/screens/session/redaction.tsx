import { Note, Time } from '@countersign/browser-ui';
import type { PortalRedactRequest, PortalSession } from '@countersign/contract';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

/** Reports that the session's personal data was redacted, when, and by whom. */
export function RedactedNote({ redacted }: { redacted: NonNullable<PortalSession['redacted']> }) {
  const { words } = useSpeech();
  const texts = words.session.redaction;
  return (
    <Note tone="idle" icon="lock">
      {texts.redacted(redacted.by)} <Time at={redacted.at} />
    </Note>
  );
}

/** Redacts a session; its first characters and a reason must be typed. */
export function RedactDialog({ session, onClose }: { session: PortalSession; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.session.redaction;
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const wanted = session.id.slice(0, 8);
  const redact = useChange<PortalRedactRequest, null>({
    act: (body) => change('POST', `sessions/${session.id}/redact`, body),
    touches: ['sessions', 'webhooks'],
    onDone: onClose,
  });
  const isComplete = typed.trim() === wanted && reason.trim() !== '';
  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      change={redact}
      input={isComplete ? { reason: reason.trim() } : null}
      submit={texts.redact}
      danger
    >
      <Text size="sm">{texts.goes}</Text>
      <Text size="sm">{texts.stays}</Text>
      <TextInput
        label={texts.reason}
        description={texts.reasonHint}
        required
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextInput
        label={words.session.removeType(wanted)}
        required
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
