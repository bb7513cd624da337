import type { Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** Data about an organisation for the operator only. */
export type HeldOrganisation = {
  id: string;
  name: string;
  isDefault: boolean;
  contact: string;
  /** ISO 8601, UTC; `null` while it is not suspended. */
  suspendedAt: string | null;
  /** Integrations stopped by the suspension. */
  suspendedIntegrations: string[];
  createdAt: string;
};

const columns = `id, name, is_default as "isDefault", contact, ${instant('suspended_at')} as "suspendedAt",
  suspended_integrations as "suspendedIntegrations", ${instant('created_at')} as "createdAt"`;

/** The organisation with this name, in any case; `null` if there is none. */
export async function findHeldOrganisation(db: Queryable, name: string): Promise<HeldOrganisation | null> {
  const [row] = await db.query<HeldOrganisation>(
    `select ${columns} from organisation where lower(name) = lower($1)`,
    [name],
  );
  return row ?? null;
}

/** Like `findHeldOrganisation`, locked until the transaction ends. */
export async function lockHeldOrganisation(tx: Tx, name: string): Promise<HeldOrganisation | null> {
  const [row] = await tx.query<HeldOrganisation>(
    `select ${columns} from organisation where lower(name) = lower($1) for update`,
    [name],
  );
  return row ?? null;
}

/** Suspends an organisation, or lifts the suspension (`null`). @param stopped integrations to start again when it is lifted */
export async function setSuspension(
  tx: Tx,
  { id, stopped }: { id: string; stopped: readonly string[] | null },
): Promise<void> {
  await tx.query(
    `update organisation set suspended_at = case when $2 then now() end, suspended_integrations = $3::uuid[] where id = $1`,
    [id, stopped !== null, stopped ?? []],
  );
}

export async function setContact(tx: Tx, { id, contact }: { id: string; contact: string }): Promise<void> {
  await tx.query(`update organisation set contact = $2 where id = $1`, [id, contact]);
}

/** Whether the organisation of an integration is suspended; locked until the transaction ends. */
export async function isSuspended(tx: Tx, integrationId: string): Promise<boolean> {
  const rows = await tx.query<{ suspended: boolean }>(
    `select o.suspended_at is not null as suspended from organisation o join integration i
       on i.organisation_id = o.id or (i.organisation_id is null and o.is_default)
     where i.id = $1 for share of o`,
    [integrationId],
  );
  return rows[0]?.suspended ?? false;
}

/** Whether the default organisation, to which every new integration belongs, is suspended; locked until the transaction ends. */
export async function isDefaultSuspended(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ suspended: boolean }>(
    `select suspended_at is not null as suspended from organisation where is_default for share`,
  );
  return rows[0]?.suspended ?? false;
}

/** A person of an organisation, for an operator providing support. */
export type HeldPerson = {
  email: string;
  name: string;
  role: string;
  /** Has codes or a passkey. */
  secondStep: boolean;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC; `null`: never. */
  seenAt: string | null;
};

/** All people of an organisation, oldest first. */
export const listHeldPeople = (db: Queryable, organisationId: string): Promise<HeldPerson[]> =>
  db.query<HeldPerson>(
    `select u.email, u.name, u.role,
       (u.totp_sealed is not null or exists (select 1 from portal_passkey p where p.user_id = u.id)) as "secondStep",
       ${instant('u.created_at')} as "createdAt", ${instant('u.seen_at')} as "seenAt"
     from portal_user u where u.organisation_id = $1 and u.removed_at is null order by u.created_at, u.id`,
    [organisationId],
  );

/** An invitation not accepted yet. */
export type OpenInvitation = { email: string; role: string; invitedBy: string; expiresAt: string };

/** Valid invitations, oldest first. */
export const listOpenInvitations = (db: Queryable, organisationId: string): Promise<OpenInvitation[]> =>
  db.query<OpenInvitation>(
    `select email, role, invited_by as "invitedBy", ${instant('expires_at')} as "expiresAt"
     from portal_invitation where organisation_id = $1 and expires_at > now() order by created_at, id`,
    [organisationId],
  );

/** An integration of an organisation, with its limits. */
export type HeldIntegration = {
  integrationId: string;
  name: string;
  mode: 'test' | 'live';
  active: boolean;
  /** From its settings; `null`: the installation's default. */
  requestsPerSecond: number | null;
};

/** Integrations of an organisation, oldest first. */
export const listHeldIntegrations = (
  db: Queryable,
  { id, isDefault }: Pick<HeldOrganisation, 'id' | 'isDefault'>,
): Promise<HeldIntegration[]> =>
  db.query<HeldIntegration>(
    `select id as "integrationId", name, mode, active, (settings->>'requestsPerSecond')::int as "requestsPerSecond"
     from integration where organisation_id = $1 or ($2::boolean and organisation_id is null) order by created_at, id`,
    [id, isDefault],
  );

/** A change of an organisation. */
export type OrganisationChange = {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  actor: string;
  action: string;
  details: Record<string, unknown>;
};

/** Changes of an organisation as a whole, newest first. */
export const listOrganisationAudit = (
  db: Queryable,
  { organisationId, limit }: { organisationId: string; limit: number },
): Promise<OrganisationChange[]> =>
  db.query<OrganisationChange>(
    `select id, ${instant('at')} as at, actor, action, details from organisation_audit
     where organisation_id = $1 order by at desc, id desc limit $2::int`,
    [organisationId, limit],
  );
