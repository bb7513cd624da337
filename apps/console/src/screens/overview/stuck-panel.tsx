import { type Column, DataTable, Panel, Time } from '@countersign/browser-ui';
import { useQuery } from '@tanstack/react-query';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { SessionLink } from '../../parts/session-link.tsx';
import { Loaded } from '../../parts/states.tsx';
import { StatusMark } from '../../parts/status-mark.tsx';
import type { PrintedStuck } from '../../service/printed.ts';
import { words } from '../../words.ts';
import { stuckQuery } from './use-overview.ts';

const columns: Column<PrintedStuck>[] = [
  { key: 'session', title: words.common.session, heads: true, cell: (row) => <SessionLink {...row} /> },
  {
    key: 'integration',
    title: words.common.integration,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  { key: 'state', title: words.common.state, cell: ({ status }) => <StatusMark status={status} /> },
  {
    key: 'cause',
    title: words.common.cause,
    cell: ({ cause, detail }) => (
      <span className="stacked wrap">
        {words.stuck.causes[cause] ?? cause}
        {detail !== null && <span className="quiet small">{detail}</span>}
      </span>
    ),
  },
  { key: 'since', title: words.common.since, cell: ({ since }) => <Time at={since} /> },
];

/** Sessions that make no progress. @param showsNone whether the panel is rendered when there are none */
export function StuckPanel({ showsNone = false }: { showsNone?: boolean }) {
  const query = useQuery(stuckQuery);
  if (!showsNone && query.data?.output.length === 0 && query.error === null) return null;
  return (
    <div id="stuck">
      <Panel title={words.stuck.title} intro={words.stuck.intro} flush>
        <Loaded query={query}>
          {({ output }) =>
            output.length === 0 ? (
              <p className="panel-line quiet">{words.stuck.empty}</p>
            ) : (
              <DataTable
                caption={words.stuck.title}
                columns={columns}
                rows={output}
                keyOf={({ sessionId, cause }) => `${sessionId} ${cause}`}
              />
            )
          }
        </Loaded>
      </Panel>
    </div>
  );
}
