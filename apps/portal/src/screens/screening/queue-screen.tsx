import {
  type Column,
  DataTable,
  daysSince,
  Empty,
  FilterChoice,
  Mark,
  Page,
  Panel,
  Time,
} from '@countersign/browser-ui';
import { type PortalScreeningQueue, type ScreeningLane, screeningLanes } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilterIntegration } from '../../parts/filter-integration.tsx';
import { IntegrationName } from '../../parts/marks.tsx';
import { Pager } from '../../parts/pager.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { screeningQuery } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useWalk } from '../../service/walk.ts';
import { useSpeech } from '../../words/context.tsx';
import { AssigneeCell } from './assignee-cell.tsx';
import { useAssign } from './use-assign.ts';

const route = getRouteApi('/frame/screening');

type Queue = PortalScreeningQueue;
type Row = Queue['rows'][number];

/** Lanes with pending decisions, now or later. */
const waiting: readonly ScreeningLane[] = ['changed', 'open', 'in_progress'];

const laneOf = (text: string | undefined): ScreeningLane =>
  screeningLanes.find((lane) => lane === text) ?? 'open';

/** Screenings by their next step, the longest-waiting first. */
export function QueueScreen() {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const texts = words.screening;
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(screeningQuery(filter));
  const lane = laneOf(filter.lane);
  const { cursor: _, lane: __, ...shown } = filter;
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <>
          <FilterChoice
            label={texts.assignee.title}
            value={filter.assignee ?? ''}
            onChange={(assignee) => void navigate({ search: { ...shown, lane, assignee } })}
            choices={[
              { value: 'me', label: texts.assignee.you },
              { value: 'none', label: texts.assignee.free },
            ]}
          />
          {integrations.length > 1 && (
            <FilterIntegration
              value={filter.integration ?? ''}
              onChange={(integration) => void navigate({ search: { ...shown, lane, integration } })}
            />
          )}
        </>
      }
    >
      <Lanes lane={lane} shown={shown} lanes={query.data?.lanes ?? []} />
      <Panel flush>
        <Loaded query={query} lines={8}>
          {({ rows, next }) =>
            rows.length === 0 ? (
              <Empty icon="check" title={texts.noneTitle} text={texts.laneHelp[lane]} />
            ) : (
              <>
                <Screenings lane={lane} page={{ rows, next }} stale={query.isPlaceholderData} />
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
    </Page>
  );
}

interface LanesProps {
  lane: ScreeningLane;
  /** Filters that are kept when switching lanes. */
  shown: Readonly<Partial<Record<'integration' | 'assignee', string>>>;
  lanes: Queue['lanes'];
}

/** The lanes, each with its number of screenings and the age of the oldest. */
function Lanes({ lane: open, shown, lanes }: LanesProps) {
  const { words, language } = useSpeech();
  const texts = words.screening;
  return (
    <nav className="lanes" aria-label={texts.lanes}>
      {screeningLanes.map((lane) => {
        const found = lanes.find((each) => each.lane === lane);
        const isWaiting = waiting.includes(lane);
        return (
          <Link
            key={lane}
            to="/screening"
            search={{ ...shown, lane }}
            className="lane"
            data-waiting={isWaiting && (found?.count ?? 0) > 0}
            aria-current={lane === open ? 'page' : undefined}
          >
            <span className="lane-name">{texts.laneNames[lane]}</span>
            <span className="lane-count">
              {found === undefined ? '–' : `${found.count.toLocaleString(language)}${found.more ? '+' : ''}`}
            </span>
            <span className="quiet small">
              {isWaiting && found?.oldest ? texts.oldest(daysSince(found.oldest)) : ' '}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

interface ScreeningsProps {
  lane: ScreeningLane;
  page: Pick<Queue, 'rows' | 'next'>;
  stale: boolean;
}

function Screenings({ lane, page: { rows, next }, stale }: ScreeningsProps) {
  const { words } = useSpeech();
  const texts = words.screening;
  const assign = useAssign();
  useWalk({ to: '/screening', search: route.useSearch(), ids: rows.map(({ sessionId }) => sessionId), next });
  const columns: Column<Row>[] = [
    {
      key: 'session',
      title: words.session.title,
      heads: true,
      cell: ({ sessionId }) => (
        <Link to="/sessions/$id" params={{ id: sessionId }} hash="hits" className="mono strong">
          {sessionId.slice(0, 8)}
        </Link>
      ),
    },
    {
      key: 'undecided',
      title: texts.undecided,
      cell: ({ undecided, totalHits, status }) =>
        status === 'in_progress' ? (
          <Mark tone="busy">{texts.running}</Mark>
        ) : (
          <Mark tone={undecided > 0 ? 'warn' : 'good'}>{texts.ofHits(undecided, totalHits)}</Mark>
        ),
    },
    {
      key: 'assignee',
      title: texts.assignee.title,
      cell: (row) => <AssigneeCell row={row} isWaiting={waiting.includes(lane)} assign={assign} />,
    },
    {
      key: 'since',
      title: texts.since,
      cell: ({ since }) => (
        <span className="stacked">
          <Time at={since} />
          <span className="quiet small">{texts.age(daysSince(since))}</span>
        </span>
      ),
    },
    {
      key: 'monitoring',
      title: texts.monitoring,
      cell: ({ monitorStatus }) => (
        <span className="quiet">{monitorStatus === 'enabled' ? texts.monitored : texts.notMonitored}</span>
      ),
    },
    {
      key: 'integration',
      title: words.common.integration,
      cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
    },
  ];
  return (
    <>
      <FailureAlert failure={assign.failure} />
      <DataTable
        caption={texts.laneNames[lane]}
        columns={columns}
        rows={rows}
        keyOf={({ sessionId }) => sessionId}
        stale={stale}
      />
    </>
  );
}
