import { Note } from '@countersign/browser-ui';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { roles } from './printed-organisation.ts';

interface InviteDialogProps {
  /** If absent, a new organisation is created with its first owner. */
  organisation?: string;
  onClose: () => void;
  onDone?: (email: string) => void;
}

interface Invited {
  name: string;
  email: string;
  role: string;
}

/** Invites a person by e-mail; the console never shows the link. */
export function InviteDialog({ organisation, onClose, onDone }: InviteDialogProps) {
  const navigate = useNavigate();
  const [invited, setInvited] = useState<Invited>({ name: organisation ?? '', email: '', role: 'owner' });
  const isNew = organisation === undefined;
  const [name, email] = [invited.name.trim(), invited.email.trim()];
  const texts = isNew ? words.organisations.make : words.organisations.invite;
  const invite = useVerb('portal invite', {
    touches: ['portal organisations', 'portal show', 'portal history'],
    onDone: () => {
      onClose();
      onDone?.(email);
      if (isNew) void navigate({ to: '/organisations/$name', params: { name } });
    },
  });
  const options = { organisation: name, role: invited.role, ...(isNew ? { create: true as const } : {}) };
  return (
    <ConfirmDialog
      title={texts.title(name)}
      onClose={onClose}
      verb={invite}
      isBlocked={name === '' || email === ''}
      onConfirm={() => invite.run({ words: [email], options })}
      submit={texts.submit}
    >
      <Fields
        invited={invited}
        isNew={isNew}
        onChange={(change) => setInvited((before) => ({ ...before, ...change }))}
      />
      <Note tone="busy" icon="key">
        {words.organisations.byMail}
      </Note>
    </ConfirmDialog>
  );
}

interface FieldsProps {
  invited: Invited;
  isNew: boolean;
  onChange: (change: Partial<Invited>) => void;
}

const Fields = ({ invited, isNew, onChange }: FieldsProps) => (
  <>
    {isNew && (
      <TextInput
        data-autofocus
        label={words.organisations.name}
        value={invited.name}
        maxLength={100}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
    )}
    <TextInput
      {...(isNew ? {} : { 'data-autofocus': true })}
      label={words.organisations.email}
      type="email"
      autoComplete="off"
      value={invited.email}
      onChange={(event) => onChange({ email: event.currentTarget.value })}
    />
    {isNew ? (
      <Text size="sm">{words.organisations.make.owner}</Text>
    ) : (
      <NativeSelect
        label={words.organisations.role}
        data={[...roles]}
        value={invited.role}
        onChange={(event) => onChange({ role: event.currentTarget.value })}
      />
    )}
  </>
);
