import type { PortalLanguage, PortalRole } from '@countersign/contract';
import type { Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { instant } from '../instant.ts';

/** Rules of an organisation for its people; times in minutes. */
export type OrganisationRules = {
  codesRequired: boolean;
  /** Networks; empty: all. */
  allowedAddresses: string[];
  idleMinutes: number;
  signInMinutes: number;
  revealByGrant: boolean;
};

/** A portal user who has not been removed. */
export type PortalUserRow = {
  id: string;
  organisationId: string;
  organisation: string;
  /** The organisation is suspended, so that its people cannot sign in. */
  suspended: boolean;
  rules: OrganisationRules;
  email: string;
  name: string;
  language: PortalLanguage;
  role: PortalRole;
  /** `null`: all integrations of the organisation. */
  integrations: string[] | null;
  grantReveal: boolean | null;
  grantExport: boolean | null;
  passwordHash: string | null;
  totpSealed: Uint8Array | null;
  totpPending: Uint8Array | null;
  totpStep: number | null;
  totpWaived: boolean;
  /** As stored, unvalidated. */
  preferences: unknown;
  version: number;
  createdAt: string;
  seenAt: string | null;
};

/** Rules of organisation `o`, as one object. */
export const rulesColumn = `json_build_object('codesRequired', o.codes_required, 'allowedAddresses', o.allowed_addresses,
  'idleMinutes', o.idle_minutes, 'signInMinutes', o.sign_in_minutes, 'revealByGrant', o.reveal_by_grant) as rules`;

/** Columns of user `u` with organisation `o`. */
export const userColumns = `u.id, u.organisation_id as "organisationId", o.name as organisation,
  o.suspended_at is not null as suspended, ${rulesColumn}, u.email, u.name, u.language, u.role,
  u.integrations, u.grant_reveal as "grantReveal", u.grant_export as "grantExport", u.password_hash as "passwordHash",
  u.totp_sealed as "totpSealed", u.totp_pending as "totpPending", u.totp_step as "totpStep", u.totp_waived as "totpWaived",
  u.preferences, u.version, ${instant('u.created_at')} as "createdAt", ${instant('u.seen_at')} as "seenAt"`;

const present = `from portal_user u join organisation o on o.id = u.organisation_id where u.removed_at is null`;

/** The person with this e-mail address (lower case), of any organisation. */
export async function findUserByEmail(db: Queryable, email: string): Promise<PortalUserRow | null> {
  const [row] = await db.query<PortalUserRow>(`select ${userColumns} ${present} and u.email = $1`, [email]);
  return row ?? null;
}

/** The person with this id, locked until the transaction ends. */
export async function lockUser(tx: Tx, userId: string): Promise<PortalUserRow | null> {
  const [row] = await tx.query<PortalUserRow>(
    `select ${userColumns} ${present} and u.id = $1 for update of u`,
    [userId],
  );
  return row ?? null;
}

/** All people of an organisation, locked until the transaction ends, so that concurrent changes cannot leave it without an owner. */
export function lockTeam(tx: Tx, organisationId: string): Promise<PortalUserRow[]> {
  return tx.query<PortalUserRow>(
    `select ${userColumns} ${present} and u.organisation_id = $1 order by u.id for update of u`,
    [organisationId],
  );
}

/** All people of an organisation, oldest first. */
export function listTeam(db: Queryable, organisationId: string): Promise<PortalUserRow[]> {
  return db.query<PortalUserRow>(
    `select ${userColumns} ${present} and u.organisation_id = $1 order by u.created_at, u.id`,
    [organisationId],
  );
}

/** Names by id, including removed people; only of one organisation. */
export async function findUserNames(
  db: Queryable,
  { organisationId, userIds }: { organisationId: string; userIds: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    `select id, name from portal_user where organisation_id = $1 and id = any($2::uuid[])`,
    [organisationId, userIds],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface NewUser {
  id: string;
  organisationId: string;
  email: string;
  name: string;
  language: PortalLanguage;
  role: PortalRole;
  integrations: readonly string[] | null;
  grantReveal: boolean | null;
  /** `null`: signs in by single sign-on. */
  passwordHash: string | null;
  totpWaived?: boolean;
}

/** @returns false when the e-mail address is already in use */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const rows = await tx.query(
    `insert into portal_user (id, organisation_id, email, name, language, role, integrations, grant_reveal, password_hash, totp_waived)
     values ($1, $2, $3, $4, $5, $6, $7::uuid[], $8, $9, $10) on conflict (email) do nothing returning 1`,
    [
      user.id,
      user.organisationId,
      user.email,
      user.name,
      user.language,
      user.role,
      user.integrations,
      user.grantReveal,
      user.passwordHash,
      user.totpWaived ?? false,
    ],
  );
  return rows.length === 1;
}

/** A person's change to their own account; `null` leaves a value unchanged. */
export interface ProfileChange {
  userId: string;
  name: string | null;
  language: PortalLanguage | null;
  /** Members to replace. */
  preferences: object;
}

export async function setProfile(
  tx: Tx,
  { userId, name, language, preferences }: ProfileChange,
): Promise<void> {
  await tx.query(
    `update portal_user set name = coalesce($2, name), language = coalesce($3, language), preferences = preferences || $4::jsonb
     where id = $1`,
    [userId, name, language, JSON.stringify(preferences)],
  );
}

export async function setPasswordHash(
  tx: Tx,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  await tx.query(`update portal_user set password_hash = $2 where id = $1`, [userId, passwordHash]);
}

/** Permissions of a member; the caller holds the lock. */
export interface Rights {
  userId: string;
  role: PortalRole;
  integrations: readonly string[] | null;
  grantReveal: boolean | null;
  grantExport: boolean | null;
}

/** @returns false when the person has been changed since `version` */
export async function setRights(tx: Tx, rights: Rights, version: number): Promise<boolean> {
  const rows = await tx.query(
    `update portal_user set role = $2, integrations = $3::uuid[], grant_reveal = $4, grant_export = $5, version = version + 1
     where id = $1 and version = $6 and removed_at is null returning 1`,
    [rights.userId, rights.role, rights.integrations, rights.grantReveal, rights.grantExport, version],
  );
  return rows.length === 1;
}

/** Removes a person: sign-ins end with this commit, and only the name is kept. */
export async function removeUser(tx: Tx, userId: string): Promise<void> {
  await tx.query(`delete from portal_sign_in where user_id = $1`, [userId]);
  await tx.query(`delete from portal_recovery_code where user_id = $1`, [userId]);
  await tx.query(`delete from portal_passkey where user_id = $1`, [userId]);
  await tx.query(`delete from portal_sso_identity where user_id = $1`, [userId]);
  await tx.query(`delete from portal_email_change where user_id = $1`, [userId]);
  await tx.query(
    `update portal_user set email = null, password_hash = null, totp_sealed = null, totp_pending = null, preferences = '{}', removed_at = now(),
       version = version + 1
     where id = $1`,
    [userId],
  );
}

export async function setPendingTotp(
  tx: Tx,
  { userId, sealed }: { userId: string; sealed: Uint8Array },
): Promise<void> {
  await tx.query(`update portal_user set totp_pending = $2 where id = $1`, [userId, sealed]);
}

/** Activates the pending secret, with the time step of the code that proved it, and replaces the recovery codes. */
export async function confirmTotp(
  tx: Tx,
  { userId, step, hashes }: { userId: string; step: number; hashes: readonly Uint8Array[] },
): Promise<void> {
  await tx.query(
    `update portal_user set totp_sealed = totp_pending, totp_pending = null, totp_step = $2 where id = $1`,
    [userId, step],
  );
  await tx.query(`delete from portal_recovery_code where user_id = $1`, [userId]);
  await tx.query(`insert into portal_recovery_code (user_id, hash) select $1, unnest($2::bytea[])`, [
    userId,
    hashes,
  ]);
}

/** Marks a time step as used. @returns false when it, or a later one, was used in the meantime */
export async function useTotpStep(
  tx: Tx,
  { userId, step }: { userId: string; step: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update portal_user set totp_step = $2 where id = $1 and (totp_step is null or totp_step < $2) returning 1`,
    [userId, step],
  );
  return rows.length === 1;
}

/** Marks a recovery code as used. @returns false when there is no such code, or it was used */
export async function useRecoveryCode(
  tx: Tx,
  { userId, hash }: { userId: string; hash: Uint8Array },
): Promise<boolean> {
  const rows = await tx.query(
    `update portal_recovery_code set used_at = now() where user_id = $1 and hash = $2 and used_at is null returning 1`,
    [userId, hash],
  );
  return rows.length === 1;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from portal_recovery_code where user_id = $1 and used_at is null`,
    [userId],
  );
  return row?.count ?? 0;
}
