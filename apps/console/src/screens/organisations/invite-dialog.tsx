import { Note } from '@countersign/browser-ui';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { roles } from './printed-organisation.ts';

interface InviteDialogProps {
  /** Absent: another organisation is made, with its first owner. */
  organisation?: string;
  onClose: () => void;
  onDone?: (email: string) => void;
}

/** Invites a person by e-mail; the link is shown to nobody here. */
export function InviteDialog({ organisation, onClose, onDone }: InviteDialogProps) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string>('owner');
  const isNew = organisation === undefined;
  const wanted = organisation ?? name.trim();
  const texts = isNew ? words.organisations.make : words.organisations.invite;
  const invite = useVerb('portal invite', {
    touches: ['portal organisations', 'portal show', 'portal history'],
    onDone: () => {
      onClose();
      onDone?.(email.trim());
      if (isNew) void navigate({ to: '/organisations/$name', params: { name: wanted } });
    },
  });
  return (
    <ConfirmDialog
      title={texts.title(wanted)}
      onClose={onClose}
      verb={invite}
      isBlocked={wanted === '' || email.trim() === ''}
      onConfirm={() =>
        invite.run({
          words: [email.trim()],
          options: { organisation: wanted, role, ...(isNew ? { create: true } : {}) },
        })
      }
      submit={texts.submit}
    >
      {isNew && (
        <TextInput
          data-autofocus
          label={words.organisations.name}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <TextInput
        {...(isNew ? {} : { 'data-autofocus': true })}
        label={words.organisations.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {isNew ? (
        <Text size="sm">{words.organisations.make.owner}</Text>
      ) : (
        <NativeSelect
          label={words.organisations.role}
          data={[...roles]}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
      )}
      <Note tone="busy" icon="key">
        {words.organisations.byMail}
      </Note>
    </ConfirmDialog>
  );
}
