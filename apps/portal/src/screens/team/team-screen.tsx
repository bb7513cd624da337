import { type Column, DataTable, icons, Mark, Page, Panel, Time } from '@countersign/browser-ui';
import type { PortalTeam } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../parts/states.tsx';
import { teamQuery } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { type Member, Reach } from './member.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { PendingPanel } from './pending-panel.tsx';

/** Members of the organisation, and unused invitations. */
export function TeamScreen() {
  const { words } = useSpeech();
  const { can } = useMe();
  const texts = words.team;
  const query = useQuery(teamQuery);
  const [inviting, setInviting] = useState(false);
  const roles = query.data?.roles ?? [];
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        can('manage-team') && (
          <>
            {can('manage-organisation') && (
              <Button variant="default" component={Link} to="/team/single-sign-on">
                {words.sso.title}
              </Button>
            )}
            <Button
              leftSection={<icons.plus size={16} />}
              disabled={roles.length === 0}
              onClick={() => setInviting(true)}
            >
              {texts.invite}
            </Button>
          </>
        )
      }
    >
      {query.data === undefined ? (
        <Panel>
          <Loaded query={query}>{() => null}</Loaded>
        </Panel>
      ) : (
        <>
          <Members team={query.data} />
          <PendingPanel invitations={query.data.invitations} />
        </>
      )}
      {inviting && <InviteDialog roles={roles} onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Members({ team }: { team: PortalTeam }) {
  const { words } = useSpeech();
  const texts = words.team;
  const [editing, setEditing] = useState<Member | null>(null);
  const columns: Column<Member>[] = [
    {
      key: 'name',
      title: texts.name,
      heads: true,
      cell: ({ name, email, you }) => (
        <span className="stacked">
          <span className="strong">
            {name} {you && <span className="quiet">({texts.you})</span>}
          </span>
          <span className="quiet small wrap">{email}</span>
        </span>
      ),
    },
    { key: 'role', title: texts.role, cell: ({ role }) => words.roles[role] },
    { key: 'reach', title: texts.grants, cell: ({ integrations }) => <Reach integrations={integrations} /> },
    {
      key: 'second',
      title: texts.second,
      cell: ({ totp }) => (
        <Mark tone={totp ? 'good' : 'warn'}>{totp ? texts.secondOn : texts.secondOff}</Mark>
      ),
    },
    {
      key: 'seen',
      title: texts.lastSeen,
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} none={words.common.never} />,
    },
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (member) =>
        member.changeable && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.editOf(member.name)}
            onClick={() => setEditing(member)}
          >
            {texts.edit}
          </Button>
        ),
    },
  ];
  return (
    <Panel flush>
      <DataTable caption={texts.caption} columns={columns} rows={team.members} keyOf={({ id }) => id} />
      {editing && <MemberDialog member={editing} roles={team.roles} onClose={() => setEditing(null)} />}
    </Panel>
  );
}
