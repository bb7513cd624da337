import type { Tx } from '../engine/database.ts';

export interface OrganisationEntry {
  organisationId: string;
  /** `portal:<user id>`, `cli:<name>`, … */
  actor: string;
  action: string;
  /** Never contains passwords, codes or tokens. */
  details?: Record<string, unknown>;
}

/** Records a change of an organisation as a whole, in the same transaction. */
export async function insertOrganisationAudit(tx: Tx, entry: OrganisationEntry): Promise<void> {
  await tx.query(
    `insert into organisation_audit (organisation_id, actor, action, details) values ($1, $2, $3, $4::jsonb)`,
    [entry.organisationId, entry.actor, entry.action, JSON.stringify(entry.details ?? {})],
  );
}
