import { type Column, DataTable, Panel, Time } from '@countersign/browser-ui';
import type { PortalTeam } from '@countersign/contract';
import { Button } from '@mantine/core';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { Reach } from './member.tsx';

type Invitation = PortalTeam['invitations'][number];

/** Invitations that have not been used yet. */
export function PendingPanel({ invitations }: { invitations: readonly Invitation[] }) {
  const { words } = useSpeech();
  const texts = words.team;
  const withdraw = useChange<Invitation, null>({
    act: ({ id }) => change('DELETE', `team/invitations/${id}`),
    touches: ['team'],
  });
  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      title: texts.email,
      heads: true,
      cell: ({ email }) => <span className="wrap">{email}</span>,
    },
    { key: 'role', title: texts.role, cell: ({ role }) => words.roles[role] },
    { key: 'reach', title: texts.grants, cell: ({ integrations }) => <Reach integrations={integrations} /> },
    { key: 'expires', title: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (invitation) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.withdrawOf(invitation.email)}
          onClick={() => withdraw.run(invitation)}
        >
          {texts.withdraw}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={texts.pending} flush={invitations.length > 0}>
      {invitations.length === 0 ? (
        <p className="quiet">{texts.pendingNone}</p>
      ) : (
        <DataTable
          caption={texts.pendingCaption}
          columns={columns}
          rows={invitations}
          keyOf={({ id }) => id}
        />
      )}
      <FailureAlert failure={withdraw.failure} />
    </Panel>
  );
}
