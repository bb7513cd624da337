import type { Tx } from '../engine/database.ts';

export interface AuditEntry {
  integrationId: string;
  /** `api:<key id>`, `api`, `worker`, … */
  actor: string;
  action: string;
  sessionId: string | null;
  attemptId?: string | null;
  /** Status before and after, if the action is a move. */
  from?: string | null;
  to?: string | null;
  /** Never personal data. */
  details?: Record<string, unknown>;
  /** A person's own words, sealed under the session's data key. */
  note?: Uint8Array;
}

/** Records a change in the transaction that makes it. A change of a session's status is also logged, once it is committed. */
export async function insertAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.query(
    `insert into audit (integration_id, actor, action, session_id, attempt_id, from_state, to_state, details, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)`,
    [
      entry.integrationId,
      entry.actor,
      entry.action,
      entry.sessionId,
      entry.attemptId ?? null,
      entry.from ?? null,
      entry.to ?? null,
      JSON.stringify(entry.details ?? {}),
      entry.note ?? null,
    ],
  );
  if (entry.sessionId !== null && (entry.from ?? entry.to ?? null) !== null)
    tx.report(moveLine(entry), movedWords);
}

/** Message of the log line about a change of a session's status. */
export const movedWords = 'session moved';

/** Members of that line. */
export function moveLine(entry: AuditEntry): Record<string, unknown> {
  const { integrationId, sessionId, attemptId, actor, action, from, to, details } = entry;
  return {
    integrationId,
    sessionId,
    ...(attemptId ? { attemptId } : {}),
    actor,
    event: action,
    from: from ?? null,
    to: to ?? null,
    ...(details?.['reasonCode'] === undefined ? {} : { reasonCode: details['reasonCode'] }),
  };
}
