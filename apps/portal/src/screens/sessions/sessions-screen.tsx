import {
  type Column,
  CopyButton,
  DataTable,
  daysSince,
  dayStart,
  Empty,
  icons,
  Page,
  Panel,
  Time,
} from '@countersign/browser-ui';
import { type PortalSessionRow, sessionOrderOf } from '@countersign/contract';
import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { IntegrationName, StatusMark } from '../../parts/marks.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Loaded } from '../../parts/states.tsx';
import { sessionsQuery } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useWalk } from '../../service/walk.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { reasonIn } from '../../words/reason-words.ts';
import { ChosenBar } from './bulk-statuses.tsx';
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
          {vendorData !== null && <bdi className="quiet clip">{vendorData}</bdi>}
        </span>
      ),
    },
    {
      key: 'status',
      title: texts.status,
      cell: ({ status, changedAt, awaitsRegistry }) => (
        <span className="stacked">
          <StatusMark status={status} />
          {status === 'review' && (
            <span className="quiet small one-line">{texts.waitingFor(daysSince(changedAt))}</span>
          )}
          {awaitsRegistry && <span className="quiet small">{texts.awaitsRegistry}</span>}
        </span>
      ),
    },
    {
      key: 'reason',
      title: texts.reason,
      cell: ({ reasonCode, reason }) =>
        reason === null ? (
          <span className="quiet">–</span>
        ) : (
          <span className="reason">{reasonIn(words, reasonCode, reason)}</span>
        ),
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
            <span className="quiet small one-line">
              {texts.changed} <Time at={changedAt} beside={createdAt} />
            </span>
          )}
        </span>
      ),
    },
  ];
}

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then(({ ExportDialog: found }) => ({ default: found })),
);

/** The session list with its filters, which are all part of the address. */
export function SessionsScreen() {
  const { words } = useSpeech();
  const { can } = useMe();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<'create' | 'export' | null>(null);
  const { since, until, ...plain } = filter;
  const wanted = { ...plain, since: dayStart(since), until: dayStart(until, 1) };
  const query = useQuery(sessionsQuery(wanted));
  const isFiltered = Object.keys(filter).some((key) => key !== 'cursor');
  const createButton = can('create-sessions') && (
    <Button leftSection={<icons.plus size={16} />} onClick={() => setOpen('create')}>
      {words.sessions.create}
    </Button>
  );
  return (
    <Page
      title={words.sessions.title}
      intro={words.sessions.intros[sessionOrderOf(filter)]}
      actions={
        <>
          {can('export-sessions') && <ExportButtons onExport={() => setOpen('export')} />}
          {createButton}
        </>
      }
    >
      <SavedViews filter={filter} />
      <SessionFilter key={JSON.stringify(filter)} filter={filter} />
      <Panel flush>
        <Loaded query={query} lines={9}>
          {({ rows, next }) =>
            rows.length === 0 ? (
              <NoSessions isFiltered={isFiltered} action={isFiltered ? null : createButton} />
            ) : (
              <>
                <SessionTable
                  key={JSON.stringify(filter)}
                  rows={rows}
                  next={next}
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
      <Suspense>
        {open === 'create' && <CreateSession onClose={() => setOpen(null)} />}
        {open === 'export' && <ExportDialog filter={given(wanted)} onClose={() => setOpen(null)} />}
      </Suspense>
    </Page>
  );
}

/** The rows of a page; people who may add statuses can select rows. */
function SessionTable({
  rows,
  next,
  stale,
}: {
  rows: readonly PortalSessionRow[];
  next: string | null;
  stale: boolean;
}) {
  const { words } = useSpeech();
  const { can } = useMe();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id));
  useWalk({ to: '/sessions', search: route.useSearch(), ids: rows.map(({ id }) => id), next });
  const box: Column<PortalSessionRow> = {
    key: 'choose',
    title: words.bulk.column,
    chooses: true,
    cell: ({ id }) => (
      <Checkbox
        aria-label={words.bulk.chooseRow(id.slice(0, 8))}
        checked={ids.has(id)}
        onChange={() => setIds(new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]))}
      />
    ),
  };
  const columns = columnsOf(words);
  return (
    <>
      {can('triage') && (
        <ChosenBar
          rows={rows}
          chosen={chosen}
          choose={(wanted) => setIds(new Set(wanted.map(({ id }) => id)))}
        />
      )}
      <DataTable
        caption={words.sessions.captions[sessionOrderOf(route.useSearch())]}
        columns={can('triage') ? [box, ...columns] : columns}
        rows={rows}
        keyOf={({ id }) => id}
        stale={stale}
      />
    </>
  );
}

/** Members that have a value. */
const given = <Key extends string>(members: Partial<Record<Key, string | undefined>>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<
    Record<Key, string>
  >;

function ExportButtons({ onExport }: { onExport: () => void }) {
  const { words } = useSpeech();
  return (
    <>
      <Button component={Link} to="/exports" variant="subtle">
        {words.exports.past}
      </Button>
      <Button variant="default" leftSection={<icons.download size={16} />} onClick={onExport}>
        {words.exports.export}
      </Button>
    </>
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
