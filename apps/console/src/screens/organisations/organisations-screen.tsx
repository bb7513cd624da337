import { type Column, DataTable, Empty, Mark, Page, Panel, Time } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { InviteDialog } from './invite-dialog.tsx';
import type { PrintedOrganisation } from './printed-organisation.ts';

const organisationsQuery = verbQuery<PrintedOrganisation[]>('portal organisations');

/** Whether an organisation is suspended, so that its people and integrations have no access. */
export const SuspensionMark = ({ suspendedAt }: { suspendedAt: string | null }) => (
  <Mark tone={suspendedAt === null ? 'good' : 'bad'}>
    {suspendedAt === null ? words.organisations.active : words.organisations.suspended}
  </Mark>
);

const columns: Column<PrintedOrganisation>[] = [
  {
    key: 'name',
    title: words.organisations.name,
    heads: true,
    cell: ({ name, isDefault }) => (
      <span className="stacked">
        <Link to="/organisations/$name" params={{ name }}>
          {name}
        </Link>
        {isDefault && <span className="quiet small">{words.organisations.isDefault}</span>}
      </span>
    ),
  },
  {
    key: 'state',
    title: words.common.state,
    cell: ({ suspendedAt }) => <SuspensionMark suspendedAt={suspendedAt} />,
  },
  {
    key: 'integrations',
    title: words.integrations.title,
    numeric: true,
    cell: ({ integrations }) => integrations,
  },
  { key: 'people', title: words.organisations.people, numeric: true, cell: ({ people }) => people },
  { key: 'created', title: words.integrations.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Lists all organisations, and creates new ones. */
export function OrganisationsScreen() {
  const query = useQuery(organisationsQuery);
  const [isOpen, setOpen] = useState(false);
  return (
    <Page
      title={words.organisations.title}
      intro={words.organisations.intro}
      actions={<Button onClick={() => setOpen(true)}>{words.organisations.make.open}</Button>}
    >
      <Panel flush>
        <Loaded query={query} lines={6}>
          {({ output }) =>
            output.length === 0 ? (
              <Empty
                icon="organisation"
                title={words.organisations.emptyTitle}
                text={words.organisations.empty}
              />
            ) : (
              <DataTable
                caption={words.organisations.title}
                columns={columns}
                rows={output}
                keyOf={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Panel>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </Page>
  );
}
