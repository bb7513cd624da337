import type { Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { type OrganisationRules, rulesColumn } from './portal-users.ts';

/** Editable name and rules of an organisation. */
export type RuledOrganisation = { id: string; name: string; rules: OrganisationRules; version: number };

const columns = `o.id, o.name, ${rulesColumn}, o.version`;

export async function findRuledOrganisation(
  db: Queryable,
  organisationId: string,
): Promise<RuledOrganisation | null> {
  const [row] = await db.query<RuledOrganisation>(`select ${columns} from organisation o where o.id = $1`, [
    organisationId,
  ]);
  return row ?? null;
}

/** Like `findRuledOrganisation`, locked until the transaction ends. */
export async function lockRuledOrganisation(
  tx: Tx,
  organisationId: string,
): Promise<RuledOrganisation | null> {
  const [row] = await tx.query<RuledOrganisation>(
    `select ${columns} from organisation o where o.id = $1 for update`,
    [organisationId],
  );
  return row ?? null;
}

/** Whether another organisation has this name, in any case. */
export async function isNameTaken(
  db: Queryable,
  { id, name }: Pick<RuledOrganisation, 'id' | 'name'>,
): Promise<boolean> {
  const rows = await db.query(`select 1 from organisation where lower(name) = lower($2) and id <> $1`, [
    id,
    name,
  ]);
  return rows.length > 0;
}

/** Changes name and rules; the caller holds the lock. */
export async function saveRules(
  tx: Tx,
  { id, name, rules }: Omit<RuledOrganisation, 'version'>,
): Promise<void> {
  await tx.query(
    `update organisation set name = $2, codes_required = $3, allowed_addresses = $4, idle_minutes = $5, sign_in_minutes = $6,
       reveal_by_grant = $7, version = version + 1
     where id = $1`,
    [
      id,
      name,
      rules.codesRequired,
      rules.allowedAddresses,
      rules.idleMinutes,
      rules.signInMinutes,
      rules.revealByGrant,
    ],
  );
}

/** Number of people of an organisation who have a password, but neither codes nor a passkey. */
export async function countWithoutSecondStep(db: Queryable, organisationId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from portal_user u
     where u.organisation_id = $1 and u.removed_at is null and u.password_hash is not null and u.totp_sealed is null
       and not exists (select 1 from portal_passkey p where p.user_id = u.id)`,
    [organisationId],
  );
  return row?.count ?? 0;
}
