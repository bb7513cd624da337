import type { PortalRevealed, PortalSession } from '@countersign/contract';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useDraft } from '../../service/drafts.ts';
import { queryClient } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';

/** Requires a reason before personal data is shown. */
export function RevealDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.session;
  // Consecutive reviews share a reason: it is prefilled, and typing replaces it.
  const reason = useDraft('reveal');
  const reveal = useChange<{ reason: string }, PortalRevealed>({
    act: (body) => change('POST', `sessions/${id}/reveal`, body),
    touches: ['sessions', 'webhooks'],
    onDone: onClose,
  });
  const text = reason.text.trim();
  return (
    <FormDialog
      title={texts.revealTitle}
      onClose={onClose}
      change={reveal}
      input={text === '' ? null : { reason: text }}
      submit={texts.reveal}
    >
      <Text size="sm" c="dimmed">
        {texts.revealIntro}
      </Text>
      <TextInput
        label={texts.revealReason}
        description={texts.revealReasonHint}
        required
        maxLength={500}
        data-autofocus
        value={reason.text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => reason.write(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Deletes a session; its first characters must be typed. */
export function DeleteDialog({ session, onClose }: { session: PortalSession; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.session;
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = session.id.slice(0, 8);
  const remove = useChange<true, null>({
    act: () => change('DELETE', `sessions/${session.id}`),
    onDone: () => {
      queryClient.removeQueries({ queryKey: ['sessions', session.id] });
      void queryClient.invalidateQueries({ queryKey: ['sessions', 'list'] });
      void navigate({ to: '/sessions', search: {} });
    },
  });
  return (
    <FormDialog
      title={texts.removeTitle}
      onClose={onClose}
      change={remove}
      input={typed.trim() === wanted ? true : null}
      submit={texts.remove}
      danger
    >
      <Text size="sm">{texts.removeIntro}</Text>
      <TextInput
        label={texts.removeType(wanted)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Adds a note for colleagues. */
export function NoteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.session;
  const note = useDraft(`note ${id}`);
  const add = useChange<{ text: string }, null>({
    act: (body) => change('POST', `sessions/${id}/notes`, body),
    touches: ['sessions'],
    onDone: () => {
      note.sent();
      onClose();
    },
  });
  return (
    <FormDialog
      title={texts.addNote}
      onClose={onClose}
      change={add}
      input={note.text.trim() === '' ? null : { text: note.text.trim() }}
      submit={texts.addNote}
    >
      <Textarea
        label={texts.noteText}
        description={texts.noteHint}
        required
        rows={5}
        maxLength={4_000}
        data-autofocus
        value={note.text}
        onChange={(event) => note.write(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
