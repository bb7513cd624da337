import { type Column, DataTable, Panel, Time } from '@countersign/browser-ui';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { kindText } from '../../parts/kind-text.ts';
import { SessionLink } from '../../parts/session-link.tsx';
import { Loaded } from '../../parts/states.tsx';
import type { PrintedJob } from '../../service/printed.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';
import { jobsQuery } from './use-overview.ts';

const columnsOf = (onRelease: (job: PrintedJob) => void): Column<PrintedJob>[] => [
  {
    key: 'kind',
    title: words.common.kind,
    heads: true,
    cell: ({ kind }) => <strong>{kindText(kind)}</strong>,
  },
  {
    key: 'cause',
    title: words.common.cause,
    cell: ({ cause }) => <span className="wrap">{cause ?? '–'}</span>,
  },
  {
    key: 'integration',
    title: words.common.integration,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  { key: 'session', title: words.common.session, cell: (job) => <SessionLink {...job} /> },
  { key: 'tries', title: words.jobs.tries, numeric: true, cell: ({ claims }) => claims },
  { key: 'since', title: words.common.since, cell: ({ parkedAt }) => <Time at={parkedAt} /> },
  {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: (job) => (
      <Button
        variant="default"
        size="xs"
        aria-label={words.jobs.releaseOf(kindText(job.kind))}
        onClick={() => onRelease(job)}
      >
        {words.jobs.release}
      </Button>
    ),
  },
];

/** Jobs that were given up, each with a button to queue it again; renders nothing if there are none. */
export function JobsPanel() {
  const query = useQuery(jobsQuery);
  const [releasing, setReleasing] = useState<PrintedJob | null>(null);
  if (query.data?.output.length === 0 && query.error === null) return null;
  return (
    <div id="jobs">
      <Panel title={words.jobs.title} intro={words.jobs.intro} flush>
        <Loaded query={query}>
          {({ output }) => (
            <DataTable
              caption={words.jobs.title}
              columns={columnsOf(setReleasing)}
              rows={output}
              keyOf={({ id }) => id}
            />
          )}
        </Loaded>
        {releasing && <ReleaseDialog job={releasing} onClose={() => setReleasing(null)} />}
      </Panel>
    </div>
  );
}

function ReleaseDialog({ job, onClose }: { job: PrintedJob; onClose: () => void }) {
  const release = useVerb('job release', { touches: ['job list', 'alerts list'], onDone: onClose });
  return (
    <ConfirmDialog
      title={words.jobs.dialog}
      onClose={onClose}
      verb={release}
      onConfirm={() => release.run({ words: [job.sessionId] })}
      submit={words.jobs.submit}
    >
      <div>
        <Text fw={600}>{kindText(job.kind)}</Text>
        <Text className="wrap">{job.cause}</Text>
      </div>
      <Text c="dimmed" size="sm">
        {words.jobs.consequence}
      </Text>
    </ConfirmDialog>
  );
}
