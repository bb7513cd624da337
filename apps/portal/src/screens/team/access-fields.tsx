import type { PortalRole } from '@countersign/contract';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

interface RoleFieldProps {
  roles: readonly PortalRole[];
  value: PortalRole;
  onChange: (role: PortalRole) => void;
}

/** A role, with its permissions. */
export function RoleField({ roles, value, onChange }: RoleFieldProps) {
  const { words } = useSpeech();
  return (
    <Radio.Group label={words.team.role} value={value} onChange={onChange}>
      <Stack gap={8} mt={6}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={words.roles[role]} description={words.roleHelp[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface ReachFieldProps {
  /** Integration ids; `null`: all. */
  value: string[] | null;
  onChange: (value: string[] | null) => void;
}

/** Selects all integrations, or some of them. */
export function ReachField({ value, onChange }: ReachFieldProps) {
  const { words } = useSpeech();
  const { integrations } = useMe();
  if (integrations.length < 2 && value === null) return null;
  return (
    <Checkbox.Group label={words.team.grants} value={value ?? []} onChange={onChange}>
      <Stack gap={8} mt={6}>
        <Checkbox
          label={words.team.allGrants}
          checked={value === null}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? null : integrations.map(({ id }) => id))
          }
        />
        {value !== null &&
          integrations.map(({ id, name }) => <Checkbox key={id} value={id} label={name} ml="lg" />)}
      </Stack>
    </Checkbox.Group>
  );
}
