import type { Row, Tx } from './database.ts';
import type { AttemptKey } from './attempts.ts';
import type { LeasedJob } from './jobs.ts';
import { LeaseLost } from './jobs.ts';
import type { Queryable } from './live-caller.ts';

/** Who can be asked about an attempt: `br`, `mx`, `co` and `us` decide, the others inform. */
export type RegistryName = 'br' | 'mx' | 'co' | 'us' | 'mx-curp' | 'mx-voter-list';

export interface RegistryCheckKey extends AttemptKey {
  registry: RegistryName;
}

/** One check as it is stored; sealed members are opened with `registryLabel`. */
export interface RegistryCheckRow extends Row {
  attemptId: string;
  registry: RegistryName;
  starts: number;
  /** ISO 8601, UTC; `null` when no call was begun. */
  startedAt: string | null;
  /** `null` while it waits. */
  endedAt: string | null;
  row: string | null;
  result: Uint8Array | null;
  object: Uint8Array | null;
}

/** Under which labels the members are sealed with the session's data key. */
export const registryLabel = {
  result: ({ attemptId, registry }: Pick<RegistryCheckKey, 'attemptId' | 'registry'>) =>
    `registry-result:${registry}:${attemptId}`,
  object: ({ attemptId, registry }: Pick<RegistryCheckKey, 'attemptId' | 'registry'>) =>
    `registry-object:${registry}:${attemptId}`,
} as const;

/** Says that a registry is to be asked about an attempt, in the transaction that makes the job for it. */
export async function openRegistryCheck(
  tx: Tx,
  { integrationId, sessionId, attemptId, registry }: RegistryCheckKey,
): Promise<void> {
  await tx.query(
    `insert into registry_check (integration_id, session_id, attempt_id, registry) values ($1, $2, $3, $4) on conflict do nothing`,
    [integrationId, sessionId, attemptId, registry],
  );
}

/** Another registry is to decide: one that has not answered is asked nothing any more. */
export async function withdrawRegistryCheck(
  tx: Tx,
  { integrationId, attemptId, registry }: Omit<RegistryCheckKey, 'sessionId'>,
): Promise<void> {
  await tx.query(
    `delete from registry_check where integration_id = $1 and attempt_id = $2 and registry = $3 and ended_at is null`,
    [integrationId, attemptId, registry],
  );
}

const columns = `attempt_id as "attemptId", registry, starts, started_at as "startedAt", ended_at as "endedAt", "row", result, object`;

/** One check, or `null` when that registry was never to be asked about that attempt. */
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

/** Every check of a session, by attempt in the order they were opened. */
export function listRegistryChecks(
  db: Queryable,
  { integrationId, sessionId }: Pick<AttemptKey, 'integrationId' | 'sessionId'>,
): Promise<RegistryCheckRow[]> {
  return db.query<RegistryCheckRow>(
    `select ${columns} from registry_check where integration_id = $1 and session_id = $2 order by created_at, registry`,
    [integrationId, sessionId],
  );
}

/** Calls of one check that may be begun: the first, and one more by whoever takes over from a worker that died (R11). */
export const mostStarts = 2;

/**
 * Records that a call is about to be made, before it is made; call in a transaction of its own.
 * @returns false when it was begun as often as it may be, or has a result already: it must not be asked again
 * @throws LeaseLost
 */
export async function startRegistryCheck(
  tx: Tx,
  { integrationId, sessionId, attemptId, registry }: RegistryCheckKey,
  job: LeasedJob,
): Promise<boolean> {
  const [held] = await tx.query(
    `select id from job where integration_id = $1 and id = $2 and lease = $3 for update`,
    [job.integrationId, job.id, job.lease],
  );
  if (!held) throw new LeaseLost();
  const started = await tx.query(
    `insert into registry_check as c (integration_id, session_id, attempt_id, registry, starts, started_at)
     values ($1, $2, $3, $4, 1, now())
     on conflict (integration_id, attempt_id, registry) do update set starts = c.starts + 1, started_at = now()
       where c.starts < $5 and c.ended_at is null
     returning starts`,
    [integrationId, sessionId, attemptId, registry, mostStarts],
  );
  return started.length === 1;
}

export interface EndedRegistryCheck extends RegistryCheckKey {
  row: string | null;
  result: Uint8Array | null;
  object: Uint8Array | null;
}

/** Stores how a check ended, in the transaction that decides by it; a result that is there already stays. */
export async function endRegistryCheck(tx: Tx, ended: EndedRegistryCheck): Promise<void> {
  await tx.query(
    `insert into registry_check as c (integration_id, session_id, attempt_id, registry, ended_at, "row", result, object)
     values ($1, $2, $3, $4, now(), $5, $6, $7)
     on conflict (integration_id, attempt_id, registry)
       do update set ended_at = now(), "row" = $5, result = $6, object = $7 where c.ended_at is null`,
    [
      ended.integrationId,
      ended.sessionId,
      ended.attemptId,
      ended.registry,
      ended.row,
      ended.result,
      ended.object,
    ],
  );
}
