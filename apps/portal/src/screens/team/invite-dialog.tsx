import { CopyField, Dialog, Time } from '@countersign/browser-ui';
import type { PortalInvited, PortalInviteRequest, PortalRole } from '@countersign/contract';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { ReachField, RoleField } from './access-fields.tsx';

interface InviteDialogProps {
  /** Roles that the reader may grant. */
  roles: readonly PortalRole[];
  onClose: () => void;
}

/** Invites a colleague and shows the link. */
export function InviteDialog({ roles, onClose }: InviteDialogProps) {
  const { words } = useSpeech();
  const texts = words.team;
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<PortalRole>(
    roles.includes('viewer') ? 'viewer' : (roles.at(-1) ?? 'viewer'),
  );
  const [reach, setReach] = useState<string[] | null>(null);
  const invite = useChange<PortalInviteRequest, PortalInvited>({
    act: (body) => change('POST', 'team/invitations', body),
    touches: ['team'],
  });
  if (invite.answer) return <Invited invited={invite.answer} email={email} onClose={onClose} />;
  const isReady = email.trim() !== '' && reach?.length !== 0;
  return (
    <FormDialog
      title={texts.inviteTitle}
      onClose={onClose}
      change={invite}
      input={isReady ? { email: email.trim(), role, integrations: reach } : null}
      submit={texts.inviteSubmit}
    >
      <TextInput
        type="email"
        label={texts.email}
        autoComplete="off"
        required
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleField roles={roles} value={role} onChange={setRole} />
      <ReachField value={reach} onChange={setReach} />
    </FormDialog>
  );
}

interface InvitedProps {
  invited: PortalInvited;
  email: string;
  onClose: () => void;
}

function Invited({ invited, email, onClose }: InvitedProps) {
  const { words } = useSpeech();
  const texts = words.team;
  return (
    <Dialog title={texts.invitedTitle} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          <strong>{email}</strong>. {invited.url === null ? texts.invitedByMail : texts.invitedIntro}
        </Text>
        {invited.url !== null && <CopyField value={invited.url} name={texts.link} />}
        <Text size="sm" c="dimmed">
          {texts.expires} <Time at={invited.expiresAt} />
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.common.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
