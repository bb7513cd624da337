import { clockSlack } from '../clock-slack.ts';
import type { Database } from '../engine/database.ts';

/** Longer than any job is postponed, or an e-mail. */
const longestWait = `interval '2 hours'`;
/** Longer than any claim, or the pause between two probes of a webhook URL. */
const longestClaim = `(interval '60 seconds' + ${clockSlack})`;
/** Webhooks of one URL per statement. */
const portion = 500;

/**
 * For each kind of waiting work, what makes it due if it would wait longer than anything is made to wait: that time was stored while the
 * clock of the database was ahead. Claims of jobs and webhooks check this themselves.
 */
const corrections = [
  `update job set due_at = now() where parked_at is null and due_at > now() + ${longestWait} returning 1`,
  `update webhook set due_at = now() where (integration_id, id) in (
     select w.integration_id, w.id from webhook_endpoint e cross join lateral (
       select w.integration_id, w.id from webhook w
       where w.integration_id = e.integration_id and w.type = e.type and w.state = 'due' and w.due_at > now() + ${longestWait}
       order by w.due_at limit ${portion}) w) returning 1`,
  `update webhook_endpoint set next_probe_at = now() where next_probe_at > now() + ${longestClaim} returning 1`,
  `update mail set due_at = now() where due_at > now() + ${longestWait} returning 1`,
  `update session_export set leased_until = null
   where state = 'running' and leased_until > clock_timestamp() + ${longestClaim} returning 1`,
  `update watchlist_run set leased_until = null
   where finished_at is null and leased_until > clock_timestamp() + ${longestClaim} returning 1`,
];

/**
 * Makes due what waits only because the clock of the database was ahead when its time was stored, and has been set back.
 * @returns number of rows
 * @see spec/contract.md A-435
 */
export async function correctFutureTimes(database: Database): Promise<number> {
  let corrected = 0;
  for (const statement of corrections) corrected += (await database.query(statement)).length;
  return corrected;
}
