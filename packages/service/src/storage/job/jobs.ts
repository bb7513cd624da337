import { randomUUID } from 'node:crypto';
import type { Database, Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** A registry, and the task for it: a check decides, a query informs. */
export type RegistryTask = 'check-br' | 'check-mx' | 'check-co' | 'check-us' | 'query-mx';
/** Test integrations have lanes of their own: a persona that hangs must never delay a live session. */
export type RegistryJobKind = RegistryTask | `${RegistryTask}-test`;

/** What background work there is. */
export type JobKind =
  | 'verify-session'
  | 'judge-picture'
  | 'screen-session'
  | 'monitor-session'
  | 'erase-session'
  | RegistryJobKind;

/** The lane of a registry's work for an integration of that mode. */
export const registryJobKind = (task: RegistryTask, mode: 'test' | 'live'): RegistryJobKind =>
  mode === 'test' ? `${task}-test` : task;

/**
 * Where a job queues; its kind unless something else is known about it. `verify-quick`: there is no picture to read, so it never
 * waits behind pictures. `verify-alone`: its pictures were late or ended a process, so they are read where they hold up no other
 * job.
 */
export type JobLaneName = JobKind | 'verify-quick' | 'verify-alone';

export interface NewJob {
  integrationId: string;
  kind: JobKind;
  /** The lane of its kind by default. */
  lane?: JobLaneName;
  sessionId: string;
  /** `null` where the work concerns the whole session. */
  attemptId: string | null;
  delaySeconds?: number;
}

/** A job under a lease. Whoever holds it must finish before `leasedUntil` or renew; every finishing write names `lease`. */
export interface LeasedJob extends Row {
  integrationId: string;
  id: string;
  kind: JobKind;
  lane: JobLaneName;
  sessionId: string;
  attemptId: string | null;
  payload: Record<string, unknown>;
  lease: number;
  /** Seconds it was due before this claim. */
  waitedSeconds: number;
  /** Claims so far, this one included: a job that kills its worker is counted. */
  claims: number;
}

/** Thrown by a finishing write whose lease was lost: another worker has the job, so the transaction must roll back (R7). */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this job was lost');
    this.name = 'LeaseLost';
  }
}

/** Records work in the transaction that causes it. Call `wake.notify('job')` after the commit. */
export async function insertJob(
  tx: Tx,
  { integrationId, kind, lane = kind, sessionId, attemptId, delaySeconds = 0 }: NewJob,
): Promise<void> {
  await tx.query(
    `insert into job (integration_id, id, kind, lane, session_id, attempt_id, due_at)
     values ($1, $2, $3, nullif($7, $3), $4, $5, now() + make_interval(secs => $6))`,
    [integrationId, randomUUID(), kind, sessionId, attemptId, delaySeconds, lane],
  );
}

/**
 * Records the verification of an attempt that is submitted. Without pictures to read it queues apart from those that have some.
 * @param needsPictures what the pictures show, if there are any, is part of the decision
 */
export async function insertVerification(
  tx: Tx,
  { integrationId, sessionId, attemptId }: { integrationId: string; sessionId: string; attemptId: string },
  { needsPictures }: { needsPictures: boolean },
): Promise<void> {
  await tx.query(
    `insert into job (integration_id, id, kind, lane, session_id, attempt_id)
     select $1, $2, 'verify-session', case when $5::boolean and exists (
         select 1 from media where integration_id = $1 and attempt_id = $4 and made_by = 'upload') then null else 'verify-quick' end,
       $3, $4`,
    [integrationId, randomUUID(), sessionId, attemptId, needsPictures],
  );
}

/** How long a claim lasts without renewal, in seconds (R6). */
export const leaseSeconds = 30;

/** @returns false when the lease was lost meanwhile; the work must stop */
export async function renewLease(database: Database, job: LeasedJob): Promise<boolean> {
  const rows = await database.query(
    `update job set leased_until = clock_timestamp() + make_interval(secs => $4)
     where integration_id = $1 and id = $2 and lease = $3 returning id`,
    [job.integrationId, job.id, job.lease, leaseSeconds],
  );
  return rows.length === 1;
}

/** Ends a job in the transaction that stores its result. @throws LeaseLost */
export async function finishJob(tx: Tx, job: LeasedJob): Promise<void> {
  const rows = await tx.query(
    `delete from job where integration_id = $1 and id = $2 and lease = $3 returning id`,
    [job.integrationId, job.id, job.lease],
  );
  if (rows.length === 0) throw new LeaseLost();
}

export interface JobReturn {
  /** Until it is due again. */
  delaySeconds: number;
  /** Of the failure, without personal data; `null` when nothing failed. */
  cause: string | null;
  /** Whether the claim counts; by default where something failed. */
  counts?: boolean;
  /** Processes that this job may have ended so far; kept until a person releases it. */
  kills?: number;
  /** Its pictures took too long beside others; kept likewise. */
  late?: boolean;
  /** Looks by themselves for which the machine was too busy; kept likewise. */
  starved?: number;
  /** Where it queues from now on; where it did by default. */
  lane?: JobLaneName;
}

/** Gives a job back. */
export async function returnJob(
  db: Queryable,
  job: LeasedJob,
  { delaySeconds, cause, counts = cause !== null, lane, ...kept }: JobReturn,
): Promise<void> {
  await db.query(
    `update job set leased_until = null, due_at = clock_timestamp() + make_interval(secs => $4), cause = coalesce($5, cause),
       claims = claims - case when $8::boolean then 0 else 1 end, payload = payload || $6::jsonb,
       lane = case when $7::text is null then lane else nullif($7, kind) end
     where integration_id = $1 and id = $2 and lease = $3`,
    [
      job.integrationId,
      job.id,
      job.lease,
      delaySeconds,
      cause,
      JSON.stringify(Object.fromEntries(Object.entries(kept).filter(([, value]) => value))),
      lane ?? null,
      counts,
    ],
  );
}

/** Processes that a job may have ended since it was made or last released. */
export function killsOf({ payload }: Pick<LeasedJob, 'payload'>): number {
  return Number(payload['kills'] ?? 0);
}

/** Looks at its pictures by themselves for which the machine was too busy, since it was made or last released. */
export function starvedOf({ payload }: Pick<LeasedJob, 'payload'>): number {
  return Number(payload['starved'] ?? 0);
}

/** Longest that a look may take by the clock, in times of what is usual. */
const mostPatience = 4;

/** How many times as long as usual a look may take by the clock: twice as long each time that the machine was too busy, at most 4. */
export const patienceFor = (job: Pick<LeasedJob, 'payload'>): number =>
  Math.min(mostPatience, 2 ** starvedOf(job));

/** Whether its pictures were late before. */
export const wasLate = ({ payload }: Pick<LeasedJob, 'payload'>): boolean => payload['late'] === true;

/** Whether its pictures are looked at by themselves, for the last time: they were late or ended a process. */
export const runsAlone = (job: Pick<LeasedJob, 'payload'>): boolean => wasLate(job) || killsOf(job) > 0;

/** Takes a job out of circulation until a person releases it, with an entry in the operator's queue (R8, R20). */
export async function parkJob(tx: Tx, job: LeasedJob, cause: string): Promise<void> {
  const rows = await tx.query(
    `update job set parked_at = now(), leased_until = null, cause = $4
     where integration_id = $1 and id = $2 and lease = $3 returning id`,
    [job.integrationId, job.id, job.lease, cause],
  );
  if (rows.length === 0) throw new LeaseLost();
  await tx.query(
    `insert into operator_entry (integration_id, id, kind, session_id, attempt_id, cause) values ($1, $2, 'job_parked', $3, $4, $5)`,
    [job.integrationId, randomUUID(), job.sessionId, job.attemptId, cause],
  );
}

/**
 * Ends all work that would decide an attempt, because it is decided otherwise: a worker that is at it finds its lease lost, and a
 * look-up that was not answered is forgotten. The caller holds the attempt.
 */
export async function endDecidingJobs(
  tx: Tx,
  { integrationId, attemptId }: { integrationId: string; attemptId: string },
): Promise<void> {
  const key = [integrationId, attemptId];
  await tx.query(`delete from job j where j.integration_id = $1 and j.attempt_id = $2 and ${decides}`, key);
  await tx.query(
    `delete from registry_check where integration_id = $1 and attempt_id = $2 and ended_at is null`,
    key,
  );
  await tx.query(
    `update operator_entry set resolved_at = now()
     where integration_id = $1 and attempt_id = $2 and kind = 'job_parked' and resolved_at is null`,
    key,
  );
}

export interface ParkedJob extends Row {
  integrationId: string;
  id: string;
  kind: JobKind;
  sessionId: string;
  attemptId: string | null;
  cause: string | null;
  claims: number;
  parkedAt: string;
}

/** Parked jobs, oldest first. @param integrationId `null` for all integrations (operator only) */
export function listParkedJobs(database: Database, integrationId: string | null): Promise<ParkedJob[]> {
  return database.query<ParkedJob>(
    `select integration_id as "integrationId", id, kind, session_id as "sessionId", attempt_id as "attemptId", cause, claims,
       ${instant('parked_at')} as "parkedAt"
     from job where parked_at is not null and ($1::uuid is null or integration_id = $1) order by parked_at`,
    [integrationId],
  );
}

/**
 * Puts a parked job back to work with a fresh count; its operator entry is resolved.
 * @returns the integration of the session; null when no such job is parked
 */
export async function releaseJob(tx: Tx, { sessionId }: { sessionId: string }): Promise<string | null> {
  const [released] = await tx.query<{ integrationId: string }>(
    `update job set parked_at = null, claims = 0, due_at = now(), payload = payload - 'kills' - 'late' - 'starved' || '{"released": true}',
       lane = nullif(lane, 'verify-alone')
     where session_id = $1 and parked_at is not null returning integration_id as "integrationId"`,
    [sessionId],
  );
  await tx.query(
    `update operator_entry set resolved_at = now() where session_id = $1 and kind = 'job_parked' and resolved_at is null`,
    [sessionId],
  );
  return released?.integrationId ?? null;
}

/**
 * The reaper's part (reliability, section 8): attempts that were submitted and have no job get one again, of the registry that
 * waits for it or else of the verification. One that was postponed keeps its time.
 * @returns how many were found; more than 0 deserves an alert
 */
export async function restoreMissingJobs(database: Database): Promise<number> {
  const rows = await database.query(
    `insert into job (integration_id, id, kind, session_id, attempt_id, due_at)
     select a.integration_id, gen_random_uuid(),
       coalesce('check-' || c.registry || case i.mode when 'test' then '-test' else '' end, 'verify-session'), a.session_id, a.id,
       greatest(c.next_try_at, now())
     from attempt a
     join integration i on i.id = a.integration_id
     left join lateral (select c.registry, c.next_try_at from registry_check c
       where ${ofAttempt('c')} and c.registry in ('br', 'mx', 'co', 'us') and c.ended_at is null
       order by c.attempt_id limit 1) c on true
     where a.status = 'submitted' and a.submitted_at < now() - interval '60 seconds'
       and (select true from job j where ${ofAttempt('j')} and ${decides} order by j.attempt_id limit 1) is null
     returning id`,
  );
  return rows.length;
}

/** Kinds that end in a decision. */
const decides = `(j.kind = 'verify-session' or j.kind like 'check-%')`;

/**
 * Row `of` belongs to attempt `a`. Written as a range, and in a look for each attempt that is ordered by `attempt_id`: with that only the
 * index meant for it needs no sort, so that a backlog is looked up row by row whatever the statistics are like.
 */
const ofAttempt = (of: string): string =>
  `${of}.integration_id = a.integration_id and ${of}.attempt_id between a.id and a.id`;

/**
 * Shows the operator every attempt that has waited for its decision longer than 15 minutes, whatever the cause (R20). Where a
 * registry is to be called again later, the minutes count from then on. Takes the entry back once there is a decision.
 * @returns how many are new
 */
export async function reportOverdueAttempts(database: Database): Promise<number> {
  await database.query(
    `update operator_entry o set resolved_at = now()
     where o.kind = 'attempt_overdue' and o.resolved_at is null
       and (select a.status from attempt a where a.integration_id = o.integration_id
         and a.id between o.attempt_id and o.attempt_id order by a.id limit 1) <> 'submitted'`,
  );
  const rows = await database.query(
    `insert into operator_entry (integration_id, id, kind, session_id, attempt_id, cause)
     select a.integration_id, gen_random_uuid(), 'attempt_overdue', a.session_id, a.id,
       'no decision after 15 minutes' || coalesce('; last failure: ' || j.cause, '')
     from attempt a
     left join lateral (select j.cause from job j where ${ofAttempt('j')} and ${decides} order by j.attempt_id limit 1) j on true
     where a.status = 'submitted' and a.submitted_at < now() - interval '15 minutes'
       and (select true from registry_check c where ${ofAttempt('c')} and c.ended_at is null
         and c.next_try_at > now() - interval '15 minutes' order by c.attempt_id limit 1) is null
       and (select true from operator_entry o where ${ofAttempt('o')} and o.resolved_at is null
         order by o.attempt_id limit 1) is null
     returning id`,
  );
  return rows.length;
}
