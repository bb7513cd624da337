import {
  type Column,
  CopyId,
  DataTable,
  FilterBar,
  FilterChoice,
  Mark,
  Panel,
  Time,
  useFilter,
} from '@countersign/browser-ui';
import { TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { actorName } from '../../parts/actor-name.ts';
import { IntegrationName, integrationsQuery } from '../../parts/integration-name.tsx';
import { mostRows, MoreRows } from '../../parts/more-rows.tsx';
import { Loaded } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';

/** An entry of `erasures list`. */
interface PrintedErasure {
  integrationId: string;
  sessionId: string;
  scope: 'session' | 'pictures' | 'descriptors' | 'redaction';
  actor: string;
  requestedAt: string;
  erasedAt: string | null;
  files: number | null;
}

/** Initial number of rows, and how many more each press of the button adds. */
const step = 25;

const columns: Column<PrintedErasure>[] = [
  {
    key: 'session',
    title: words.common.session,
    heads: true,
    cell: ({ sessionId }) => <CopyId id={sessionId} name={words.sessions.id} short />,
  },
  {
    key: 'integration',
    title: words.common.integration,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  { key: 'scope', title: words.erasures.scope, cell: ({ scope }) => words.erasures.scopes[scope] },
  {
    key: 'requested',
    title: words.erasures.requested,
    cell: ({ requestedAt }) => <Time at={requestedAt} exact />,
  },
  {
    key: 'actor',
    title: words.erasures.actor,
    cell: ({ actor }) => actorText(actor),
  },
  {
    key: 'erased',
    title: words.erasures.erased,
    cell: ({ erasedAt }) =>
      erasedAt === null ? <Mark tone="busy">{words.erasures.underWay}</Mark> : <Time at={erasedAt} exact />,
  },
  { key: 'files', title: words.erasures.files, numeric: true, cell: ({ files }) => files ?? '–' },
];

/** Who caused the erasure: the schedule, the client or a person. */
function actorText(actor: string): string {
  const [kind = ''] = actor.split(':');
  const known = words.erasures.actors[kind];
  return known ?? actorName(actor);
}

/** What was erased, when and by whom. */
export function ErasuresPanel() {
  const search = useSearch({ from: '/retention' });
  const navigate = useNavigate();
  const { integration, since } = search;
  const limit = Math.min(Number(search.limit) || step, mostRows);
  const query = useQuery({
    ...verbQuery<PrintedErasure[]>('erasures list', {
      options: { integration, since, limit: String(limit) },
    }),
    placeholderData: keepPreviousData,
  });
  const more = () =>
    void navigate({
      to: '/retention',
      search: { ...search, limit: String(limit + step) },
      resetScroll: false,
    });
  return (
    <Panel title={words.erasures.title} intro={words.erasures.intro} flush>
      <div className="panel-tools">
        <ErasuresFilter key={JSON.stringify({ integration, since })} />
      </div>
      <Loaded query={query} lines={6}>
        {({ output }) =>
          output.length === 0 ? (
            <p className="panel-line quiet">{words.erasures.empty}</p>
          ) : (
            <>
              <DataTable
                caption={words.erasures.title}
                columns={columns}
                rows={output}
                keyOf={({ sessionId, scope }) => `${sessionId} ${scope}`}
                stale={query.isPlaceholderData}
              />
              <MoreRows shown={output.length} limit={limit} busy={query.isFetching} onMore={more} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

function ErasuresFilter() {
  const navigate = useNavigate();
  const { limit: _, ...shown } = useSearch({ from: '/retention' });
  const { field, wanted, isSet } = useFilter(shown);
  const { data } = useQuery(integrationsQuery);
  const integrations = data?.output.map(({ integrationId, name }) => ({ value: integrationId, label: name }));
  const { value, onChange } = field('since');
  return (
    <FilterBar
      onApply={() => void navigate({ to: '/retention', search: wanted, resetScroll: false })}
      onClear={isSet ? () => void navigate({ to: '/retention', search: {}, resetScroll: false }) : undefined}
    >
      <FilterChoice label={words.common.integration} choices={integrations ?? []} {...field('integration')} />
      <TextInput
        label={words.audit.since}
        placeholder="30d"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FilterBar>
  );
}
