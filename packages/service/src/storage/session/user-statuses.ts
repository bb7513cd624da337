import type { UserStatusReasonForm } from '@countersign/contract';
import type { Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** An integration's own status. */
export interface UserStatusRow extends Row {
  id: string;
  name: string;
  code: string;
  reasonForm: UserStatusReasonForm;
  reasons: string[];
  /** Increases with every change. */
  version: number;
  createdAt: string;
  /** When it was first added to an attempt; `null`: never. */
  usedAt: string | null;
  /** `null` while it can be added. */
  retiredAt: string | null;
}

const columns = `id, name, code, reason_form as "reasonForm", reasons, version, ${instant('created_at')} as "createdAt",
  ${instant('used_at')} as "usedAt", ${instant('retired_at')} as "retiredAt"`;

/** All statuses of an integration by name, retired ones last. */
export const listUserStatuses = (db: Queryable, integrationId: string): Promise<UserStatusRow[]> =>
  db.query<UserStatusRow>(
    `select ${columns} from user_status where integration_id = $1
     order by retired_at is not null, lower(name), id`,
    [integrationId],
  );

/** Identifies a status and its integration. */
export interface UserStatusKey {
  integrationId: string;
  statusId: string;
}

/** Locks a status until the transaction ends. @returns null when there is none */
export async function lockUserStatus(
  tx: Tx,
  { integrationId, statusId }: UserStatusKey,
): Promise<UserStatusRow | null> {
  const [row] = await tx.query<UserStatusRow>(
    `select ${columns} from user_status where integration_id = $1 and id = $2 for update`,
    [integrationId, statusId],
  );
  return row ?? null;
}

type Defined = Pick<UserStatusRow, 'name' | 'code' | 'reasonForm' | 'reasons'>;

/** @throws a violation of `user_status_code` when the code is taken */
export async function insertUserStatus(
  tx: Tx,
  { integrationId, statusId }: UserStatusKey,
  { name, code, reasonForm, reasons }: Defined,
): Promise<void> {
  await tx.query(
    `insert into user_status (integration_id, id, name, code, reason_form, reasons) values ($1, $2, $3, $4, $5, $6::text[])`,
    [integrationId, statusId, name, code, reasonForm, reasons],
  );
}

/** Replaces a definition; the caller holds its lock. @throws a violation of `user_status_code` when the code is taken */
export async function updateUserStatus(
  tx: Tx,
  { integrationId, statusId }: UserStatusKey,
  { name, code, reasonForm, reasons, isRetired }: Defined & { isRetired: boolean },
): Promise<void> {
  await tx.query(
    `update user_status set name = $3, code = $4, reason_form = $5, reasons = $6::text[], version = version + 1,
       retired_at = case when $7 then coalesce(retired_at, now()) end
     where integration_id = $1 and id = $2`,
    [integrationId, statusId, name, code, reasonForm, reasons, isRetired],
  );
}

/** Freezes name and code of a status. The caller holds its lock. */
export async function noteUserStatusUse(tx: Tx, { integrationId, statusId }: UserStatusKey): Promise<void> {
  await tx.query(
    `update user_status set used_at = now() where integration_id = $1 and id = $2 and used_at is null`,
    [integrationId, statusId],
  );
}

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/** A status that was added to an attempt. */
export interface StatusEntryRow extends Row {
  id: string;
  attemptId: string;
  statusId: string;
  name: string;
  code: string;
  /** Sealed; `null` if there is none. */
  reason: Uint8Array | null;
  reasonCode: string | null;
  actor: string;
  createdAt: string;
  /** `null` while it is in force. */
  removedAt: string | null;
  removedBy: string | null;
}

/** Statuses added to the attempts of a session, including removed ones, newest first. */
export const listStatusEntries = (
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
): Promise<StatusEntryRow[]> =>
  db.query<StatusEntryRow>(
    `select e.id, e.attempt_id as "attemptId", e.status_id as "statusId", s.name, s.code, e.reason, e.reason_code as "reasonCode",
       e.actor, ${instant('e.created_at')} as "createdAt", ${instant('r.created_at')} as "removedAt", r.actor as "removedBy"
     from user_status_entry e
     join user_status s on s.integration_id = e.integration_id and s.id = e.status_id
     left join user_status_entry r on r.integration_id = e.integration_id and r.removes = e.id
     where e.integration_id = $1 and e.session_id = $2 and e.removes is null
     order by e.ordinal desc`,
    [integrationId, sessionId],
  );

export interface NewStatusEntry extends SessionKey {
  id: string;
  attemptId: string;
  statusId: string;
  /** Sealed; `null` if there is none. */
  reason: Uint8Array | null;
  reasonCode: string | null;
  actor: string;
}

/** Adds a status to an attempt; the caller has locked the session. @returns when it was added */
export async function insertStatusEntry(tx: Tx, entry: NewStatusEntry): Promise<string> {
  const [row] = await tx.query<{ createdAt: string }>(
    `insert into user_status_entry (integration_id, id, session_id, attempt_id, status_id, reason, reason_code, actor)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${instant('created_at')} as "createdAt"`,
    [
      entry.integrationId,
      entry.id,
      entry.sessionId,
      entry.attemptId,
      entry.statusId,
      entry.reason,
      entry.reasonCode,
      entry.actor,
    ],
  );
  if (!row) throw new Error('an insertion returned no row');
  return row.createdAt;
}

/** Records the removal of an entry as an entry of its own; the caller has locked the session. */
export async function insertStatusRemoval(
  tx: Tx,
  {
    integrationId,
    removes,
    actor,
    id,
  }: { integrationId: string; removes: string; actor: string; id: string },
): Promise<void> {
  await tx.query(
    `insert into user_status_entry (integration_id, id, session_id, attempt_id, status_id, removes, actor)
     select integration_id, $3, session_id, attempt_id, status_id, id, $4
     from user_status_entry where integration_id = $1 and id = $2`,
    [integrationId, removes, id, actor],
  );
}

/** Erasure: the statuses of a person's attempts are deleted with the rest of the session. */
export async function eraseUserStatuses(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<void> {
  await tx.query(`delete from user_status_entry where integration_id = $1 and session_id = $2`, [
    integrationId,
    sessionId,
  ]);
}
