import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { resolveOperatorEntry } from '../../storage/operator/operator-entries.ts';

/** `already-resolved`: by another operator, or because its cause has ended. */
export type AlertResolved = { outcome: 'resolved' | 'already-resolved' | 'unknown-alert' };

/** Dismisses an entry of the operator's queue without changing its cause; if that occurs again, a new entry is added. */
export const resolveAlert =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({ alertId, actor }: { alertId: string; actor: string }): Promise<AlertResolved> =>
    database.transaction(async (tx): Promise<AlertResolved> => {
      const resolved = await resolveOperatorEntry(tx, alertId);
      if (!resolved) return { outcome: 'unknown-alert' };
      const { integrationId, sessionId, kind, wasOpen } = resolved;
      if (!wasOpen) return { outcome: 'already-resolved' };
      const details = { alertId, kind };
      await insertAudit(tx, { integrationId, actor, action: 'resolve-alert', sessionId, details });
      return { outcome: 'resolved' };
    });
