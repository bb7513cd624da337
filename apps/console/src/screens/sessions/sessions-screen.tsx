import {
  type Column,
  CopyButton,
  DataTable,
  Empty,
  FilterBar,
  FilterChoice,
  Page,
  Panel,
  Time,
  useFilter,
} from '@countersign/browser-ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IntegrationName, integrationsQuery } from '../../parts/integration-name.tsx';
import { kindText } from '../../parts/kind-text.ts';
import { Loaded } from '../../parts/states.tsx';
import { StatusMark, statusTones } from '../../parts/status-mark.tsx';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { FindPanel } from './find-panel.tsx';

/** An entry of `session list`. */
interface PrintedSession {
  sessionId: string;
  status: string;
  attempts: number;
  reasonCode: number | null;
  createdAt: string;
  changedAt: string;
  integrationId: string;
}

const columns: Column<PrintedSession>[] = [
  {
    key: 'session',
    title: words.common.session,
    heads: true,
    cell: ({ integrationId, sessionId }) => (
      <span className="integration">
        <Link
          to="/sessions/$integration/$session"
          params={{ integration: integrationId, session: sessionId }}
          className="mono"
        >
          {sessionId.slice(0, 8)}
        </Link>
        <CopyButton value={sessionId} name={words.sessions.id} />
      </span>
    ),
  },
  { key: 'status', title: words.sessions.status, cell: ({ status }) => <StatusMark status={status} /> },
  { key: 'code', title: words.sessions.code, numeric: true, cell: ({ reasonCode }) => reasonCode ?? '–' },
  { key: 'attempts', title: words.sessions.attempts, numeric: true, cell: ({ attempts }) => attempts },
  {
    key: 'integration',
    title: words.common.integration,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  { key: 'created', title: words.sessions.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { key: 'changed', title: words.sessions.changed, cell: ({ changedAt }) => <Time at={changedAt} /> },
];

/** Sessions, newest first, and a search by id. */
export function SessionsScreen() {
  const search = useSearch({ from: '/sessions' });
  const { integration, status, held } = search;
  const query = useQuery({
    ...verbQuery<PrintedSession[]>('session list', {
      options: { integration, status, held: held === undefined ? undefined : true, limit: '100' },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={words.sessions.title} intro={words.sessions.intro}>
      <FindPanel />
      <Panel>
        <SessionFilter key={JSON.stringify(search)} />
      </Panel>
      <Panel flush>
        <Loaded query={query} lines={8}>
          {({ output }) =>
            output.length === 0 ? (
              <Empty icon="sessions" title={words.sessions.emptyTitle} text={words.sessions.empty} />
            ) : (
              <DataTable
                caption={words.sessions.title}
                columns={columns}
                rows={output}
                keyOf={({ sessionId }) => sessionId}
                stale={query.isPlaceholderData}
              />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}

function SessionFilter() {
  const navigate = useNavigate();
  const { field, wanted, isSet } = useFilter(useSearch({ from: '/sessions' }));
  const { data } = useQuery(integrationsQuery);
  const integrations = data?.output.map(({ integrationId, name }) => ({ value: integrationId, label: name }));
  return (
    <FilterBar
      onApply={() => void navigate({ to: '/sessions', search: wanted })}
      onClear={isSet ? () => void navigate({ to: '/sessions', search: {} }) : undefined}
    >
      <FilterChoice label={words.common.integration} choices={integrations ?? []} {...field('integration')} />
      <FilterChoice
        label={words.sessions.status}
        choices={Object.keys(statusTones).map((value) => ({ value, label: kindText(value) }))}
        {...field('status')}
      />
      <FilterChoice
        label={words.sessions.hold}
        choices={[{ value: 'yes', label: words.sessions.onlyHeld }]}
        {...field('held')}
      />
    </FilterBar>
  );
}
