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

/**
 * Records that an e-mail about a limit of sessions is sent, unless it is already recorded; the caller holds the lock of the organisation.
 * @returns false if it was recorded before
 */
export async function noteLimitMail(
  tx: Tx,
  organisationId: string,
  about: { mode: 'test' | 'live'; period: 'day' | 'month'; since: string; reached: boolean },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into organisation_audit (organisation_id, actor, action, details)
     select $1::uuid, 'worker', 'mail-session-limit', $2::jsonb
     where not exists (select 1 from organisation_audit a where a.organisation_id = $1 and a.at > now() - interval '32 days'
       and a.action = 'mail-session-limit' and a.details = $2::jsonb)
     returning 1`,
    [organisationId, JSON.stringify(about)],
  );
  return rows.length === 1;
}
