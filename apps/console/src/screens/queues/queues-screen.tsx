import { type Column, DataTable, Mark, Page, Panel, Time, type Tone } from '@countersign/browser-ui';
import { useQuery } from '@tanstack/react-query';
import { durationText } from '../../parts/duration.ts';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { kindText } from '../../parts/kind-text.ts';
import { Loaded } from '../../parts/states.tsx';
import type { PrintedBacklog, PrintedQueue } from '../../service/printed.ts';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';
import { JobsPanel } from '../overview/jobs-panel.tsx';
import { StuckPanel } from '../overview/stuck-panel.tsx';

const queuesQuery = verbQuery<PrintedQueue[]>('job queues', { live: true });
const endpointsQuery = verbQuery<PrintedBacklog[]>('webhooks backlog', {
  options: { all: true, limit: '1000' },
  live: true,
});

/** Seconds of waiting after which due work counts as slow, and as late; the same as in the portal. */
const [slowAfter, lateAfter] = [60, 600];

function toneOf(seconds: number): Tone {
  if (seconds > lateAfter) return 'bad';
  return seconds > slowAfter ? 'warn' : 'good';
}

/** How long the oldest entry has been waiting; highlighted when it is long. */
const Oldest = ({ seconds }: { seconds: number }) =>
  seconds > slowAfter ? <Mark tone={toneOf(seconds)}>{durationText(seconds)}</Mark> : durationText(seconds);

const queueColumns: Column<PrintedQueue>[] = [
  {
    key: 'kind',
    title: words.common.kind,
    heads: true,
    cell: ({ kind }) => <strong>{kindText(kind)}</strong>,
  },
  { key: 'ready', title: words.queues.ready, numeric: true, cell: ({ ready }) => ready },
  {
    key: 'oldest',
    title: words.queues.oldest,
    cell: ({ oldestSeconds }) => <Oldest seconds={oldestSeconds} />,
  },
  { key: 'leased', title: words.queues.leased, numeric: true, cell: ({ leased }) => leased },
  { key: 'later', title: words.queues.later, numeric: true, cell: ({ later }) => later },
  { key: 'parked', title: words.queues.parked, numeric: true, cell: ({ parked }) => parked },
];

const states = { ok: 'good', paused: 'warn' } as const satisfies Partial<
  Record<PrintedBacklog['state'], Tone>
>;

const endpointColumns: Column<PrintedBacklog>[] = [
  {
    key: 'type',
    title: words.endpoints.type,
    heads: true,
    cell: ({ type }) => <strong>{kindText(type)}</strong>,
  },
  {
    key: 'integration',
    title: words.common.integration,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  {
    key: 'state',
    title: words.common.state,
    cell: (endpoint) => <EndpointState endpoint={endpoint} />,
  },
  { key: 'waiting', title: words.endpoints.waiting, numeric: true, cell: ({ waiting }) => waiting },
  {
    key: 'oldest',
    title: words.queues.oldest,
    cell: ({ oldestSeconds }) => <Oldest seconds={oldestSeconds} />,
  },
  { key: 'next', title: words.endpoints.next, cell: ({ nextProbeAt }) => <Time at={nextProbeAt} /> },
  { key: 'url', title: words.endpoints.url, cell: ({ url }) => <span className="wrap mono">{url}</span> },
];

/** No failures may mean no attempts: with a long backlog it does not prove that deliveries work. */
function EndpointState({ endpoint: { state, failures, oldestSeconds } }: { endpoint: PrintedBacklog }) {
  if (state === 'failing') return <Mark tone="bad">{words.endpoints.failing(failures)}</Mark>;
  if (state === 'ok' && oldestSeconds > lateAfter) return <Mark tone="warn">{words.queues.waitsLong}</Mark>;
  return <Mark tone={states[state]}>{words.queues.states[state]}</Mark>;
}

/** Queued work, and work that makes no progress. */
export const QueuesScreen = () => (
  <Page title={words.queues.title} intro={words.overview.refreshed}>
    <JobQueues />
    <StuckPanel showsNone />
    <JobsPanel />
    <Endpoints />
  </Page>
);

function JobQueues() {
  const query = useQuery(queuesQuery);
  return (
    <Panel title={words.queues.work} intro={words.queues.intro} flush>
      <Loaded query={query}>
        {({ output }) =>
          output.length === 0 ? (
            <p className="panel-line quiet">{words.queues.empty}</p>
          ) : (
            <DataTable
              caption={words.queues.work}
              columns={queueColumns}
              rows={output}
              keyOf={({ kind }) => kind}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Endpoints() {
  const query = useQuery(endpointsQuery);
  return (
    <Panel title={words.queues.webhooks} intro={words.queues.webhooksIntro} flush>
      <Loaded query={query}>
        {({ output }) =>
          output.length === 0 ? (
            <p className="panel-line quiet">{words.queues.noEndpoint}</p>
          ) : (
            <DataTable
              caption={words.queues.webhooks}
              columns={endpointColumns}
              rows={output}
              keyOf={({ integrationId, type }) => `${integrationId} ${type}`}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
