import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';

/** Data kept by an integration, and data being erased. */
export type KeptData = {
  integrationId: string;
  /** When the oldest session that is not deleted was created, ISO 8601; `null`: there is none. */
  oldestSession: string | null;
  /** Sessions on legal hold, counted up to 10,000. */
  held: number;
  /** Unfinished erasures, and how long the oldest has been waiting. */
  erasing: number;
  erasingSince: string | null;
};

/** For one integration, or for all (`null`). Every column is read from its own index. */
export const listKeptData = (db: Queryable, integrationId: string | null): Promise<KeptData[]> =>
  db.query<KeptData>(
    `select i.id as "integrationId", ${instant('s.created_at')} as "oldestSession", h.count as held,
       coalesce(e.count, 0) as erasing, ${instant('e.since')} as "erasingSince"
     from integration i
     left join lateral (select created_at from session where integration_id = i.id and deleted_at is null
       order by created_at limit 1) s on true
     cross join lateral (select count(*)::int as count from (select from session where integration_id = i.id
       and held_at is not null and deleted_at is null limit 10000) held) h
     left join (select integration_id, count(*)::int as count, min(requested_at) as since from erasure
       where erased_at is null group by integration_id) e on e.integration_id = i.id
     where $1::uuid is null or i.id = $1
     order by i.created_at, i.id`,
    [integrationId],
  );
