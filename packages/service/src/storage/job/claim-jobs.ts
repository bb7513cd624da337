import { clockSlack } from '../clock-slack.ts';
import type { Database } from '../engine/database.ts';
import { type JobLaneName, type LeasedJob, leaseSeconds } from './jobs.ts';

/** How many jobs of one lane can be claimed now. */
export interface LaneClaim {
  lane: JobLaneName;
  /** Maximum number of jobs to claim. */
  places: number;
  /** Maximum number of jobs that one integration may have in progress here. */
  perIntegration: number;
}

/** Recent use of a lane by an integration; integrations without any are left out. */
export interface LaneShare {
  lane: JobLaneName;
  integrationId: string;
  /** Milliseconds of recent work; the lowest goes first. */
  used: number;
  /** Jobs in progress. */
  held: number;
}

export interface ClaimRequest {
  lanes: readonly LaneClaim[];
  shares: readonly LaneShare[];
  /** Any UUID, after which the scan of integrations begins. This matters if more of them wait than one scan covers. */
  after: string;
}

/** Maximum number of integrations with work in a lane that one statement scans. */
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

// One index descent per integration with work, and another for its oldest job, so a backlog is never read at its full length. The last join
// runs integration by integration until the places are filled, so that only claimed rows are locked. It is materialized, because a plan
// that ran it again for each updated row would skip those already updated and choose others. The update finds rows by their location
// (`ctid`), for which there is only one plan, whatever the statistics.
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
  select mine.tid
  from lane
  cross join lateral (
    select chosen.tid
    from (
      select c.*, greatest(1, lane.places / count(*) over ()) as share from candidate c where c.lane = lane.lane
      order by used, due_at
    ) l
    cross join lateral (
      select j.ctid as tid from job j
      where ${inLane} and j.integration_id = l.integration_id and ${claimable}
      order by j.due_at limit least(l.room, l.share) for update skip locked
    ) chosen
    limit lane.places
  ) mine
), claimed as (
  update job set lease = job.lease + 1, claims = job.claims + 1, leased_until = clock_timestamp() + make_interval(secs => $9)
  from due
  where job.ctid = due.tid
  returning job.integration_id, job.id, job.kind, coalesce(job.lane, job.kind) as lane, job.session_id, job.attempt_id, job.payload,
    job.lease, job.claims, greatest(0, extract(epoch from clock_timestamp() - job.due_at))::float8 as waited
)
select integration_id as "integrationId", id, kind, lane, session_id as "sessionId", attempt_id as "attemptId", payload, lease, claims,
  waited as "waitedSeconds"
from claimed`;

/**
 * Claims due jobs for all lanes in one statement: the integration that used a lane least goes first, among equals the one whose job has
 * waited longest; within an integration, the oldest job. Free places are shared among the waiting integrations, so that a backlog delays
 * only its owner. The claim counter rises here, before any work. Jobs that are due later are not read (`clock_timestamp()` changes from row
 * to row and would not bound the index scan).
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
