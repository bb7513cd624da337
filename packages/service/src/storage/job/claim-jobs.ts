import { clockSlack } from '../clock-slack.ts';
import type { Database } from '../engine/database.ts';
import { type JobLaneName, type LeasedJob, leaseSeconds } from './jobs.ts';

/** What one lane can take now. */
export interface LaneClaim {
  lane: JobLaneName;
  /** Jobs to claim at most. */
  places: number;
  /** Jobs that one integration may have in hand here. */
  perIntegration: number;
}

/** What an integration had of a lane lately; those that had nothing are left out. */
export interface LaneShare {
  lane: JobLaneName;
  integrationId: string;
  /** Milliseconds of recent work; fewer go first. */
  used: number;
  /** Jobs in hand now. */
  held: number;
}

export interface ClaimRequest {
  lanes: readonly LaneClaim[];
  shares: readonly LaneShare[];
  /** Any UUID: the look at integrations begins behind it, which matters where more of them wait than one look sees. */
  after: string;
}

/** Integrations with work in one lane that one statement looks at. */
const integrationsPerClaim = 256;

/** A job in lane `l`, in terms of the index job_lane. */
const inLane = `coalesce(j.lane, j.kind) = l.lane and j.parked_at is null`;
/** The job `j` is due and under no lease. */
export const claimable = `j.due_at <= statement_timestamp() and (j.leased_until is null or j.leased_until < clock_timestamp()
  or j.leased_until > clock_timestamp() + ${clockSlack})`;

/** The next integration with work in lane `l`, in its index. @param where a further condition on the job */
const nextIntegration = (where = 'true') =>
  `(select j.integration_id from job j where ${inLane} and ${where} order by j.integration_id limit 1)`;
const behindLast = 'j.integration_id > l.integration_id';

// One descent of the index per integration with work, one more for its oldest job: what a backlog is long is never read. The last
// join runs integration by integration until the places are filled, so that only rows are locked that are claimed. It is materialized:
// a plan that runs it again for each row of the update chooses others then, because it passes over those that are updated already.
const claimSql = `
with recursive lane as materialized (
  select * from unnest($1::text[], $2::int[], $3::int[]) as l (lane, places, most)
), share as materialized (
  select * from unnest($4::text[], $5::uuid[], $6::float8[], $7::int[]) as s (lane, integration_id, used, held)
), behind (lane, integration_id, step) as (
  select l.lane, ${nextIntegration('j.integration_id > $8::uuid')}, 1 from lane l
  union all
  select l.lane, ${nextIntegration(behindLast)}, l.step + 1 from behind l
  where l.integration_id is not null and l.step < ${integrationsPerClaim}
), wrapped (lane, integration_id, step) as (
  select l.lane, ${nextIntegration()}, 1 from lane l
  union all
  select l.lane, ${nextIntegration(behindLast)}, l.step + 1 from wrapped l
  where l.integration_id < $8::uuid and l.step < ${integrationsPerClaim}
), candidate as materialized (
  select l.lane, l.integration_id, head.due_at, coalesce(s.used, 0) as used, lane.most - coalesce(s.held, 0) as room
  from (
    select lane, integration_id from behind where integration_id is not null
    union all
    select lane, integration_id from wrapped where integration_id <= $8::uuid
  ) l
  join lane on lane.lane = l.lane
  left join share s on s.lane = l.lane and s.integration_id = l.integration_id
  cross join lateral (
    select j.due_at from job j where ${inLane} and j.integration_id = l.integration_id and ${claimable}
    order by j.due_at limit 1
  ) head
  where lane.most > coalesce(s.held, 0)
), due as materialized (
  select mine.integration_id, mine.id
  from lane
  cross join lateral (
    select chosen.integration_id, chosen.id
    from (
      select c.*, greatest(1, lane.places / count(*) over ()) as share from candidate c where c.lane = lane.lane
      order by used, due_at
    ) l
    cross join lateral (
      select j.integration_id, j.id from job j
      where ${inLane} and j.integration_id = l.integration_id and ${claimable}
      order by j.due_at limit least(l.room, l.share) for update skip locked
    ) chosen
    limit lane.places
  ) mine
), claimed as (
  update job set lease = job.lease + 1, claims = job.claims + 1, leased_until = clock_timestamp() + make_interval(secs => $9)
  from due
  where job.integration_id = due.integration_id and job.id = due.id
  returning job.integration_id, job.id, job.kind, coalesce(job.lane, job.kind) as lane, job.session_id, job.attempt_id, job.payload,
    job.lease, job.claims, greatest(0, extract(epoch from clock_timestamp() - job.due_at))::float8 as waited
)
select integration_id as "integrationId", id, kind, lane, session_id as "sessionId", attempt_id as "attemptId", payload, lease, claims,
  waited as "waitedSeconds"
from claimed`;

/**
 * Claims due jobs for all lanes in one statement: the integration that had least of a lane goes first, among equals the one whose
 * job waits longest; within an integration the oldest. Free places are shared among those that wait, so that a backlog costs its
 * owner its turn and no other's. The claim counter rises here, before any work. Jobs of later are not read: `clock_timestamp()`
 * changes from row to row and would not bound the index.
 * @returns at most as many of each lane as it has places, each with its new lease
 * @see design R6, R8, W9
 */
export function claimJobs(database: Database, { lanes, shares, after }: ClaimRequest): Promise<LeasedJob[]> {
  return database.query<LeasedJob>(claimSql, [
    lanes.map(({ lane }) => lane),
    lanes.map(({ places }) => places),
    lanes.map(({ perIntegration }) => perIntegration),
    shares.map(({ lane }) => lane),
    shares.map(({ integrationId }) => integrationId),
    shares.map(({ used }) => used),
    shares.map(({ held }) => held),
    after,
    leaseSeconds,
  ]);
}
