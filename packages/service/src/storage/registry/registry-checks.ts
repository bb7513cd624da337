import type { Database, Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { AttemptKey } from '../session/attempts.ts';
import { type DecidingRegistry, type LeasedJob, LeaseLost, returnJob } from '../job/jobs.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** The registries that can be called for an attempt: those that decide, and those that only inform. */
export type RegistryName = DecidingRegistry | 'mx-curp' | 'mx-voter-list';

export interface RegistryCheckKey extends AttemptKey {
  registry: RegistryName;
}

/** One check as stored; sealed members are opened with `registryLabel`. */
export interface RegistryCheckRow extends Row {
  attemptId: string;
  registry: RegistryName;
  /** How often the current try was started. */
  starts: number;
  /** ISO 8601, UTC; `null` if no call was started. */
  startedAt: string | null;
  /** How often it was postponed because the registry gave no answer. */
  deferrals: number;
  /** ISO 8601, UTC: when it is, or was, called again after that; `null` if it was never postponed. */
  nextTryAt: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC; `null` while it waits. */
  endedAt: string | null;
  result: Uint8Array | null;
  object: Uint8Array | null;
}

/** Labels under which members are sealed with the session's data key. */
export const registryLabel = {
  result: ({ attemptId, registry }: Pick<RegistryCheckKey, 'attemptId' | 'registry'>) =>
    `registry-result:${registry}:${attemptId}`,
  object: ({ attemptId, registry }: Pick<RegistryCheckKey, 'attemptId' | 'registry'>) =>
    `registry-object:${registry}:${attemptId}`,
} as const;

/** Records that a registry is to be called for an attempt, in the transaction that creates the job for it. */
export async function openRegistryCheck(
  tx: Tx,
  { integrationId, sessionId, attemptId, registry }: RegistryCheckKey,
): Promise<void> {
  await tx.query(
    `insert into registry_check (integration_id, session_id, attempt_id, registry) values ($1, $2, $3, $4) on conflict do nothing`,
    [integrationId, sessionId, attemptId, registry],
  );
}

/** Withdraws a check because another registry is to decide: if it has not been answered, it is not called any more. */
export async function withdrawRegistryCheck(
  tx: Tx,
  { integrationId, attemptId, registry }: Omit<RegistryCheckKey, 'sessionId'>,
): Promise<void> {
  await tx.query(
    `delete from registry_check where integration_id = $1 and attempt_id = $2 and registry = $3 and ended_at is null`,
    [integrationId, attemptId, registry],
  );
}

const columns = `attempt_id as "attemptId", registry, starts, ${instant('started_at')} as "startedAt", deferrals,
  ${instant('next_try_at')} as "nextTryAt", ${instant('created_at')} as "createdAt", ${instant('ended_at')} as "endedAt", result, object`;

/** One check, or `null` if that registry was never to be called for that attempt. */
export async function findRegistryCheck(
  db: Queryable,
  { integrationId, attemptId, registry }: Pick<RegistryCheckKey, 'integrationId' | 'attemptId' | 'registry'>,
): Promise<RegistryCheckRow | null> {
  const rows = await db.query<RegistryCheckRow>(
    `select ${columns} from registry_check where integration_id = $1 and attempt_id = $2 and registry = $3`,
    [integrationId, attemptId, registry],
  );
  return rows[0] ?? null;
}

/** Whether a check was postponed because the registry gave no answer, and is to be retried. */
export const isUnanswered = ({ endedAt, deferrals }: RegistryCheckRow): boolean =>
  endedAt === null && deferrals > 0;

/** Condition on sessions: one of their checks is {@link isUnanswered}. Limited to submitted sessions, so that most are not looked up. */
export const hasUnansweredCheck = (session: string): string => `${session}.status = 'submitted' and exists (
  select 1 from registry_check c where c.integration_id = ${session}.integration_id and c.session_id = ${session}.id
    and c.ended_at is null and c.deferrals > 0)`;

/** Every check of a session, by attempt, in the order of opening. */
export function listRegistryChecks(
  db: Queryable,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<RegistryCheckRow[]> {
  return db.query<RegistryCheckRow>(
    `select ${columns} from registry_check where integration_id = $1 and session_id = $2 order by created_at, registry`,
    [integrationId, sessionId],
  );
}

/**
 * How many calls one try may start: the first, and another by the worker that takes over from one that died (R11). A postponed try counts
 * anew.
 */
export const mostStarts = 2;

/**
 * Records, in its own transaction, that a call is about to be made.
 * @returns how often this try was started, this time included. `null` if it may not be started again, a result exists already, or the
 * session was deleted: then it must not be called
 * @throws LeaseLost
 */
export async function startRegistryCheck(
  tx: Tx,
  { integrationId, sessionId, attemptId, registry }: RegistryCheckKey,
  job: LeasedJob,
): Promise<number | null> {
  await holdJob(tx, job);
  const [started] = await tx.query<{ starts: number }>(
    `insert into registry_check as c (integration_id, session_id, attempt_id, registry, starts, started_at)
     select $1::uuid, $2::uuid, $3::uuid, $4::text, 1, now() from session s
       where s.integration_id = $1 and s.id = $2 and s.deleted_at is null
     on conflict (integration_id, attempt_id, registry) do update set starts = c.starts + 1, started_at = now()
       where c.starts < $5 and c.ended_at is null
     returning starts`,
    [integrationId, sessionId, attemptId, registry, mostStarts],
  );
  return started?.starts ?? null;
}

/** @throws LeaseLost */
async function holdJob(tx: Tx, { integrationId, id, lease }: LeasedJob): Promise<void> {
  const [held] = await tx.query(
    `select id from job where integration_id = $1 and id = $2 and lease = $3 for update`,
    [integrationId, id, lease],
  );
  if (!held) throw new LeaseLost();
}

/** How often a check may be postponed, and the seconds from one try to the next: +20 and +40 minutes. @see spec/registries.md 10 */
const deferral = { most: 2, seconds: 20 * 60 } as const;

/**
 * Postpones a check, together with its job.
 * @returns how often it has been postponed, this time included; `null` if it cannot be postponed again, in which case nothing has changed
 * @throws LeaseLost
 */
export async function deferRegistryCheck(
  tx: Tx,
  { integrationId, attemptId, registry }: Pick<RegistryCheckKey, 'integrationId' | 'attemptId' | 'registry'>,
  job: LeasedJob,
): Promise<number | null> {
  await holdJob(tx, job);
  const [put] = await tx.query<{ deferrals: number }>(
    `update registry_check set deferrals = deferrals + 1, starts = 0, next_try_at = now() + make_interval(secs => $4)
     where integration_id = $1 and attempt_id = $2 and registry = $3 and ended_at is null and deferrals < $5
     returning deferrals`,
    [integrationId, attemptId, registry, deferral.seconds, deferral.most],
  );
  if (!put) return null;
  await returnJob(tx, job, { delaySeconds: deferral.seconds, cause: null });
  return put.deferrals;
}

export interface EndedRegistryCheck extends RegistryCheckKey {
  result: Uint8Array | null;
  object: Uint8Array | null;
}

/** Stores the result of a check, in the transaction that decides by it; an existing result is kept. */
export async function endRegistryCheck(tx: Tx, ended: EndedRegistryCheck): Promise<void> {
  await tx.query(
    `insert into registry_check as c (integration_id, session_id, attempt_id, registry, ended_at, result, object)
     values ($1, $2, $3, $4, now(), $5, $6)
     on conflict (integration_id, attempt_id, registry)
       do update set ended_at = now(), result = $5, object = $6 where c.ended_at is null`,
    [ended.integrationId, ended.sessionId, ended.attemptId, ended.registry, ended.result, ended.object],
  );
}

/**
 * Used by the reaper (reliability, section 8): gives waiting queries without a job a new one. Checks that decide are found by their
 * attempt.
 * @returns how many were found; more than 0 deserves an alert
 */
export async function restoreMissingQueries(database: Database): Promise<number> {
  const rows = await database.query(
    `insert into job (integration_id, id, kind, session_id, attempt_id)
     select c.integration_id, gen_random_uuid(), 'query-mx' || case i.mode when 'test' then '-test' else '' end, c.session_id, c.attempt_id
     from (
       select distinct integration_id, session_id, attempt_id from registry_check
       where ended_at is null and created_at < now() - interval '60 seconds' and registry in ('mx-curp', 'mx-voter-list')
     ) c
     join integration i on i.id = c.integration_id
     join session s on s.integration_id = c.integration_id and s.id = c.session_id and s.deleted_at is null
     where not exists (select 1 from job j where j.integration_id = c.integration_id and j.attempt_id = c.attempt_id
       and j.kind like 'query-mx%')
     returning id`,
  );
  return rows.length;
}
