import { clockSlack } from '../clock-slack.ts';
import type { Database } from '../engine/database.ts';
import { type JobLaneName, type LeasedJob, leaseSeconds } from './jobs.ts';

/** What one lane can currently take. */
export interface LaneClaim {
  lane: JobLaneName;
  /** Maximum jobs to claim. */
  places: number;
  /** Maximum jobs that one integration may hold in this process. */
  perIntegration: number;
}

/** An integration's recent use of a lane; integrations without any are omitted. */
export interface LaneShare {
  lane: JobLaneName;
  integrationId: string;
  /** Milliseconds of recent work; those with less go first. */
  used: number;
  /** Jobs currently held. */
  held: number;
}

export interface ClaimRequest {
  lanes: readonly LaneClaim[];
  shares: readonly LaneShare[];
  /** Any UUID: integrations are read starting after it, which matters if more of them are waiting than one statement reads. */
  after: string;
}

/** Maximum integrations with work in one lane that one statement reads. */
const integrationsPerClaim = 256;

/** A job in lane `l`, written to match the index job_lane. */
const inLane = `coalesce(j.lane, j.kind) = l.lane and j.parked_at is null`;
/** Job `j` is due and not leased. */
export const claimable = `j.due_at <= statement_timestamp() and (j.leased_until is null or j.leased_until < clock_timestamp()
  or j.leased_until > clock_timestamp() + ${clockSlack})`;

/** The next integration with work in lane `l`, from its index. @param where an additional condition on the job */
const nextIntegration = (where = 'true') =>
  `(select j.integration_id from job j where ${inLane} and ${where} order by j.integration_id limit 1)`;
const behindLast = 'j.integration_id > l.integration_id';

// One index descent per integration with work, plus one for its oldest job: the cost does not depend on the length of a backlog. The last
// join runs integration by integration until the places are filled, so that only claimed rows are locked. It is materialized:
// a plan that repeats it for each updated row would then choose others, because it skips rows already updated.
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
 * Claims due jobs for all lanes in one statement: the integration with the least recent use of a lane goes first, among equals the one whose
 * job has waited longest; within an integration the oldest job. Free places are shared among waiting integrations, so that a backlog only delays its
 * owner. The claim counter is increased here, before any work. Future jobs are not read: `clock_timestamp()`
 * changes from row to row and could not bound the index scan.
 * @returns at most as many jobs of each lane as it has places, each with its new lease
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
