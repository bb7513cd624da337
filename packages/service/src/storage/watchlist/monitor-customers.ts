import type { Database, Row } from '../engine/database.ts';
import { type MonitoredKey, personaStates } from './monitor-runs.ts';
import type { ScreeningRow } from './watchlist.ts';

/** A monitored session. Those of built-in personas use lists of their own and are not included. */
export interface MonitoredSession extends MonitoredKey, Row {
  attemptId: string;
}

const followed = `watchlist_monitor m
  join session s on s.integration_id = m.integration_id and s.id = m.session_id and s.deleted_at is null
  where m.status = 'enabled' and (m.snapshot is null or not starts_with(m.snapshot, '${personaStates}'))`;

/** Monitored sessions after a cursor (`integration/session`, or `''`), in order. @param integrationId `null` for all */
export function listMonitored(
  database: Database,
  { after, integrationId, limit }: { after: string; integrationId: string | null; limit: number },
): Promise<MonitoredSession[]> {
  const [afterIntegration = '', afterSession = ''] = after.split('/');
  return database.query<MonitoredSession>(
    `select m.integration_id as "integrationId", m.session_id as "sessionId", m.attempt_id as "attemptId" from ${followed}
       and ($1 = '' or (m.integration_id, m.session_id) > (nullif($1, '')::uuid, nullif($2, '')::uuid))
       and ($3::uuid is null or m.integration_id = $3)
     order by m.integration_id, m.session_id limit $4`,
    [afterIntegration, afterSession, integrationId, limit],
  );
}

/** The sealed data of a monitored session that determines who is screened and how. */
export interface SealedCustomer extends MonitoredSession {
  mode: 'test' | 'live';
  settings: Record<string, unknown>;
  person: ScreeningRow['person'];
  dataKey: Uint8Array;
  kekVersion: number;
}

/** The sealed rows of these sessions, omitting those no longer monitored. */
export function readMonitored(
  database: Database,
  sessions: readonly MonitoredSession[],
): Promise<SealedCustomer[]> {
  return database.query<SealedCustomer>(
    `select m.integration_id as "integrationId", m.session_id as "sessionId", m.attempt_id as "attemptId", i.mode, i.settings,
       w.person, s.data_key as "dataKey", s.kek_version as "kekVersion"
     from unnest($1::uuid[], $2::uuid[]) as wanted (integration_id, session_id)
     join watchlist_monitor m on m.integration_id = wanted.integration_id and m.session_id = wanted.session_id
       and m.status = 'enabled'
     join session s on s.integration_id = m.integration_id and s.id = m.session_id and s.deleted_at is null
     join integration i on i.id = m.integration_id
     join watchlist_screening w on w.integration_id = m.integration_id and w.attempt_id = m.attempt_id
     where s.data_key is not null and w.status <> 'in_progress'
     order by m.integration_id, m.session_id`,
    [sessions.map(({ integrationId }) => integrationId), sessions.map(({ sessionId }) => sessionId)],
  );
}

/** Sessions whose monitoring was disabled in the last minutes. */
export function listDisabled(
  database: Database,
  { minutes }: { minutes: number },
): Promise<(MonitoredKey & Row)[]> {
  return database.query(
    `select integration_id as "integrationId", session_id as "sessionId" from watchlist_monitor
     where status = 'disabled' and changed_at > now() - make_interval(mins => $1)`,
    [minutes],
  );
}

/** A value per integration that changes with its settings. */
export async function settingsStamps(database: Database): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; stamp: string }>(
    `select id, md5(mode || settings::text) as stamp from integration`,
  );
  return new Map(rows.map(({ id, stamp }) => [id, stamp]));
}
