import { randomUUID } from 'node:crypto';
import type { Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { instant } from '../instant.ts';

export type Organisation = { id: string; name: string };

/** An integration of an organisation, for the portal's lists. */
export type OwnIntegration = {
  id: string;
  name: string;
  mode: 'test' | 'live';
};

/** Condition on integration `i`: it belongs to organisation `$1`; one without an organisation belongs to the default one. */
const belongs = `(i.organisation_id = $1 or (i.organisation_id is null
  and exists (select 1 from organisation o where o.id = $1 and o.is_default)))`;

/** Integrations of an organisation, oldest first. */
export function listOwnIntegrations(db: Queryable, organisationId: string): Promise<OwnIntegration[]> {
  return db.query<OwnIntegration>(
    `select i.id, i.name, i.mode from integration i where ${belongs} order by i.created_at, i.id`,
    [organisationId],
  );
}

/** Serialises changes of organisations' names until the transaction ends. */
export async function lockOrganisationNames(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(7264402)`);
}

/**
 * The organisation with this name, in any case. An installation's first organisation is its default one.
 * @returns the organisation, created if it did not exist
 */
export async function findOrMakeOrganisation(tx: Tx, name: string): Promise<Organisation> {
  await lockOrganisationNames(tx);
  const found = await findOrganisation(tx, name);
  if (found) return found;
  const id = randomUUID();
  await tx.query(
    `insert into organisation (id, name, is_default)
     values ($1, $2, not exists (select 1 from organisation where is_default))`,
    [id, name],
  );
  return { id, name };
}

/** The organisation with this name, in any case; `null` if there is none. */
export async function findOrganisation(db: Queryable, name: string): Promise<Organisation | null> {
  const [row] = await db.query<Organisation>(
    `select id, name from organisation where lower(name) = lower($1)`,
    [name],
  );
  return row ?? null;
}

/** An organisation for the operator. */
export type ListedOrganisation = Organisation & {
  isDefault: boolean;
  people: number;
  integrations: number;
  /** ISO 8601, UTC; `null` while it is not suspended. */
  suspendedAt: string | null;
  createdAt: string;
};

/** Every organisation, the default one first. */
export function listOrganisations(db: Queryable): Promise<ListedOrganisation[]> {
  return db.query<ListedOrganisation>(
    `select o.id, o.name, o.is_default as "isDefault",
       (select count(*)::int from portal_user u where u.organisation_id = o.id and u.removed_at is null) as people,
       (select count(*)::int from integration i where i.organisation_id = o.id or (i.organisation_id is null and o.is_default))
         as integrations,
       ${instant('o.suspended_at')} as "suspendedAt", ${instant('o.created_at')} as "createdAt"
     from organisation o order by o.is_default desc, o.created_at, o.id`,
  );
}

/** Assigns an integration to an organisation. @returns false when it is unknown */
export async function giveIntegration(
  tx: Tx,
  { integrationId, organisationId }: { integrationId: string; organisationId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update integration set organisation_id = $2, changed_at = now() where id = $1 returning 1`,
    [integrationId, organisationId],
  );
  return rows.length === 1;
}
