import { randomUUID } from 'node:crypto';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockAnySession } from '../../storage/session/deletions.ts';
import { insertStatusRemoval, listStatusEntries } from '../../storage/session/user-statuses.ts';

/** A status to be removed from an attempt. */
export interface RemoveUserStatus {
  integrationId: string;
  sessionId: string;
  /** The entry that added it. */
  entryId: string;
  /** The actor for the audit log. */
  actor: string;
}

export type RemovedUserStatus =
  | { outcome: 'removed' }
  | { outcome: 'unknown-session' | 'unknown-status-entry' }
  /** It was already removed. */
  | { outcome: 'status-not-in-force' };

/** Removes a status by adding an entry; the one that added it stays in the history. @see spec/contract.md A-251 */
export const removeUserStatus =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ integrationId, sessionId, entryId, actor }: RemoveUserStatus): Promise<RemovedUserStatus> =>
    database.transaction(async (tx): Promise<RemovedUserStatus> => {
      if (!(await lockAnySession(tx, { integrationId, sessionId }))) return { outcome: 'unknown-session' };
      const entries = await listStatusEntries(tx, { integrationId, sessionId });
      const entry = entries.find(({ id }) => id === entryId);
      if (!entry) return { outcome: 'unknown-status-entry' };
      if (entry.removedAt !== null) return { outcome: 'status-not-in-force' };
      await insertStatusRemoval(tx, { integrationId, removes: entryId, id: randomUUID(), actor });
      const { attemptId, statusId, code } = entry;
      const details = { entryId, statusId, code };
      await insertAudit(tx, { integrationId, actor, action: 'remove-status', sessionId, attemptId, details });
      return { outcome: 'removed' };
    });
