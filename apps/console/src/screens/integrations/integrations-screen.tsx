import { type Column, CopyId, DataTable, Empty, Mark, Page, Panel, Time } from '@countersign/browser-ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { integrationsQuery, ModeMark } from '../../parts/integration-name.tsx';
import { Loaded } from '../../parts/states.tsx';
import type { PrintedIntegration } from '../../service/printed.ts';
import { words } from '../../words.ts';

/** Whether an integration accepts requests. */
export const ActiveMark = ({ active }: { active: boolean }) => (
  <Mark tone={active ? 'good' : 'idle'}>
    {active ? words.integrations.active : words.integrations.inactive}
  </Mark>
);

const columns: Column<PrintedIntegration>[] = [
  {
    key: 'name',
    title: words.integrations.name,
    heads: true,
    cell: ({ integrationId, name, mode }) => (
      <span className="integration">
        <ModeMark mode={mode} />
        <Link to="/integrations/$id" params={{ id: integrationId }}>
          {name}
        </Link>
      </span>
    ),
  },
  { key: 'state', title: words.common.state, cell: ({ active }) => <ActiveMark active={active} /> },
  {
    key: 'id',
    title: words.integrations.id,
    cell: ({ integrationId }) => <CopyId id={integrationId} name={words.integrations.id} short />,
  },
  {
    key: 'key',
    title: words.integrations.apiKey,
    cell: ({ apiKey }) => <CopyId id={apiKey} name={words.integrations.apiKey} short />,
  },
  { key: 'created', title: words.integrations.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Lists all integrations. */
export function IntegrationsScreen() {
  const query = useQuery(integrationsQuery);
  return (
    <Page title={words.integrations.title} intro={words.integrations.intro}>
      <Panel flush>
        <Loaded query={query} lines={6}>
          {({ output }) =>
            output.length === 0 ? (
              <Empty
                icon="integrations"
                title={words.integrations.emptyTitle}
                text={words.integrations.empty}
                action={
                  <code className="command">countersign integration create --name Shop --mode live</code>
                }
              />
            ) : (
              <DataTable
                caption={words.integrations.title}
                columns={columns}
                rows={output}
                keyOf={({ integrationId }) => integrationId}
              />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}
