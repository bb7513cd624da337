import type { PortalRole } from '@countersign/contract';
import type { AttemptKey } from '../session/attempts.ts';
import type { Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** People of an organisation whose roles may decide hits. */
export interface Deciders {
  organisationId: string;
  roles: readonly PortalRole[];
}

/** Condition on person `u`: may decide hits of the integration in that column or parameter. The other arguments are parameters for `Deciders`. */
const decides = (integrationId: string, [organisationId, roles]: readonly [string, string]): string =>
  `u.removed_at is null and u.organisation_id = ${organisationId}::uuid and u.role = any(${roles}::text[])
     and (u.integrations is null or ${integrationId} = any(u.integrations))`;

/** Condition on person `u`: has taken that screening, and may still decide its hits. An assignment to anyone else does not count. */
export const hasTaken = (screening: string, places: readonly [string, string]): string =>
  `u.id = ${screening}.assignee_id and ${decides(`${screening}.integration_id`, places)}`;

/** The assignee of a screening. */
export interface Assignment extends Row {
  attemptId: string;
  /** Increases with every change. */
  version: number;
  /** `null`, like the next two: not assigned. */
  userId: string | null;
  name: string | null;
  since: string | null;
}

type SessionKey = Pick<AttemptKey, 'integrationId' | 'sessionId'>;

/** The assignee of a session's newest screening; `null` if there is none. */
export async function readAssignment(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
  { organisationId, roles }: Deciders,
): Promise<Assignment | null> {
  const [row] = await db.query<Assignment>(
    `select w.attempt_id as "attemptId", w.assignee_version as version, u.id as "userId", u.name,
       case when u.id is not null then ${instant('w.assigned_at')} end as since
     from watchlist_screening w
     join attempt a on a.integration_id = w.integration_id and a.id = w.attempt_id
     left join portal_user u on ${hasTaken('w', ['$3', '$4'])}
     where w.integration_id = $1 and w.session_id = $2 order by a.ordinal desc limit 1`,
    [integrationId, sessionId, organisationId, roles],
  );
  return row ?? null;
}

/** Like `readAssignment`, with the screening locked until the transaction ends. */
export async function lockAssignment(
  tx: Tx,
  { integrationId, sessionId }: SessionKey,
  deciders: Deciders,
): Promise<Assignment | null> {
  // Read again once locked: the assignee may have changed while waiting for the lock.
  const locked = await tx.query(
    `select 1 from watchlist_screening w
     join attempt a on a.integration_id = w.integration_id and a.id = w.attempt_id
     where w.integration_id = $1 and w.session_id = $2 order by a.ordinal desc limit 1 for update of w`,
    [integrationId, sessionId],
  );
  return locked.length === 0 ? null : readAssignment(tx, { integrationId, sessionId }, deciders);
}

/** Assigns a locked screening to a person, or releases it. */
export async function saveAssignee(
  tx: Tx,
  { integrationId, attemptId }: Pick<AttemptKey, 'integrationId' | 'attemptId'>,
  userId: string | null,
): Promise<void> {
  await tx.query(
    `update watchlist_screening set assignee_id = $3::uuid, assignee_version = assignee_version + 1,
       assigned_at = case when $3::uuid is not null then now() end
     where integration_id = $1 and attempt_id = $2`,
    [integrationId, attemptId, userId],
  );
}

/** People who may decide hits of an integration, by name. */
export const listDeciders = (
  db: Queryable,
  { organisationId, roles, integrationId }: Deciders & { integrationId: string },
): Promise<{ id: string; name: string }[]> =>
  db.query<{ id: string; name: string }>(
    `select u.id, u.name from portal_user u where ${decides('$3::uuid', ['$1', '$2'])} order by u.name, u.id`,
    [organisationId, roles, integrationId],
  );
