import { claimable } from './claim-jobs.ts';
import { dueWebhook } from '../webhook/deliveries.ts';
import type { Database } from '../engine/database.ts';

/** Work that waits for a worker of this or another process. */
export interface DueWork {
  jobs: boolean;
  webhooks: boolean;
}

/** Maximum queues, each the jobs of one integration in one lane, that one statement reads; if there are more, they count as due. */
const queuesPerLook = 256;

// One descent of the index job_lane per queue, plus one for its oldest job. Evaluated lazily: stops at the first that is due.
const dueSql = `
with recursive queue (lane, integration_id, step) as (
  (select coalesce(j.lane, j.kind), j.integration_id, 1 from job j where j.parked_at is null
   order by coalesce(j.lane, j.kind), j.integration_id limit 1)
  union all
  select next.lane, next.integration_id, q.step + 1 from queue q
  cross join lateral (
    select coalesce(j.lane, j.kind) as lane, j.integration_id from job j
    where j.parked_at is null and (coalesce(j.lane, j.kind), j.integration_id) > (q.lane, q.integration_id)
    order by coalesce(j.lane, j.kind), j.integration_id limit 1
  ) next
  where q.step < ${queuesPerLook}
)
select exists (
    select 1 from queue q where q.step = ${queuesPerLook} or exists (
      select 1 from job j
      where coalesce(j.lane, j.kind) = q.lane and j.parked_at is null and j.integration_id = q.integration_id and ${claimable})
  ) as jobs,
  ${dueWebhook} as webhooks`;

/** Whether claims would find anything, as one cheap statement; a member may be wrongly true, never wrongly false. */
export async function findDueWork(database: Database): Promise<DueWork> {
  const [row] = await database.query<{ jobs: boolean; webhooks: boolean }>(dueSql);
  return row ?? { jobs: false, webhooks: false };
}
