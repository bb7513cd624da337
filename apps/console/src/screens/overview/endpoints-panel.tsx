import { type Column, DataTable, Mark, Panel, Time } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { kindText } from '../../parts/kind-text.ts';
import type { PrintedBacklog } from '../../service/printed.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { backlogQuery, isTroubled } from './use-overview.ts';

const keyOf = ({ integrationId, type }: PrintedBacklog): string => `${integrationId} ${type}`;

const columnsOf = (
  onRetry: (endpoint: PrintedBacklog) => void,
  isBusy: boolean,
): Column<PrintedBacklog>[] => [
  {
    key: 'type',
    title: words.endpoints.type,
    heads: true,
    cell: ({ type }) => <strong>{kindText(type)}</strong>,
  },
  { key: 'url', title: words.endpoints.url, cell: ({ url }) => <span className="wrap mono">{url}</span> },
  {
    key: 'integration',
    title: words.common.integration,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  {
    key: 'state',
    title: words.common.state,
    cell: ({ pausedAt, failures }) =>
      pausedAt === null ? (
        <Mark tone="bad">{words.endpoints.failing(failures)}</Mark>
      ) : (
        <Mark tone="warn">{words.endpoints.paused}</Mark>
      ),
  },
  { key: 'waiting', title: words.endpoints.waiting, numeric: true, cell: ({ waiting }) => waiting },
  { key: 'next', title: words.endpoints.next, cell: ({ nextProbeAt }) => <Time at={nextProbeAt} /> },
  {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: (endpoint) => (
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        aria-label={words.endpoints.retryOf(kindText(endpoint.type))}
        onClick={() => onRetry(endpoint)}
      >
        {endpoint.pausedAt === null ? words.endpoints.retry : words.endpoints.resume}
      </Button>
    ),
  },
];

/** Webhook URLs that fail or are paused; renders nothing if there are none. */
export function EndpointsPanel() {
  const query = useQuery(backlogQuery);
  const resume = useVerb('webhooks resume', { touches: ['webhooks backlog'] });
  const rows = query.data?.output.filter(isTroubled);
  if (rows?.length === 0 && query.error === null) return null;
  const columns = columnsOf(
    ({ integrationId, type }) => resume.run({ words: [integrationId, type] }),
    resume.busy,
  );
  return (
    <div id="endpoints">
      <Panel title={words.endpoints.title} intro={words.endpoints.intro} flush>
        <Loaded query={query}>
          {({ output }) => (
            <>
              <FailureAlert failure={resume.failure} />
              <DataTable
                caption={words.endpoints.title}
                columns={columns}
                rows={output.filter(isTroubled)}
                keyOf={keyOf}
              />
            </>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
