import { exactInstant } from '../portal/cursor.ts';

/** Whose changes a chain holds: an integration's, or those of an organisation as a whole. */
export type AuditSource = 'integration' | 'organisation';

/** A row of either log as far as it is linked; `null` where its log has no such column. */
export type AuditContent = {
  id: number;
  /** ISO 8601, UTC, microseconds. */
  at: string;
  actor: string;
  action: string;
  sessionId: string | null;
  attemptId: string | null;
  from: string | null;
  to: string | null;
  details: Record<string, unknown>;
};

const shared = `a.id, ${exactInstant('a.at')} as at, a.actor, a.action, a.details`;

/** Names in SQL of each log. `columns` are those of `AuditContent`, of a row `a`; `chains` are the tables of those who have one. */
export const auditTables = {
  integration: {
    table: 'audit',
    owner: 'integration_id',
    chains: 'integration',
    sequence: 'audit_id_seq',
    columns: `${shared}, a.session_id as "sessionId", a.attempt_id as "attemptId", a.from_state as "from", a.to_state as "to"`,
  },
  organisation: {
    table: 'organisation_audit',
    owner: 'organisation_id',
    chains: 'organisation',
    sequence: 'organisation_audit_id_seq',
    columns: `${shared}, null::uuid as "sessionId", null::uuid as "attemptId", null::text as "from", null::text as "to"`,
  },
} as const;
