import type { PortalQueueName } from '@countersign/contract';
import type { Queryable } from '../integration/live-caller.ts';

export type QueueState = { queue: PortalQueueName; waiting: number; oldestSeconds: number; parked: number };

/** Jobs by queue as shown to people; no person waits for erasures. */
const queueOf = `case when kind in ('verify-session', 'judge-picture') then 'verification'
  when kind in ('screen-session', 'monitor-session') then 'screening' else 'registry' end`;

// Work scheduled for later does not count as waiting, nor does what is blocked by its own receiver.
const work = `
  select j.* from unnest($1::uuid[]) i (id) cross join lateral (
    select ${queueOf} as queue, due_at, parked_at is not null as parked from job
    where integration_id = i.id and kind <> 'erase-session' and (due_at <= now() or parked_at is not null) limit $2::int) j
  union all
  select 'webhooks', w.due_at, false from unnest($1::uuid[]) i (id) cross join lateral (
    select due_at from webhook where integration_id = i.id and state = 'due' and due_at <= now()
      and not exists (select 1 from webhook_endpoint e where e.integration_id = webhook.integration_id and e.type = webhook.type
        and (e.paused_at is not null or e.next_probe_at > now()))
    order by due_at limit $2::int) w`;

/** Due work of integrations by queue, at most `limit` of each; queues without any are absent. */
export const readQueues = (
  db: Queryable,
  { integrationIds, limit }: { integrationIds: readonly string[]; limit: number },
): Promise<QueueState[]> =>
  db.query<QueueState>(
    `select queue, (count(*) filter (where not parked))::int as waiting, (count(*) filter (where parked))::int as parked,
       coalesce(greatest(0, floor(extract(epoch from now() - min(due_at) filter (where not parked)))), 0)::int as "oldestSeconds"
     from (${work}) q group by queue`,
    [integrationIds, limit],
  );
