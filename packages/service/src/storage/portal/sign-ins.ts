import type { Database, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { clockSlack } from '../clock-slack.ts';
import { instant } from '../instant.ts';
import { type PortalUserRow, userColumns } from './portal-users.ts';

/** Stage of a sign-in: a code must be entered, or set up, or it is complete. */
export type SignInStage = 'totp' | 'enrol' | 'done';

/** A valid sign-in with its person. */
export type SignInRow = PortalUserRow & {
  signInId: string;
  stage: SignInStage;
  steppedUpUntil: string | null;
};

/** @param minutes its maximum duration */
const isOpen = (until: string, minutes: number): string =>
  `${until} > now() and ${until} < now() + interval '${minutes} minutes' + ${clockSlack}`;

// Sign-in `s` with organisation `o` is valid. An incomplete one has ten minutes, whether used or not.
const inForce = `s.seen_at > now() - make_interval(mins => least(30, o.idle_minutes))
  and s.created_at > now() - make_interval(mins => least(720, o.sign_in_minutes)) and s.created_at < now() + ${clockSlack}
  and (s.stage = 'done' or s.created_at > now() - interval '10 minutes')`;
const source = `portal_sign_in s join portal_user u on u.id = s.user_id join organisation o on o.id = u.organisation_id`;

/**
 * The sign-in of a cookie, if it is valid and its person still exists; its last use is recorded to the minute.
 * @param tokenHash SHA-256 of the cookie
 */
export async function findSignIn(database: Database, tokenHash: Uint8Array): Promise<SignInRow | null> {
  const [row] = await database.query<SignInRow & { stale: boolean }>(
    `select ${userColumns}, s.id as "signInId", s.stage, s.seen_at < now() - interval '1 minute' as stale,
       case when ${isOpen('s.stepped_up_until', 10)} then ${instant('s.stepped_up_until')} end as "steppedUpUntil"
     from ${source}
     where s.token_hash = $1 and u.removed_at is null and o.suspended_at is null and ${inForce}`,
    [tokenHash],
  );
  if (!row) return null;
  const { stale, ...found } = row;
  if (stale)
    await database.query(
      `with s as (update portal_sign_in set seen_at = now() where id = $1 returning user_id)
       update portal_user set seen_at = now() from s where portal_user.id = s.user_id`,
      [row.signInId],
    );
  return found;
}

export interface NewSignIn {
  id: string;
  userId: string;
  tokenHash: Uint8Array;
  stage: SignInStage;
  device: string;
  address: string;
}

/** Records a sign-in and deletes the person's expired ones. */
export async function insertSignIn(tx: Tx, signIn: NewSignIn): Promise<void> {
  await tx.query(
    `delete from portal_sign_in where user_id = $1 and id not in (select s.id from ${source} where s.user_id = $1 and ${inForce})`,
    [signIn.userId],
  );
  await tx.query(
    `insert into portal_sign_in (id, user_id, token_hash, stage, device, address) values ($1, $2, $3, $4, $5, $6)`,
    [signIn.id, signIn.userId, signIn.tokenHash, signIn.stage, signIn.device, signIn.address],
  );
  if (signIn.stage === 'done')
    await tx.query(`update portal_user set seen_at = now() where id = $1`, [signIn.userId]);
}

/** Completes a sign-in under a new cookie and invalidates the previous one. @returns false when it no longer exists */
export async function completeSignIn(
  tx: Tx,
  { signInId, tokenHash }: { signInId: string; tokenHash: Uint8Array },
): Promise<boolean> {
  const rows = await tx.query(
    `with s as (update portal_sign_in set stage = 'done', token_hash = $2, seen_at = now() where id = $1 returning user_id)
     update portal_user set seen_at = now() from s where portal_user.id = s.user_id returning 1`,
    [signInId, tokenHash],
  );
  return rows.length === 1;
}

/** Elevates a sign-in for ten minutes. @returns until when; `null` when it no longer exists */
export async function stepUp(tx: Tx, signInId: string): Promise<string | null> {
  const [row] = await tx.query<{ until: string }>(
    `update portal_sign_in set stepped_up_until = now() + interval '10 minutes' where id = $1
     returning ${instant('stepped_up_until')} as until`,
    [signInId],
  );
  return row?.until ?? null;
}

export type ListedSignIn = {
  id: string;
  device: string;
  address: string;
  createdAt: string;
  lastSeenAt: string;
};

/** Complete sign-ins of a person, most recently used first. */
export function listSignIns(db: Queryable, userId: string): Promise<ListedSignIn[]> {
  return db.query<ListedSignIn>(
    `select s.id, s.device, s.address, ${instant('s.created_at')} as "createdAt", ${instant('s.seen_at')} as "lastSeenAt"
     from ${source} where s.user_id = $1 and s.stage = 'done' and ${inForce} order by s.seen_at desc, s.id`,
    [userId],
  );
}

/** Ends one sign-in of a person. @returns false when the person has no such sign-in */
export async function deleteSignIn(
  tx: Tx,
  { userId, signInId }: { userId: string; signInId: string },
): Promise<boolean> {
  const rows = await tx.query(`delete from portal_sign_in where user_id = $1 and id = $2 returning 1`, [
    userId,
    signInId,
  ]);
  return rows.length === 1;
}

/** Ends all sign-ins of a person except one. @returns how many */
export async function deleteSignIns(
  tx: Tx,
  { userId, except = null }: { userId: string; except?: string | null },
): Promise<number> {
  const rows = await tx.query(
    `delete from portal_sign_in where user_id = $1 and ($2::uuid is null or id <> $2) returning 1`,
    [userId, except],
  );
  return rows.length;
}

/** Ends sign-ins of people of an organisation who have a password but no codes, except one. @returns how many */
export async function deleteSignInsWithoutCodes(
  tx: Tx,
  { organisationId, except }: { organisationId: string; except: string },
): Promise<number> {
  const rows = await tx.query(
    `delete from portal_sign_in s using portal_user u
     where u.id = s.user_id and u.organisation_id = $1 and u.password_hash is not null and u.totp_sealed is null
       and s.id <> $2::uuid returning 1`,
    [organisationId, except],
  );
  return rows.length;
}

export interface RevealKey {
  signInId: string;
  integrationId: string;
  sessionId: string;
}

/** Lets a sign-in view the personal data of a session for 15 minutes. @returns until when */
export async function insertReveal(tx: Tx, key: RevealKey): Promise<string> {
  const [row] = await tx.query<{ until: string }>(
    `insert into portal_reveal (sign_in_id, integration_id, session_id, until_at)
     values ($1, $2, $3, now() + interval '15 minutes')
     on conflict (sign_in_id, session_id) do update set until_at = excluded.until_at
     returning ${instant('until_at')} as until`,
    [key.signInId, key.integrationId, key.sessionId],
  );
  return row?.until ?? '';
}

/** Until when a sign-in can view the personal data of a session; `null`: it cannot. */
export async function findReveal(db: Queryable, key: RevealKey): Promise<string | null> {
  const [row] = await db.query<{ until: string }>(
    `select ${instant('until_at')} as until from portal_reveal
     where sign_in_id = $1 and integration_id = $2 and session_id = $3 and ${isOpen('until_at', 15)}`,
    [key.signInId, key.integrationId, key.sessionId],
  );
  return row?.until ?? null;
}

/** Ends all sign-ins of an organisation's people. */
export async function deleteSignInsOf(tx: Tx, organisationId: string): Promise<void> {
  await tx.query(
    `delete from portal_sign_in where user_id in (select id from portal_user where organisation_id = $1)`,
    [organisationId],
  );
}
