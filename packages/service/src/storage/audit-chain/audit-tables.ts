import { exactInstant } from '../portal/cursor.ts';

/** The owner of a chain's changes: an integration, or an organisation as a whole. */
export type AuditSource = 'integration' | 'organisation';

/** The linked part of a row of either log; `null` if its log has no such column. */
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

/** SQL names of each log. `columns` are those of `AuditContent`, for a row `a`; `chains` are the tables of chain owners. */
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
