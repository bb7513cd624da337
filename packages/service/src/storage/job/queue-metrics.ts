import type { Database } from '../engine/database.ts';
import type { JobKind } from './jobs.ts';

/** Counts waiting work for the metrics: due webhooks, and cases that a person has to review. */
export async function countWaiting(
  database: Database,
): Promise<{ dueWebhooks: number; operatorEntries: number }> {
  const [counts] = await database.query<{ dueWebhooks: number; operatorEntries: number }>(
    `select (select count(*)::int from webhook where state = 'due' and due_at <= now()) as "dueWebhooks",
       (select count(*)::int from operator_entry where resolved_at is null) as "operatorEntries"`,
  );
  return counts ?? { dueWebhooks: 0, operatorEntries: 0 };
}

/**
 * For the metrics: seconds for which the longest-waiting work has been due; 0 if none waits. Submissions for which a registry is called
 * again later do not count, nor webhooks of endpoints that are paused or keep failing, because no process is late with these.
 */
export async function longestWaits(
  database: Database,
): Promise<{ jobs: number; webhooks: number; submissions: number }> {
  const [waits] = await database.query<{ jobs: number; webhooks: number; submissions: number }>(
    `select ${secondsSince(`select min(due_at) from job where parked_at is null and due_at <= now()
         and (leased_until is null or leased_until <= now())`)} as jobs,
       ${secondsSince(`select min(w.due_at) from webhook_endpoint e cross join lateral (
           select w.due_at from webhook w where w.integration_id = e.integration_id and w.type = e.type
             and w.state = 'due' and w.due_at <= now() and (w.leased_until is null or w.leased_until <= now())
           order by w.due_at limit 1) w
         where e.paused_at is null and e.next_probe_at is null`)} as webhooks,
       ${secondsSince(`select a.submitted_at from attempt a where a.status = 'submitted'
         and (select true from registry_check c where c.integration_id = a.integration_id
           and c.attempt_id between a.id and a.id and c.ended_at is null and c.next_try_at is not null
           order by c.attempt_id limit 1) is null
         order by a.submitted_at limit 1`)} as submissions`,
  );
  return waits ?? { jobs: 0, webhooks: 0, submissions: 0 };
}

const secondsSince = (instantQuery: string): string =>
  `coalesce(extract(epoch from now() - (${instantQuery})), 0)::float8`;

/** Jobs by kind and state, for the metrics; `waiting`: not due yet. */
export function countJobs(
  database: Database,
): Promise<{ kind: JobKind; state: 'ready' | 'waiting' | 'leased' | 'parked'; count: number }[]> {
  return database.query(
    `select kind, case when parked_at is not null then 'parked' when leased_until > now() then 'leased'
         when due_at > now() then 'waiting' else 'ready' end as state,
       count(*)::int as count
     from job group by 1, 2`,
  );
}
