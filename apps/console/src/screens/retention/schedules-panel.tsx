import { type Column, DataTable, Mark, Panel, Time } from '@countersign/browser-ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IntegrationName } from '../../parts/integration-name.tsx';
import { Loaded } from '../../parts/states.tsx';
import { verbQuery } from '../../service/queries.ts';
import { words } from '../../words.ts';

/** An entry of `retention list`. */
interface PrintedSchedule {
  integrationId: string;
  sessionDays: number | null;
  pictureDays: number | null;
  descriptorDays: number;
  descriptorDaysAtMost: number;
  webhookDays: number | null;
  deletion: boolean;
  oldestSession: string | null;
  held: number;
  erasing: number;
  erasingSince: string | null;
}

/** An erasure takes seconds; an older one is waiting for a worker. */
const lateMs = 10 * 60_000;

const columns: Column<PrintedSchedule>[] = [
  {
    key: 'integration',
    title: words.common.integration,
    heads: true,
    cell: ({ integrationId }) => <IntegrationName id={integrationId} />,
  },
  { key: 'kept', title: words.retention.kept, cell: (schedule) => <Kept schedule={schedule} /> },
  {
    key: 'oldest',
    title: words.retention.oldest,
    cell: ({ oldestSession }) => <Time at={oldestSession} none={words.retention.noSession} />,
  },
  {
    key: 'held',
    title: words.sessions.hold,
    cell: ({ integrationId, held }) =>
      held === 0 ? (
        <span className="quiet">{words.retention.noHold}</span>
      ) : (
        <Link to="/sessions" search={{ integration: integrationId, held: 'yes' }}>
          {words.retention.held(held)}
        </Link>
      ),
  },
  { key: 'erasing', title: words.retention.erasing, cell: (schedule) => <Erasing schedule={schedule} /> },
  {
    key: 'actions',
    title: words.common.actions,
    quiet: true,
    cell: ({ integrationId }) => (
      <Link to="/integrations/$id" params={{ id: integrationId }} search={{ find: 'retention' }}>
        {words.retention.change}
      </Link>
    ),
  },
];

/** One line per kind of data, and whether the client may delete sessions. */
function Kept({ schedule }: { schedule: PrintedSchedule }) {
  const { sessionDays, pictureDays, descriptorDays, descriptorDaysAtMost, webhookDays, deletion } = schedule;
  const { forEver, withSession, days, faces } = words.retention;
  const lines = [
    [words.retention.sessions, sessionDays === null ? forEver : days(sessionDays)],
    [words.retention.pictures, pictureDays === null ? withSession : days(pictureDays)],
    [words.retention.descriptors, faces(descriptorDays, descriptorDaysAtMost)],
    [words.retention.webhooks, webhookDays === null ? withSession : days(webhookDays)],
    [words.retention.client, deletion ? words.retention.mayDelete : words.retention.mayNotDelete],
  ] as const;
  return (
    <dl className="kept">
      {lines.map(([what, how]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{how}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Erasures in progress: a few seconds are normal, longer is not. */
function Erasing({ schedule: { erasing, erasingSince } }: { schedule: PrintedSchedule }) {
  if (erasingSince === null) return <span className="quiet">{words.retention.noErasing}</span>;
  const isLate = Date.now() - Date.parse(erasingSince) > lateMs;
  return (
    <span className="stacked">
      <Mark tone={isLate ? 'bad' : 'busy'}>{words.retention.unfinished(erasing)}</Mark>
      <span className="quiet small">
        {words.common.since} <Time at={erasingSince} />
      </span>
    </span>
  );
}

/** Retention schedules of all integrations. */
export function SchedulesPanel() {
  const query = useQuery(verbQuery<PrintedSchedule[]>('retention list', { live: true }));
  return (
    <Panel title={words.retention.schedules} intro={words.retention.schedulesIntro} flush>
      <Loaded query={query} lines={6}>
        {({ output }) =>
          output.length === 0 ? (
            <p className="panel-line quiet">{words.integrations.emptyTitle}.</p>
          ) : (
            <DataTable
              caption={words.retention.schedules}
              columns={columns}
              rows={output}
              keyOf={({ integrationId }) => integrationId}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
