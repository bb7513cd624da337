import type { PortalLanguage } from '@countersign/contract';
import type { Database, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** The OpenID Connect provider of an organisation. */
export type SsoRow = {
  organisationId: string;
  organisation: string;
  issuer: string;
  clientId: string;
  /** Sealed. */
  clientSecret: Uint8Array;
  domains: string[];
  enabled: boolean;
  required: boolean;
  version: number;
};

const columns = `s.organisation_id as "organisationId", o.name as organisation, s.issuer, s.client_id as "clientId",
  s.client_secret as "clientSecret", s.domains, s.enabled, s.required, s.version`;
const source = `from portal_sso s join organisation o on o.id = s.organisation_id`;

/** The provider configured by an organisation; `null`: none. */
export async function findSso(db: Queryable, organisationId: string): Promise<SsoRow | null> {
  const [row] = await db.query<SsoRow>(`select ${columns} ${source} where s.organisation_id = $1`, [
    organisationId,
  ]);
  return row ?? null;
}

/** Like `findSso`, locked until the transaction ends. */
export async function lockSso(tx: Tx, organisationId: string): Promise<SsoRow | null> {
  const [row] = await tx.query<SsoRow>(
    `select ${columns} ${source} where s.organisation_id = $1 for update of s`,
    [organisationId],
  );
  return row ?? null;
}

/**
 * The organisation whose people with e-mail addresses in this domain sign in by single sign-on. A domain claimed by two
 * organisations, or used by an account of another one, matches none: no organisation can direct people of another one to its provider.
 */
export async function findSsoByDomain(db: Queryable, domain: string): Promise<SsoRow | null> {
  const rows = await db.query<SsoRow>(
    `select ${columns} ${source}
     where s.enabled and $1 = any(s.domains)
       and not exists (select 1 from portal_sso other where other.organisation_id <> s.organisation_id and $1 = any(other.domains))
       and not exists (select 1 from portal_user u
         where u.organisation_id <> s.organisation_id and u.removed_at is null and split_part(u.email, '@', 2) = $1)`,
    [domain],
  );
  return rows[0] ?? null;
}

/** The stored settings of a provider. */
export type NewSso = Omit<SsoRow, 'organisation' | 'version'>;

/** @param version the version seen; 0: none. @returns the new version; `null` when it was changed in the meantime */
export async function saveSso(tx: Tx, sso: NewSso, version: number): Promise<number | null> {
  const values = [
    sso.organisationId,
    sso.issuer,
    sso.clientId,
    sso.clientSecret,
    sso.domains,
    sso.enabled,
    sso.required,
  ];
  const [row] =
    version === 0
      ? await tx.query<{ version: number }>(
          `insert into portal_sso (organisation_id, issuer, client_id, client_secret, domains, enabled, required)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict (organisation_id) do nothing returning version`,
          values,
        )
      : await tx.query<{ version: number }>(
          `update portal_sso set issuer = $2, client_id = $3, client_secret = $4, domains = $5, enabled = $6, required = $7,
             version = version + 1, changed_at = now()
           where organisation_id = $1 and version = $8::int returning version`,
          [...values, version],
        );
  return row?.version ?? null;
}

/** Deletes the provider and all links to its accounts. @returns its issuer; `null`: there was none */
export async function deleteSso(tx: Tx, organisationId: string): Promise<string | null> {
  await tx.query(`delete from portal_sso_identity where organisation_id = $1`, [organisationId]);
  await tx.query(`delete from portal_sso_attempt where organisation_id = $1`, [organisationId]);
  const [row] = await tx.query<{ issuer: string }>(
    `delete from portal_sso where organisation_id = $1 returning issuer`,
    [organisationId],
  );
  return row?.issuer ?? null;
}

/** Ends the sign-ins of everyone in an organisation except owners. @returns how many */
export async function deleteSignInsOfMembers(tx: Tx, organisationId: string): Promise<number> {
  const rows = await tx.query(
    `delete from portal_sign_in s using portal_user u
     where u.id = s.user_id and u.organisation_id = $1 and u.role <> 'owner' returning 1`,
    [organisationId],
  );
  return rows.length;
}

/** An account at the provider. */
export interface SsoSubject {
  organisationId: string;
  issuer: string;
  subject: string;
}

/** The person an account at the provider belongs to; `null`: it is not linked. */
export async function findLinkedUser(
  db: Queryable,
  { organisationId, issuer, subject }: SsoSubject,
): Promise<string | null> {
  const [row] = await db.query<{ userId: string }>(
    `select i.user_id as "userId" from portal_sso_identity i join portal_user u on u.id = i.user_id
     where i.organisation_id = $1 and i.issuer = $2 and i.subject = $3 and u.removed_at is null`,
    [organisationId, issuer, subject],
  );
  return row?.userId ?? null;
}

export async function noteLinkUsed(tx: Tx, { organisationId, issuer, subject }: SsoSubject): Promise<void> {
  await tx.query(
    `update portal_sso_identity set used_at = now() where organisation_id = $1 and issuer = $2 and subject = $3`,
    [organisationId, issuer, subject],
  );
}

/** Links a person to an account, replacing another one; the caller holds the person's lock. @returns false when another person has it */
export async function linkUser(
  tx: Tx,
  { organisationId, issuer, subject, userId, name }: SsoSubject & { userId: string; name: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into portal_sso_identity as i (organisation_id, issuer, subject, user_id, name) values ($1, $2, $3, $4, $5)
     on conflict (organisation_id, issuer, subject) do update set name = excluded.name where i.user_id = $4 returning 1`,
    [organisationId, issuer, subject, userId, name],
  );
  return rows.length === 1;
}

/** @returns the subject; `null`: the person was not linked */
export async function unlinkUser(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.query<{ subject: string }>(
    `delete from portal_sso_identity where user_id = $1 returning subject`,
    [userId],
  );
  return row?.subject ?? null;
}

/** The account at a provider that a person is linked to; `null`: none. */
export async function findLink(
  db: Queryable,
  { userId, issuer }: { userId: string; issuer: string },
): Promise<{ subject: string; name: string | null } | null> {
  const [row] = await db.query<{ subject: string; name: string | null }>(
    `select subject, name from portal_sso_identity where user_id = $1 and issuer = $2`,
    [userId, issuer],
  );
  return row ?? null;
}

/** Number of people linked to the provider, and of those who have neither password nor passkey. */
export async function countLinked(
  db: Queryable,
  { organisationId, issuer }: { organisationId: string; issuer: string },
): Promise<{ linked: number; onlyLinked: number }> {
  const [row] = await db.query<{ linked: number; onlyLinked: number }>(
    `select count(*)::int as linked, count(*) filter (where u.password_hash is null
        and not exists (select 1 from portal_passkey p where p.user_id = u.id))::int as "onlyLinked"
     from portal_sso_identity i join portal_user u on u.id = i.user_id
     where i.organisation_id = $1 and i.issuer = $2 and u.removed_at is null`,
    [organisationId, issuer],
  );
  return row ?? { linked: 0, onlyLinked: 0 };
}

/** Why a browser is sent to the provider: to sign in, to accept an invitation, to link an account, or to confirm. */
export type SsoPurpose = 'sign-in' | 'accept' | 'link' | 'step-up';

export type SsoAttempt = {
  organisationId: string;
  issuer: string;
  clientId: string;
  purpose: SsoPurpose;
  signInId: string | null;
  invitationHash: Uint8Array | null;
  language: PortalLanguage | null;
  /** Requested page below `/portal`. */
  path: string | null;
};

/** Maximum open attempts per network. */
const mostOpen = 60;

/** @returns false when the network has too many open */
export async function insertSsoAttempt(
  database: Database,
  attempt: SsoAttempt & { stateHash: Uint8Array; browserHash: Uint8Array; network: Uint8Array },
): Promise<boolean> {
  const rows = await database.query(
    `insert into portal_sso_attempt (state_hash, browser_hash, organisation_id, issuer, client_id, purpose, sign_in_id,
       invitation_hash, language, path, network)
     select $1, $2, $3::uuid, $4, $5, $6, $7::uuid, $8, $9, $10, $11 where (select count(*) from portal_sso_attempt
       where network = $11 and created_at > now() - interval '10 minutes') < $12::int
     returning 1`,
    [
      attempt.stateHash,
      attempt.browserHash,
      attempt.organisationId,
      attempt.issuer,
      attempt.clientId,
      attempt.purpose,
      attempt.signInId,
      attempt.invitationHash,
      attempt.language,
      attempt.path,
      attempt.network,
      mostOpen,
    ],
  );
  return rows.length === 1;
}

/** An attempt that was open, and when it began, in seconds since 1970. */
export type TakenSsoAttempt = SsoAttempt & { startedAt: number };

/**
 * Ends an attempt of this browser, so that it is answered only once. Another browser's attempt is kept, so that no other browser can end it.
 * @returns `null` when there is none, or it is too old
 */
export async function takeSsoAttempt(
  database: Database,
  { stateHash, browserHash }: { stateHash: Uint8Array; browserHash: Uint8Array },
): Promise<TakenSsoAttempt | null> {
  const [row] = await database.query<TakenSsoAttempt & { open: boolean }>(
    `delete from portal_sso_attempt where state_hash = $1 and browser_hash = $2
     returning organisation_id as "organisationId", issuer, client_id as "clientId", purpose, sign_in_id as "signInId",
       invitation_hash as "invitationHash", language, path, extract(epoch from created_at)::float8 as "startedAt",
       created_at > now() - interval '10 minutes' as open`,
    [stateHash, browserHash],
  );
  if (row?.open !== true) return null;
  const { open: _, ...attempt } = row;
  return attempt;
}
