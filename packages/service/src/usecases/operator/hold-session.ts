import type { ServiceContext } from '../../context.ts';
import { sealText } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { findNewestAttempt, lockAttempt } from '../../storage/session/decisions.ts';
import { setHold } from '../../storage/session/deletions.ts';
import { decryptAttempt } from '../session/record-decision.ts';
import { noteLabel } from './note-session.ts';

/** Placement or release of a legal hold. */
export interface HoldSession {
  integrationId: string;
  sessionId: string;
  held: boolean;
  /** The reason, stored in the session's history. */
  reason: string;
  /** The actor for the audit log. */
  actor: string;
}

/**
 * Places a session on legal hold or releases it. While it is on hold, none of its data is deleted, by retention, by a client or by an operator.
 * `unchanged`: it was already in that state.
 * @see spec/contract.md A-240
 */
export const holdSession =
  (ctx: Pick<ServiceContext, 'database' | 'vault'>) =>
  (input: HoldSession): Promise<{ outcome: 'held' | 'released' | 'unchanged' | 'unknown-session' }> =>
    ctx.database.transaction(async (tx) => {
      const { integrationId, sessionId, held, actor, reason } = input;
      const attemptId = await findNewestAttempt(tx, input);
      if (attemptId === null) return { outcome: 'unknown-session' };
      const key = { integrationId, sessionId, attemptId };
      const row = await lockAttempt(tx, key);
      const opened = row && decryptAttempt(ctx, key, row);
      if (!opened) return { outcome: 'unknown-session' };
      if (!(await setHold(tx, { integrationId, sessionId, held }))) return { outcome: 'unchanged' };
      const note = sealText(opened.dataKey, noteLabel, reason);
      await insertAudit(tx, { ...key, actor, action: held ? 'hold-session' : 'release-session', note });
      return { outcome: held ? 'held' : 'released' };
    });
