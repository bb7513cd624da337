import { clockSlack } from '../clock-slack.ts';
import type { Database, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** How many failures an account or an address has before it must wait, and what it waits then. */
export interface LockoutRule {
  /** Failures that cost no waiting. */
  free: number;
  /** Seconds after the first failure beyond; they double with every further one. */
  firstSeconds: number;
  /** Seconds that nobody waits longer than. */
  mostSeconds: number;
}

/** Failures of `l` before. */
const counts = `l.changed_at between now() - interval '24 hours' and now() + ${clockSlack}`;

/**
 * Counts a try before it is judged, so that simultaneous ones count as well.
 * @returns seconds to wait, and then nothing was counted; 0: go on
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

/** Writes a try that was counted once more, as it is: what has nothing to record takes as long as what has. */
export async function rewriteTry(tx: Tx, key: Uint8Array): Promise<void> {
  await tx.query(`update portal_lockout set changed_at = changed_at where key = $1`, [key]);
}

/** A try succeeded: it and those before it are forgotten. */
export async function forgetTries(database: Queryable, key: Uint8Array): Promise<void> {
  await database.query(`delete from portal_lockout where key = $1`, [key]);
}

/** A try succeeded: it does not count, those before it do. */
export async function takeBackTry(database: Queryable, key: Uint8Array): Promise<void> {
  await database.query(
    `update portal_lockout set failures = greatest(0, failures - 1), locked_until = null where key = $1`,
    [key],
  );
}

/** Removes what counts no more, and sign-ins, invitations, changes of addresses and attempts that are over. */
export async function sweepPortal(database: Database): Promise<void> {
  await database.query(`delete from portal_lockout where changed_at < now() - interval '24 hours'`);
  await database.query(`delete from portal_sign_in where seen_at < now() - interval '12 hours'`);
  await database.query(`delete from portal_passkey_attempt where created_at < now() - interval '5 minutes'`);
  await database.query(`delete from portal_sso_attempt where created_at < now() - interval '10 minutes'`);
  await database.query(`delete from portal_email_change where expires_at < now()`);
  await database.query(`delete from portal_invitation where expires_at < now() - interval '30 days'`);
}
