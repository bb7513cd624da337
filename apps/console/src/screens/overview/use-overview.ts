import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { VerbResult } from '../../service/call.ts';
import type {
  PrintedAlert,
  PrintedBacklog,
  PrintedBackup,
  PrintedJob,
  PrintedLists,
  PrintedPart,
  PrintedReport,
  PrintedStuck,
} from '../../service/printed.ts';
import { verbQuery } from '../../service/queries.ts';

export const alertsQuery = verbQuery<PrintedAlert[]>('alerts list', { live: true });
export const jobsQuery = verbQuery<PrintedJob[]>('job list', { live: true });
export const listsQuery = verbQuery<PrintedLists>('lists status', { live: true });
export const backupsQuery = verbQuery<PrintedBackup[]>('backups list', {
  options: { limit: '5' },
  live: true,
});
export const reportsQuery = verbQuery<PrintedReport[]>('reports list', {
  options: { limit: '1000' },
  live: true,
});

/** Webhook URLs with their backlog, those in trouble first. */
export const backlogQuery = verbQuery<PrintedBacklog[]>('webhooks backlog', {
  options: { limit: '1000' },
  live: true,
});
export const stuckQuery = verbQuery<PrintedStuck[]>('session stuck', {
  options: { limit: '100' },
  live: true,
});

export const systemQuery = verbQuery<PrintedPart[]>('system show', { live: true });

/** Faulty parts of the system, except backups, which have their own panel. */
export const systemFaults = (parts: readonly PrintedPart[]): PrintedPart[] =>
  parts.filter(({ part, state }) => state === 'fault' && part !== 'backups');

/** Whether a URL is paused, or failed so often that only probes are sent to it. Single failures are retried automatically. */
export const isTroubled = ({ state }: PrintedBacklog): boolean => state !== 'ok';

/** Whether an alert can be dismissed. The others have their own panels and close when their cause is resolved. */
export const isResolvable = (alert: PrintedAlert): alert is PrintedAlert & { id: string } =>
  alert.id !== null;

/** Whether an alert is work for people who decide, not for operators. */
export const isDecision = ({ kind }: PrintedAlert): boolean => kind.endsWith('s_waiting');

/** Whether an alert is about backups. */
export const isBackupFault = ({ kind }: PrintedAlert): boolean => kind.startsWith('backup_');

/** Counts sources without content or out of date, and the lists as a whole if they were ever loaded. */
const listFaults = ({ output }: VerbResult<PrintedLists>): number => {
  const { alarm, sources, snapshot } = output;
  if (!alarm || (snapshot === null && sources.length === 0)) return 0;
  return Math.max(1, sources.filter(({ state }) => state === 'alarm').length);
};

const decisionsIn = (alerts: PrintedAlert[]): number =>
  alerts.filter(isDecision).reduce((sum, { cause }) => sum + (Number.parseInt(cause, 10) || 1), 0);

/** The counts at the top of the page; `null` while they are unknown or could not be read. */
export function useOverview() {
  const [alerts, jobs] = [useQuery(alertsQuery), useQuery(jobsQuery)];
  const [backlog, stuck, lists] = [useQuery(backlogQuery), useQuery(stuckQuery), useQuery(listsQuery)];
  const [backups, reports, system] = [useQuery(backupsQuery), useQuery(reportsQuery), useQuery(systemQuery)];
  const all: Pick<UseQueryResult, 'data' | 'error'>[] = [
    alerts,
    jobs,
    backlog,
    stuck,
    lists,
    backups,
    reports,
    system,
  ];
  const open = alerts.data?.output;
  const waiting = open && reports.data && decisionsIn(open) + reports.data.output.length;
  return {
    counts: {
      alerts: open?.filter(isResolvable).length ?? null,
      jobs: jobs.data?.output.length ?? null,
      endpoints: backlog.data?.output.filter(isTroubled).length ?? null,
      stuck: stuck.data?.output.length ?? null,
      lists: lists.data ? listFaults(lists.data) : null,
      backups: open?.filter(isBackupFault).length ?? null,
      system: system.data ? systemFaults(system.data.output).length : null,
    },
    waiting: waiting ?? null,
    isReading: all.some(({ data, error }) => data === undefined && error === null),
    isPartial: all.some(({ error }) => error !== null),
  };
}
