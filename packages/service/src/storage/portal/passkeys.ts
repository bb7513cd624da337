import type { Database, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** The fields of a passkey needed to verify it. */
export type PasskeyRow = {
  id: string;
  userId: string;
  organisationId: string;
  name: string;
  credentialId: Uint8Array;
  /** DER, SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  signCount: number;
};

const columns = `p.id, p.user_id as "userId", u.organisation_id as "organisationId", p.name, p.credential_id as "credentialId",
  p.public_key as "publicKey", p.sign_count::float8 as "signCount"`;
const present = `from portal_passkey p join portal_user u on u.id = p.user_id where u.removed_at is null`;

/** The passkey with this credential, whoever owns it. */
export async function findPasskey(db: Queryable, credentialId: Uint8Array): Promise<PasskeyRow | null> {
  const [row] = await db.query<PasskeyRow>(`select ${columns} ${present} and p.credential_id = $1`, [
    credentialId,
  ]);
  return row ?? null;
}

/** The passkey with this id, locked until the transaction ends. */
export async function lockPasskey(tx: Tx, id: string): Promise<PasskeyRow | null> {
  const [row] = await tx.query<PasskeyRow>(`select ${columns} ${present} and p.id = $1 for update of p`, [
    id,
  ]);
  return row ?? null;
}

export type ListedPasskey = {
  id: string;
  name: string;
  createdAt: string;
  usedAt: string | null;
  backedUp: boolean;
};

/** Passkeys of a person, oldest first. */
export function listPasskeys(db: Queryable, userId: string): Promise<ListedPasskey[]> {
  return db.query<ListedPasskey>(
    `select id, name, ${instant('created_at')} as "createdAt", ${instant('used_at')} as "usedAt", backed_up as "backedUp"
     from portal_passkey where user_id = $1 order by created_at, id`,
    [userId],
  );
}

/** Credentials of a person, oldest first. */
export async function listCredentialIds(db: Queryable, userId: string): Promise<Uint8Array[]> {
  const rows = await db.query<{ credentialId: Uint8Array }>(
    `select credential_id as "credentialId" from portal_passkey where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows.map(({ credentialId }) => credentialId);
}

export async function countPasskeys(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from portal_passkey where user_id = $1`,
    [userId],
  );
  return row?.count ?? 0;
}

export interface NewPasskey {
  id: string;
  userId: string;
  credentialId: Uint8Array;
  publicKey: Uint8Array;
  signCount: number;
  name: string;
  backedUp: boolean;
}

/** @returns false if the credential is already stored */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const rows = await tx.query(
    `insert into portal_passkey (id, user_id, credential_id, public_key, sign_count, name, backed_up)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning 1`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.signCount,
      passkey.name,
      passkey.backedUp,
    ],
  );
  return rows.length === 1;
}

/** Records a signature of a passkey; the caller holds its lock. */
export async function usePasskey(
  tx: Tx,
  { id, signCount, backedUp }: { id: string; signCount: number; backedUp: boolean },
): Promise<void> {
  await tx.query(`update portal_passkey set sign_count = $2, backed_up = $3, used_at = now() where id = $1`, [
    id,
    signCount,
    backedUp,
  ]);
}

/** @returns its name; `null` if the person has no such passkey */
export async function deletePasskey(
  tx: Tx,
  { userId, id }: { userId: string; id: string },
): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    `delete from portal_passkey where user_id = $1 and id = $2 returning name`,
    [userId, id],
  );
  return row?.name ?? null;
}

/** What a passkey is used for: to add a new one, to sign in, or to confirm the person's identity. */
export type PasskeyPurpose = 'add' | 'sign-in' | 'step-up';

/** A page's attempt to use a passkey. */
export interface PasskeyAttempt {
  /** SHA-256 of the token given to the page. */
  tokenHash: Uint8Array;
  purpose: PasskeyPurpose;
  /** `null`: before a sign-in. */
  signInId: string | null;
}

/** Number of attempts that one network may have open. */
const mostOpen = 60;

/** @returns false if the network has too many open */
export async function insertPasskeyAttempt(
  database: Database,
  attempt: PasskeyAttempt & { challenge: Uint8Array; network: Uint8Array },
): Promise<boolean> {
  const rows = await database.query(
    `insert into portal_passkey_attempt (token_hash, challenge, purpose, sign_in_id, network)
     select $1, $2, $3, $4::uuid, $5 where (select count(*) from portal_passkey_attempt
       where network = $5 and created_at > now() - interval '5 minutes') < $6::int
     returning 1`,
    [attempt.tokenHash, attempt.challenge, attempt.purpose, attempt.signInId, attempt.network, mostOpen],
  );
  return rows.length === 1;
}

/** Ends an attempt, which can be answered once. @returns its challenge; `null` if no such attempt is open */
export async function takePasskeyAttempt(
  database: Database,
  { tokenHash, purpose, signInId }: PasskeyAttempt,
): Promise<Uint8Array | null> {
  const [row] = await database.query<{ challenge: Uint8Array; open: boolean }>(
    `delete from portal_passkey_attempt where token_hash = $1 and purpose = $2 and sign_in_id is not distinct from $3::uuid
     returning challenge, created_at > now() - interval '5 minutes' as open`,
    [tokenHash, purpose, signInId],
  );
  return row?.open === true ? row.challenge : null;
}
