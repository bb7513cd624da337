import type { Tx } from './engine/database.ts';

export interface AuditEntry {
  integrationId: string;
  /** `api:<key id>`, `api`, `worker`, … */
  actor: string;
  action: string;
  sessionId: string | null;
  attemptId?: string | null;
  /** Status before and after, where the action is a move. */
  from?: string | null;
  to?: string | null;
  /** Never personal data. */
  details?: Record<string, unknown>;
}

/** Records a change in the transaction that makes it. */
export async function insertAudit(tx: Pick<Tx, 'query'>, entry: AuditEntry): Promise<void> {
  await tx.query(
    `insert into audit (integration_id, actor, action, session_id, attempt_id, from_state, to_state, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)`,
    [
      entry.integrationId,
      entry.actor,
      entry.action,
      entry.sessionId,
      entry.attemptId ?? null,
      entry.from ?? null,
      entry.to ?? null,
      JSON.stringify(entry.details ?? {}),
    ],
  );
}
