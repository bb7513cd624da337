import { type Column, DataTable, Panel, Time } from '@countersign/browser-ui';
import { useQuery } from '@tanstack/react-query';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { SessionLink } from '../../parts/session-link.tsx';
import { Loaded } from '../../parts/states.tsx';
import type { PrintedAlert, PrintedReport } from '../../service/printed.ts';
import { words } from '../../words.ts';
import { alertsQuery, isDecision, reportsQuery } from './use-overview.ts';

/** A line of the panel: reviews or hits of an integration, or a fraud report. */
interface Waiting {
  key: string;
  what: string;
  integrationId: string | null;
  sessionId: string | null;
  since: string;
}

const ofAlert = ({ kind, cause, integrationId, createdAt }: PrintedAlert): Waiting => ({
  key: `${kind} ${integrationId}`,
  what: words.decisions.kinds[kind]?.(Number.parseInt(cause, 10)) ?? cause,
  integrationId,
  sessionId: null,
  since: createdAt,
});

const ofReport = ({ integrationId, sessionId, reportedAt }: PrintedReport): Waiting => ({
  key: sessionId,
  what: words.decisions.report,
  integrationId,
  sessionId,
  since: reportedAt,
});

const columns: Column<Waiting>[] = [
  { key: 'what', title: words.common.kind, heads: true, cell: ({ what }) => what },
  {
    key: 'integration',
    title: words.common.integration,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  {
    key: 'session',
    title: words.common.session,
    cell: ({ integrationId, sessionId }) =>
      integrationId === null || sessionId === null ? (
        '–'
      ) : (
        <SessionLink integrationId={integrationId} sessionId={sessionId} />
      ),
  },
  { key: 'since', title: words.common.since, cell: ({ since }) => <Time at={since} /> },
];

/** Decisions that people have to make outside the console; renders nothing if there are none. */
export function DecisionsPanel() {
  const [alerts, reports] = [useQuery(alertsQuery), useQuery(reportsQuery)];
  const rows = [
    ...(alerts.data?.output.filter(isDecision).map(ofAlert) ?? []),
    ...(reports.data?.output.map(ofReport) ?? []),
  ];
  if (rows.length === 0 && reports.error === null) return null;
  return (
    <div id="waiting">
      <Panel title={words.decisions.title} intro={words.decisions.intro} flush>
        <Loaded query={reports}>
          {() => (
            <DataTable
              caption={words.decisions.title}
              columns={columns}
              rows={rows}
              keyOf={({ key }) => key}
            />
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
