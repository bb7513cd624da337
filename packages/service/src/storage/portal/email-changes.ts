import type { Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { instant } from '../instant.ts';

export interface NewEmailChange {
  id: string;
  userId: string;
  email: string;
  tokenHash: Uint8Array;
}

/** Records a requested e-mail address for 24 hours, replacing an earlier request. @returns when it expires */
export async function insertEmailChange(tx: Tx, change: NewEmailChange): Promise<string> {
  const [row] = await tx.query<{ expiresAt: string }>(
    `insert into portal_email_change (user_id, id, email, token_hash, expires_at)
     values ($1, $2, $3, $4, now() + interval '24 hours')
     on conflict (user_id) do update set id = excluded.id, email = excluded.email, token_hash = excluded.token_hash,
       created_at = now(), expires_at = excluded.expires_at
     returning ${instant('expires_at')} as "expiresAt"`,
    [change.userId, change.id, change.email, change.tokenHash],
  );
  return row?.expiresAt ?? '';
}

export type EmailChange = { id: string; userId: string; email: string; expiresAt: string };

const columns = `id, user_id as "userId", email, ${instant('expires_at')} as "expiresAt"`;

/** The change for a token, if it is valid. */
export async function findEmailChange(db: Queryable, tokenHash: Uint8Array): Promise<EmailChange | null> {
  const [row] = await db.query<EmailChange>(
    `select ${columns} from portal_email_change where token_hash = $1 and expires_at > now()`,
    [tokenHash],
  );
  return row ?? null;
}

/** Removes and returns a valid change, so that it is applied only once. */
export async function takeEmailChange(tx: Tx, tokenHash: Uint8Array): Promise<EmailChange | null> {
  const [row] = await tx.query<EmailChange>(
    `delete from portal_email_change where token_hash = $1 and expires_at > now() returning ${columns}`,
    [tokenHash],
  );
  return row ?? null;
}

/** Ends a person's unconfirmed change. */
export async function endEmailChange(tx: Tx, userId: string): Promise<void> {
  await tx.query('delete from portal_email_change where user_id = $1', [userId]);
}

/** @returns false when another account has the address */
export async function setEmail(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  // If two people confirm the same address at once, the second finds it taken.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [email]);
  const rows = await tx.query(
    `update portal_user set email = $2 where id = $1 and removed_at is null
       and not exists (select 1 from portal_user other where other.email = $2 and other.id <> $1)
     returning 1`,
    [userId, email],
  );
  return rows.length === 1;
}
