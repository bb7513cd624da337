import type { Database, Row } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { RegistryName } from './registry-checks.ts';

/** Seconds for which a process's report is valid: processes report every ten seconds, and may end without notice. */
const reportedSeconds = 120;
/** Seconds until an outage raises an alarm: after a short failure a registry is called again within half of that. */
const alarmSeconds = 60;

/** A route whose calls a process is holding back. */
export interface HeldBackRoute {
  connector: string;
  route: string;
  /** Cause of its latest failure; `null`: unknown. */
  cause: string | null;
  /** Seconds since calls were first held back. */
  seconds: number;
  /** Seconds since the latest attempted call failed. */
  failedSeconds: number;
}

/**
 * Records the routes that a process is holding back. A route counts as available again once another process has had an answer from it,
 * until a later call fails.
 */
export async function reportHeldBack(
  database: Pick<Database, 'query'>,
  { connector, route, cause, seconds, failedSeconds }: HeldBackRoute,
): Promise<void> {
  await database.query(
    `insert into registry_outage as o (connector, route, cause, since, failed_at)
     values ($1, $2, $3, now() - make_interval(secs => $4::float8), now() - make_interval(secs => $5::float8))
     on conflict (connector, route) do update set
       cause = coalesce(excluded.cause, o.cause), seen_at = now(), ended_at = null, failed_at = excluded.failed_at,
       since = case when o.ended_at is not null then excluded.failed_at
         when o.seen_at > now() - make_interval(secs => $6::float8) then least(o.since, excluded.since)
         else excluded.since end
     where o.ended_at is null or excluded.failed_at > o.ended_at`,
    [connector, route, cause, seconds, failedSeconds, reportedSeconds],
  );
}

/** Records that a route has answered again. */
export async function endRegistryOutage(
  database: Pick<Database, 'query'>,
  { connector, route }: Pick<HeldBackRoute, 'connector' | 'route'>,
): Promise<void> {
  await database.query(
    `update registry_outage set ended_at = now() where connector = $1 and route = $2 and ended_at is null`,
    [connector, route],
  );
}

/** An ongoing outage of a registry. */
export interface RegistryOutage extends Row {
  connector: string;
  route: string;
  cause: string | null;
  /** ISO 8601, UTC. */
  since: string;
}

/** Routes without which a registry gives no answers. */
const routesOf: Readonly<Record<RegistryName, readonly string[]>> = {
  br: ['br.validate', 'br.gcc', 'br.status', 'generic.br'],
  mx: ['mx.ine', 'generic.mx'],
  'mx-curp': ['mx.curp', 'generic.mx-curp'],
  'mx-voter-list': ['mx.voterList', 'generic.mx-voter-list'],
  co: ['co.ani', 'generic.co'],
  us: ['generic.us'],
};

/** Since when a registry has not answered; `null`: it is not known to be down. @param outages oldest first */
export const outageSince = (outages: readonly RegistryOutage[], registry: RegistryName): string | null =>
  outages.find(({ route }) => routesOf[registry].includes(route))?.since ?? null;

/** Routes of live registries that have been held back for at least a minute, oldest first. */
export const listRegistryOutages = (database: Pick<Database, 'query'>): Promise<RegistryOutage[]> =>
  database.query<RegistryOutage>(
    `select connector, route, cause, ${instant('since')} as since from registry_outage
     where ended_at is null and seen_at > now() - make_interval(secs => $1::float8)
       and since <= now() - make_interval(secs => $2::float8)
     order by registry_outage.since, connector, route`,
    [reportedSeconds, alarmSeconds],
  );
