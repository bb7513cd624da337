import { clockSlack } from '../clock-slack.ts';
import type { Database, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** How many failures an account or an address may have before it is locked, and for how long. */
export interface LockoutRule {
  /** Failures allowed without a lockout. */
  free: number;
  /** Lockout in seconds after the next failure; doubled by each further one. */
  firstSeconds: number;
  /** Maximum lockout in seconds. */
  mostSeconds: number;
}

/** Earlier failures in `l`. */
const counts = `l.changed_at between now() - interval '24 hours' and now() + ${clockSlack}`;

/**
 * Counts an attempt before it is evaluated, so that concurrent ones count as well.
 * @returns seconds to wait, in which case nothing was counted; 0: proceed
 */
export async function countTry(
  database: Queryable,
  key: Uint8Array,
  { free, firstSeconds, mostSeconds }: LockoutRule,
): Promise<number> {
  const [row] = await database.query<{ counted: boolean; seconds: number | null }>(
    `with counted as (
       insert into portal_lockout as l (key, failures) values ($1, 1)
       on conflict (key) do update set
         failures = case when ${counts} then l.failures + 1 else 1 end,
         locked_until = case when l.failures + 1 > $2::int and ${counts}
           then now() + make_interval(secs => least($4::float8, $3::float8 * 2 ^ least(20, l.failures - $2::int))) end,
         changed_at = now()
       where l.locked_until is null or l.locked_until <= now()
         or l.locked_until > now() + make_interval(secs => $4::float8) + ${clockSlack}
       returning 1)
     select exists (select 1 from counted) as counted,
       (select ceil(extract(epoch from locked_until - now()))::int from portal_lockout where key = $1) as seconds`,
    [key, free, firstSeconds, mostSeconds],
  );
  return row?.counted === true ? 0 : Math.max(1, row?.seconds ?? 1);
}

/** Rewrites a counted attempt unchanged, so that paths with nothing to record take as long as others. */
export async function rewriteTry(tx: Tx, key: Uint8Array): Promise<void> {
  await tx.query(`update portal_lockout set changed_at = changed_at where key = $1`, [key]);
}

/** Success: forgets this and earlier attempts. */
export async function forgetTries(database: Queryable, key: Uint8Array): Promise<void> {
  await database.query(`delete from portal_lockout where key = $1`, [key]);
}

/** Success: this attempt does not count, earlier ones do. */
export async function takeBackTry(database: Queryable, key: Uint8Array): Promise<void> {
  await database.query(
    `update portal_lockout set failures = greatest(0, failures - 1), locked_until = null where key = $1`,
    [key],
  );
}

/** Deletes expired counters, sign-ins, invitations, address changes and attempts. */
export async function sweepPortal(database: Database): Promise<void> {
  await database.query(`delete from portal_lockout where changed_at < now() - interval '24 hours'`);
  await database.query(`delete from portal_sign_in where seen_at < now() - interval '12 hours'`);
  await database.query(`delete from portal_passkey_attempt where created_at < now() - interval '5 minutes'`);
  await database.query(`delete from portal_sso_attempt where created_at < now() - interval '10 minutes'`);
  await database.query(`delete from portal_email_change where expires_at < now()`);
  await database.query(`delete from portal_invitation where expires_at < now() - interval '30 days'`);
}
