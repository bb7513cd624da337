import { randomUUID } from 'node:crypto';
import { emitJson, type UserStatusBody } from '@countersign/contract';
import { decideReason } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sealText } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { findNewestAttempt, lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  insertStatusEntry,
  listStatusEntries,
  lockUserStatus,
  noteUserStatusUse,
  type UserStatusRow,
} from '../../storage/session/user-statuses.ts';
import { insertWebhook } from '../../storage/webhook/webhooks.ts';
import { decryptAttempt, type DecryptedAttempt } from './record-decision.ts';
import { reasonLabel } from './status-entry.ts';

/** An integration's own status to be added to an attempt. */
export interface AddUserStatus {
  integrationId: string;
  sessionId: string;
  /** `null`: the newest one. */
  attemptId: string | null;
  statusId: string;
  /** As the status requires; `null`: no reason. */
  reason: string | null;
  /** The actor for the audit log. */
  actor: string;
}

export type AddedUserStatus =
  | { outcome: 'added'; entryId: string; attemptId: string }
  | { outcome: 'unknown-session' | 'unknown-status' | 'status-retired' }
  /** The attempt already has it. */
  | { outcome: 'status-in-force' }
  /** The reason is missing, not in the list, or not expected. */
  | { outcome: 'reason-does-not-fit' };

/**
 * Adds a status to an attempt; entry, audit row and webhook commit together, and the webhook is due immediately.
 * @see spec/contract.md
 */
export const addUserStatus =
  (ctx: ServiceContext) =>
  async (input: AddUserStatus): Promise<AddedUserStatus> => {
    const added = await ctx.database.transaction(async (tx): Promise<AddedUserStatus> => {
      const opened = await openAttempt(tx, ctx, input);
      if (!opened) return { outcome: 'unknown-session' };
      const status = await lockUserStatus(tx, input);
      if (!status) return { outcome: 'unknown-status' };
      return addTo(tx, opened, { status, input });
    });
    if (added.outcome === 'added') ctx.wake.notify('webhook');
    return added;
  };

async function openAttempt(
  tx: Tx,
  ctx: ServiceContext,
  { integrationId, sessionId, attemptId }: AddUserStatus,
): Promise<DecryptedAttempt | null> {
  const wanted = attemptId ?? (await findNewestAttempt(tx, { integrationId, sessionId }));
  if (wanted === null) return null;
  const key = { integrationId, sessionId, attemptId: wanted };
  const row = await lockAttempt(tx, key);
  return row && decryptAttempt(ctx, key, row);
}

async function addTo(
  tx: Tx,
  opened: DecryptedAttempt,
  { status, input }: { status: UserStatusRow; input: AddUserStatus },
): Promise<AddedUserStatus> {
  const { key, dataKey } = opened;
  if (status.retiredAt !== null) return { outcome: 'status-retired' };
  const given = decideReason(status, input.reason);
  if (given === null) return { outcome: 'reason-does-not-fit' };
  const isInForce = (await listStatusEntries(tx, key)).some(
    ({ attemptId, statusId, removedAt }) =>
      attemptId === key.attemptId && statusId === status.id && removedAt === null,
  );
  if (isInForce) return { outcome: 'status-in-force' };
  const id = randomUUID();
  const sealed = given.reason === null ? null : sealText(dataKey, reasonLabel(id), given.reason);
  const entry = { ...key, id, statusId: status.id, reason: sealed, reasonCode: given.reasonCode };
  const createdAt = await insertStatusEntry(tx, { ...entry, actor: input.actor });
  await noteUserStatusUse(tx, { ...key, statusId: status.id });
  const details = { entryId: id, statusId: status.id, code: status.code };
  await insertAudit(tx, { ...key, actor: input.actor, action: 'add-status', details });
  const data = { status: status.name, statusCode: status.code, ...given, createdAt };
  const body = Buffer.from(emitJson(bodyOf(opened, data)));
  await insertWebhook(tx, { ...key, type: 'user-defined-status', body, dataKey });
  return { outcome: 'added', entryId: id, attemptId: key.attemptId };
}

/** @see spec/contract.md A-91 */
const bodyOf = (
  { key: { sessionId, attemptId }, session: { vendorData, endUserId }, row }: DecryptedAttempt,
  userDefinedData: UserStatusBody['data']['verification']['userDefinedData'],
): UserStatusBody => ({
  eventType: 'user-status.created',
  sessionId,
  attemptId,
  vendorData,
  endUserId,
  time: row.now,
  data: { verification: { id: sessionId, userDefinedData } },
});
