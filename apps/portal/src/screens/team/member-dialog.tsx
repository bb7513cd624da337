import type { PortalMemberChange, PortalRole } from '@countersign/contract';
import { Anchor, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { ReachField, RoleField } from './access-fields.tsx';
import type { Member } from './member.tsx';

interface MemberDialogProps {
  member: Member;
  /** Roles that the reader may grant. */
  roles: readonly PortalRole[];
  onClose: () => void;
}

/** Changes a person's permissions. */
export function MemberDialog({ member, roles, onClose }: MemberDialogProps) {
  const { words } = useSpeech();
  const texts = words.team;
  const [role, setRole] = useState(member.role);
  const [reach, setReach] = useState(member.integrations);
  const [reveal, setReveal] = useState(member.grants.reveal);
  const [removing, setRemoving] = useState(false);
  const save = useChange<PortalMemberChange, null>({
    act: (body) => change('PATCH', `team/${member.id}`, body),
    touches: ['team', 'me'],
    onDone: onClose,
  });
  if (removing) return <RemoveDialog member={member} onClose={onClose} />;
  const isReady = reach?.length !== 0;
  const wanted = {
    version: member.version,
    ...(role === member.role ? {} : { role }),
    ...(JSON.stringify(reach) === JSON.stringify(member.integrations) ? {} : { integrations: reach }),
    ...(reveal === member.grants.reveal ? {} : { grants: { ...member.grants, reveal } }),
  };
  return (
    <FormDialog
      title={texts.editTitle(member.name)}
      onClose={onClose}
      change={save}
      input={isReady ? wanted : null}
      submit={words.common.save}
    >
      <RoleField roles={roles} value={role} onChange={setRole} />
      <ReachField value={reach} onChange={setReach} />
      {role !== 'viewer' && <RevealField value={reveal} onChange={setReveal} />}
      <Anchor component="button" type="button" size="sm" c="red" ta="start" onClick={() => setRemoving(true)}>
        {texts.remove}
      </Anchor>
    </FormDialog>
  );
}

/** Whether the person may see personal data; `null`: the role's default applies. */
function RevealField({
  value,
  onChange,
}: {
  value: boolean | null;
  onChange: (value: boolean | null) => void;
}) {
  const { words } = useSpeech();
  const { reveal, revealBy } = words.team;
  const chosen = value === null ? 'role' : value ? 'yes' : 'no';
  return (
    <NativeSelect
      label={reveal}
      data={(['role', 'yes', 'no'] as const).map((each) => ({ value: each, label: revealBy[each] }))}
      value={chosen}
      onChange={({ currentTarget: { value: next } }) => onChange(next === 'role' ? null : next === 'yes')}
    />
  );
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.team;
  const remove = useChange<true, null>({
    act: () => change('DELETE', `team/${member.id}`),
    touches: ['team'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.removeTitle(member.name)}
      onClose={onClose}
      change={remove}
      input
      submit={texts.remove}
      danger
    >
      <Text size="sm">{texts.removeIntro}</Text>
    </FormDialog>
  );
}
