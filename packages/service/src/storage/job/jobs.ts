import { randomUUID } from 'node:crypto';
import type { Database, Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** Registries whose answer decides an attempt; each has its own lane of jobs. The others only inform. */
const decidingRegistries = ['br', 'mx', 'co', 'us'] as const;
export type DecidingRegistry = (typeof decidingRegistries)[number];

/** A task for a registry: a check decides an attempt, a query only informs. */
export type RegistryTask = `check-${DecidingRegistry}` | 'query-mx';
/** Test integrations have their own lanes, so that a simulated registry that hangs never delays a live session. */
export type RegistryJobKind = RegistryTask | `${RegistryTask}-test`;

/** The kinds of background work. */
export type JobKind =
  | 'verify-session'
  | 'judge-picture'
  | 'screen-session'
  | 'monitor-session'
  | 'erase-session'
  | RegistryJobKind;

/** The lane for registry work of an integration in that mode. */
export const registryJobKind = (task: RegistryTask, mode: 'test' | 'live'): RegistryJobKind =>
  mode === 'test' ? `${task}-test` : task;

/**
 * The queue of a job; by default its kind. `verify-quick`: no picture has to be read, so it never waits behind jobs with pictures.
 * `verify-alone`: its pictures took too long or ended a process, so they are read where they delay no other job.
 */
export type JobLaneName = JobKind | 'verify-quick' | 'verify-alone';

export interface NewJob {
  integrationId: string;
  kind: JobKind;
  /** By default, the lane of its kind. */
  lane?: JobLaneName;
  sessionId: string;
  /** `null` if the work concerns the whole session. */
  attemptId: string | null;
  delaySeconds?: number;
}

/** A job under a lease. The holder must finish before the lease ends or renew it; every write that finishes the job names `lease`. */
export interface LeasedJob extends Row {
  integrationId: string;
  id: string;
  kind: JobKind;
  lane: JobLaneName;
  sessionId: string;
  attemptId: string | null;
  payload: Record<string, unknown>;
  lease: number;
  /** Seconds for which it was due before this claim. */
  waitedSeconds: number;
  /** Number of claims, this one included, so that a job that kills its worker is noticed. */
  claims: number;
}

/**
 * Thrown by a write that finishes a job after the lease was lost: another worker has the job, so the transaction must roll back (R7).
 */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of this job was lost');
    this.name = 'LeaseLost';
  }
}

/** Inserts a job, in the transaction that causes it. Call `wake.notify('job')` after the commit. */
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
 * Inserts the verification of a submitted attempt. One without pictures to read has a separate queue.
 * @param needsPictures whether the decision depends on what the pictures show, if there are any
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

/** Seconds that a claim lasts without renewal (R6). */
export const leaseSeconds = 30;

/** @returns false if the lease was lost meanwhile; the work must then stop */
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
  /** Seconds until it is due again. */
  delaySeconds: number;
  /** Cause of the failure, without personal data; `null` if nothing failed. */
  cause: string | null;
  /** Whether the claim counts; by default it does if something failed. */
  counts?: boolean;
  /** Number of processes that this job may have ended; kept until a person releases the job. */
  kills?: number;
  /** Whether its pictures took too long in parallel with others; kept as above. */
  late?: boolean;
  /** Number of inspections alone for which the machine was too busy; kept as above. */
  starved?: number;
  /** Its new queue; unchanged by default. */
  lane?: JobLaneName;
}

/** Returns a job to its queue. */
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

/** Number of inspections of its pictures alone for which the machine was too busy, since it was created or last released. */
export function starvedOf({ payload }: Pick<LeasedJob, 'payload'>): number {
  return Number(payload['starved'] ?? 0);
}

/** Longest wall-clock time of an inspection, as a multiple of the usual limit. */
const mostPatience = 4;

/** Multiple of the usual wall-clock limit for the next inspection: doubled each time that the machine was too busy, at most 4. */
export const patienceFor = (job: Pick<LeasedJob, 'payload'>): number =>
  Math.min(mostPatience, 2 ** starvedOf(job));

/** Whether its pictures took too long before. */
export const wasLate = ({ payload }: Pick<LeasedJob, 'payload'>): boolean => payload['late'] === true;

/** Whether its pictures are inspected alone, for the last time: they took too long or ended a process. */
export const runsAlone = (job: Pick<LeasedJob, 'payload'>): boolean => wasLate(job) || killsOf(job) > 0;

/** Parks a job until a person releases it, with an entry in the operator's queue (R8, R20). */
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
 * Removes all jobs that would decide an attempt, because it is decided in another way. A worker that runs one of them then loses its lease,
 * and a registry look-up without an answer is discarded. The caller holds the lock on the attempt.
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
 * Requeues a parked job with its counters reset, and resolves its entry in the operator's queue.
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
 * Inserts the missing job of submitted attempts without one: a check of the registry that has not ended, otherwise the verification. A
 * check that was postponed keeps its due time.
 * @returns how many were inserted; more than 0 deserves an alert
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
       where ${ofAttempt('c')} and c.registry = any($1) and c.ended_at is null
       order by c.attempt_id limit 1) c on true
     where a.status = 'submitted' and a.submitted_at < now() - interval '60 seconds'
       and (select true from job j where ${ofAttempt('j')} and ${decides} order by j.attempt_id limit 1) is null
     returning id`,
    [decidingRegistries],
  );
  return rows.length;
}

/** Kinds that end in a decision. */
const decides = `(j.kind = 'verify-session' or j.kind like 'check-%')`;

/**
 * Row `of` belongs to attempt `a`. Written as a range, in a query for each attempt that is ordered by `attempt_id`: then only the intended
 * index needs no sort, so that a backlog is looked up row by row, whatever the statistics.
 */
const ofAttempt = (of: string): string =>
  `${of}.integration_id = a.integration_id and ${of}.attempt_id between a.id and a.id`;

/**
 * Adds an entry to the operator's queue for every attempt without a decision after 15 minutes, whatever the cause (R20). If a registry is
 * to be called again later, the 15 minutes start at that time. Resolves the entries of attempts that have been decided.
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
