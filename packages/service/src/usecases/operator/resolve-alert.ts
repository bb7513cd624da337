import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit.ts';
import { resolveOperatorEntry } from '../../storage/operator-entries.ts';

/** `already-resolved`: by somebody else, or because its cause was over. */
export type AlertResolved = { outcome: 'resolved' | 'already-resolved' | 'unknown-alert' };

/** Takes an entry off the operator's list. What it tells of is left as it is, and is raised again if it happens again. */
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
