import type { PortalSessionRow } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CopyButton } from '../../parts/copy.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { icons } from '../../parts/icons.tsx';
import { IntegrationName, StatusMark } from '../../parts/marks.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sessionsQuery } from '../../service/queries.ts';
import { dayStart } from '../../service/search.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/en.ts';
import { SavedViews } from './saved-views.tsx';
import { SessionFilter } from './session-filter.tsx';

const route = getRouteApi('/frame/sessions');
const CreateSession = lazy(() =>
  import('./create-session.tsx').then(({ CreateSession: found }) => ({ default: found })),
);

function columnsOf(words: Words): Column<PortalSessionRow>[] {
  const texts = words.sessions;
  return [
    {
      key: 'id',
      title: texts.id,
      heads: true,
      cell: ({ id, vendorData }) => (
        <span className="session-cell">
          <span className="copy-id">
            <Link to="/sessions/$id" params={{ id }} className="mono strong short" title={id}>
              {id.slice(0, 8)}
            </Link>
            <CopyButton value={id} name={`${texts.id} ${id.slice(0, 8)}`} />
          </span>
          {vendorData !== null && <span className="quiet clip">{vendorData}</span>}
        </span>
      ),
    },
    { key: 'status', title: texts.status, cell: ({ status }) => <StatusMark status={status} /> },
    {
      key: 'reason',
      title: texts.reason,
      cell: ({ reason }) =>
        reason === null ? <span className="quiet">–</span> : <span className="reason">{reason}</span>,
    },
    {
      key: 'integration',
      title: words.common.integration,
      cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
    },
    { key: 'attempts', title: texts.attempts, numeric: true, cell: ({ attempts }) => attempts },
    {
      key: 'created',
      title: texts.created,
      cell: ({ createdAt, changedAt }) => (
        <span className="stacked">
          <Time at={createdAt} />
          {changedAt !== createdAt && (
            <span className="quiet small">
              {texts.changed} <Time at={changedAt} />
            </span>
          )}
        </span>
      ),
    },
  ];
}

/** The list of sessions with its filters, all of them in the address. */
export function SessionsScreen() {
  const { words } = useSpeech();
  const { can } = useMe();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const { since, until, ...plain } = filter;
  const query = useQuery(sessionsQuery({ ...plain, since: dayStart(since), until: dayStart(until, 1) }));
  const isFiltered = Object.keys(filter).some((key) => key !== 'cursor');
  const createButton = can('create-sessions') && (
    <Button leftSection={<icons.plus size={16} />} onClick={() => setCreating(true)}>
      {words.sessions.create}
    </Button>
  );
  return (
    <Page title={words.sessions.title} intro={words.sessions.intro} actions={createButton}>
      <SavedViews filter={filter} />
      <SessionFilter key={JSON.stringify(filter)} filter={filter} />
      <Panel flush>
        <Loaded query={query} lines={9}>
          {({ rows, next }) =>
            rows.length === 0 ? (
              <NoSessions isFiltered={isFiltered} action={isFiltered ? null : createButton} />
            ) : (
              <>
                <DataTable
                  caption={words.sessions.caption}
                  columns={columnsOf(words)}
                  rows={rows}
                  keyOf={({ id }) => id}
                  stale={query.isPlaceholderData}
                />
                <Pager
                  cursor={filter.cursor}
                  next={next}
                  count={rows.length}
                  go={(cursor) =>
                    void navigate({ search: { ...filter, ...(cursor ? { cursor } : { cursor: '' }) } })
                  }
                />
              </>
            )
          }
        </Loaded>
      </Panel>
      {creating && (
        <Suspense>
          <CreateSession onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function NoSessions({ isFiltered, action }: { isFiltered: boolean; action: React.ReactNode }) {
  const { words } = useSpeech();
  return isFiltered ? (
    <Empty icon="search" title={words.sessions.noMatchTitle} text={words.sessions.noMatch} />
  ) : (
    <Empty icon="sessions" title={words.sessions.emptyTitle} text={words.sessions.empty} action={action} />
  );
}
