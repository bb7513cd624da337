import { type Column, DataTable, Panel, Time } from '@countersign/browser-ui';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { kindText } from '../../parts/kind-text.ts';
import { SessionLink } from '../../parts/session-link.tsx';
import { Loaded } from '../../parts/states.tsx';
import type { PrintedAlert } from '../../service/printed.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { alertsQuery, isResolvable } from './use-overview.ts';

type OpenAlert = PrintedAlert & { id: string };

const columnsOf = (onResolve: (alert: OpenAlert) => void): Column<OpenAlert>[] => [
  {
    key: 'kind',
    title: words.common.kind,
    heads: true,
    cell: ({ kind }) => <strong>{kindText(kind)}</strong>,
  },
  { key: 'cause', title: words.common.cause, cell: ({ cause }) => <span className="wrap">{cause}</span> },
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
  { key: 'since', title: words.common.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: (alert) => (
      <Button
        variant="default"
        size="xs"
        aria-label={words.alerts.resolveOf(kindText(alert.kind))}
        onClick={() => onResolve(alert)}
      >
        {words.alerts.resolve}
      </Button>
    ),
  },
];

/** Open alerts, oldest first, each with a button to dismiss it. */
export function AlertsPanel() {
  const query = useQuery(alertsQuery);
  const [resolving, setResolving] = useState<OpenAlert | null>(null);
  return (
    <div id="alerts">
      <Panel title={words.alerts.title} intro={words.alerts.intro} flush>
        <Loaded query={query}>
          {({ output }) => {
            const open = output.filter(isResolvable);
            if (open.length === 0) return <p className="panel-line quiet">{words.alerts.empty}</p>;
            return (
              <DataTable
                caption={words.alerts.title}
                columns={columnsOf(setResolving)}
                rows={open}
                keyOf={({ id }) => id}
              />
            );
          }}
        </Loaded>
        {resolving && <ResolveDialog alert={resolving} onClose={() => setResolving(null)} />}
      </Panel>
    </div>
  );
}

function ResolveDialog({ alert, onClose }: { alert: OpenAlert; onClose: () => void }) {
  const resolve = useVerb('alerts resolve', { touches: ['alerts list'], onDone: onClose });
  return (
    <ConfirmDialog
      title={words.alerts.dialog}
      onClose={onClose}
      verb={resolve}
      onConfirm={() => resolve.run({ words: [alert.id] })}
      submit={words.alerts.submit}
    >
      <div>
        <Text fw={600}>{kindText(alert.kind)}</Text>
        <Text className="wrap">{alert.cause}</Text>
      </div>
      <Text c="dimmed" size="sm">
        {words.alerts.consequence}
      </Text>
    </ConfirmDialog>
  );
}
