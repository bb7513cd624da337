import { type Column, DataTable, Panel, Time } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { Loaded } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { ActiveMark } from '../integrations/integrations-screen.tsx';
import type { OrganisationChange, ShownOrganisation } from './printed-organisation.ts';

type Integration = ShownOrganisation['integrations'][number];
type Person = ShownOrganisation['people'][number];
type Invitation = ShownOrganisation['invitations'][number];

const integrationColumns: Column<Integration>[] = [
  {
    key: 'name',
    title: words.integrations.name,
    heads: true,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  { key: 'state', title: words.common.state, cell: ({ active }) => <ActiveMark active={active} /> },
  {
    key: 'limit',
    title: words.organisations.limit,
    cell: ({ requestsPerSecond }) => requestsPerSecond ?? words.organisations.usualLimit,
  },
];

/** Integrations of an organisation, with their limits. */
export const IntegrationsTable = ({ integrations }: { integrations: Integration[] }) => (
  <Panel title={words.integrations.title} intro={words.organisations.limitHint} flush>
    {integrations.length === 0 ? (
      <p className="panel-line quiet">{words.organisations.noIntegration}</p>
    ) : (
      <DataTable
        caption={words.integrations.title}
        columns={integrationColumns}
        rows={integrations}
        keyOf={({ integrationId }) => integrationId}
      />
    )}
  </Panel>
);

const peopleColumns: Column<Person>[] = [
  {
    key: 'name',
    title: words.organisations.person,
    heads: true,
    cell: ({ name, email }) => (
      <span className="stacked wrap">
        <strong>{name}</strong>
        <span className="quiet small">{email}</span>
      </span>
    ),
  },
  { key: 'role', title: words.organisations.role, cell: ({ role }) => role },
  {
    key: 'second',
    title: words.organisations.secondStep,
    cell: ({ secondStep }) => (secondStep ? words.organisations.yes : words.organisations.no),
  },
  { key: 'seen', title: words.organisations.seen, cell: ({ seenAt }) => <Time at={seenAt} /> },
];

/** Members of an organisation. */
export const PeopleTable = ({ people, onInvite }: { people: Person[]; onInvite: () => void }) => (
  <Panel
    title={words.organisations.people}
    actions={
      <Button variant="default" size="xs" onClick={onInvite}>
        {words.organisations.invite.open}
      </Button>
    }
    flush
  >
    {people.length === 0 ? (
      <p className="panel-line quiet">{words.organisations.noAccount}</p>
    ) : (
      <DataTable
        caption={words.organisations.people}
        columns={peopleColumns}
        rows={people}
        keyOf={({ email }) => email}
      />
    )}
  </Panel>
);

const invitationColumns: Column<Invitation>[] = [
  {
    key: 'email',
    title: words.organisations.email,
    heads: true,
    cell: ({ email }) => <span className="wrap">{email}</span>,
  },
  { key: 'role', title: words.organisations.role, cell: ({ role }) => role },
  { key: 'by', title: words.audit.actor, cell: ({ invitedBy }) => <span className="wrap">{invitedBy}</span> },
  { key: 'until', title: words.organisations.until, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
];

/** Open invitations; renders nothing if there are none. */
export const InvitationsTable = ({ invitations }: { invitations: Invitation[] }) =>
  invitations.length > 0 && (
    <Panel title={words.organisations.invitations} flush>
      <DataTable
        caption={words.organisations.invitations}
        columns={invitationColumns}
        rows={invitations}
        keyOf={({ email }) => email}
      />
    </Panel>
  );

const changeColumns: Column<OrganisationChange>[] = [
  {
    key: 'action',
    title: words.audit.action,
    heads: true,
    cell: ({ action }) => <strong>{action}</strong>,
  },
  { key: 'at', title: words.audit.at, cell: ({ at }) => <Time at={at} exact /> },
  { key: 'actor', title: words.audit.actor, cell: ({ actor }) => <span className="wrap">{actor}</span> },
  {
    key: 'details',
    title: words.audit.details,
    cell: ({ details }) =>
      Object.keys(details).length === 0 ? (
        '–'
      ) : (
        <span className="mono quiet small wrap">{JSON.stringify(details)}</span>
      ),
  },
];

/** The newest changes of an organisation as a whole: new members, changed rules. */
export function HistoryTable({ organisation }: { organisation: string }) {
  const query = useQuery(
    verbQuery<OrganisationChange[]>('portal history', { options: { organisation, limit: '20' } }),
  );
  return (
    <Panel title={words.organisations.history} intro={words.organisations.historyHint} flush>
      <Loaded query={query}>
        {({ output }) =>
          output.length === 0 ? (
            <p className="panel-line quiet">{words.organisations.noHistory}</p>
          ) : (
            <DataTable
              caption={words.organisations.history}
              columns={changeColumns}
              rows={output}
              keyOf={({ id }) => String(id)}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
