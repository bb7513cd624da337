import { isMoment, type MonitorStatus, type ReviewStatus, type ScreeningLane } from '@countersign/contract';
import { instant } from '../instant.ts';
import { ofNewestResult } from '../operator/list-hits.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { type Deciders, hasTaken } from './screening-assignee.ts';
import { exactInstant, momentAndId, readCursor, writeCursor } from './cursor.ts';

interface Lane {
  /** Condition on screening `w`. */
  holds: string;
  /** Column with the time at which a result entered the lane. */
  since: 'screened_at' | 'created_at';
  /** Screenings that wait for a person start with the oldest, finished ones with the newest. */
  order: 'asc' | 'desc';
}

/** Every screening is in exactly one lane. */
const lanes: Readonly<Record<ScreeningLane, Lane>> = {
  changed: { holds: 'w.has_unacknowledged_changes', since: 'screened_at', order: 'asc' },
  open: {
    holds: `w.status = 'potential_match' and not w.has_unacknowledged_changes`,
    since: 'screened_at',
    order: 'asc',
  },
  in_progress: {
    holds: `w.status = 'in_progress' and not w.has_unacknowledged_changes`,
    since: 'created_at',
    order: 'asc',
  },
  reviewed: {
    holds: `w.status = 'reviewed' and not w.has_unacknowledged_changes`,
    since: 'screened_at',
    order: 'desc',
  },
  no_match: {
    holds: `w.status = 'no_match' and not w.has_unacknowledged_changes`,
    since: 'screened_at',
    order: 'desc',
  },
};

// Each screening looks up its session, in the order of the lane: the cost grows with what is listed or counted.
/** Screenings `w` of integration `i` in a lane: the newest ones of sessions that are not deleted. */
const inLane = ({ holds }: Lane): string =>
  `from watchlist_screening w
   cross join lateral (select s.attempt_id from session s
     where s.integration_id = w.integration_id and s.id = w.session_id and s.deleted_at is null limit 1) s
   where w.integration_id = i.id and ${holds} and ${ofNewestResult('s', 'w')}`;

/** All screenings, those the reader has taken, or unassigned ones. */
const assigneeFilters = ['all', 'me', 'none'] as const;
type AssigneeFilter = (typeof assigneeFilters)[number];

/** Filter by assignee. */
export interface QueueAssignee {
  filter: AssigneeFilter;
  /** The reader. */
  userId: string;
  deciders: Deciders;
}

/** Consecutive parameters for organisation, roles and reader in a statement, from the first number on. */
const placesFrom = (first: number) => [`$${first}`, `$${first + 1}`, `$${first + 2}`] as const;

/** Condition on screening `w`. */
function takenBy(filter: AssigneeFilter, first: number): string {
  if (filter === 'all') return '';
  const [organisationId, roles, userId] = placesFrom(first);
  const taken = `exists (select 1 from portal_user u where ${hasTaken('w', [organisationId, roles])})`;
  if (filter === 'me') return `and w.assignee_id = ${userId}::uuid and ${taken}`;
  // Most are unassigned: they are read in order until there are enough.
  return `and (w.assignee_id is null or not ${taken})`;
}

const ofEach = <Built>(build: (filter: AssigneeFilter) => Built) =>
  Object.fromEntries(assigneeFilters.map((filter) => [filter, build(filter)])) as Readonly<
    Record<AssigneeFilter, Built>
  >;

/** Parameters for an assignee filter. @param isShown the statement also returns the assignee */
const valuesOf = ({ filter, userId, deciders }: QueueAssignee, isShown: boolean): unknown[] => [
  ...(isShown || filter !== 'all' ? [deciders.organisationId, deciders.roles] : []),
  ...(filter === 'me' ? [userId] : []),
];

const countings = ofEach((filter) =>
  Object.entries(lanes)
    .map(
      ([lane, described]) =>
        `select '${lane}' as lane, count(*)::int as count, ${instant('min(l.since)')} as oldest
         from unnest($1::uuid[]) i (id) cross join lateral (
           select w.${described.since} as since ${inLane(described)} ${takenBy(filter, 3)}
           order by w.${described.since} limit $2::int) l`,
    )
    .join(' union all '),
);

export type LaneCount = { lane: ScreeningLane; count: number; oldest: string | null };

/** Number of screenings in each lane, at most `limit` per integration, and the oldest of each. */
export const countLanes = (
  db: Queryable,
  {
    integrationIds,
    assignee,
    limit,
  }: { integrationIds: readonly string[]; assignee: QueueAssignee; limit: number },
): Promise<LaneCount[]> =>
  db.query<LaneCount>(countings[assignee.filter], [integrationIds, limit, ...valuesOf(assignee, false)]);

export type QueuedScreening = {
  sessionId: string;
  integrationId: string;
  status: ReviewStatus | 'in_progress';
  totalHits: number;
  undecided: number;
  monitorStatus: MonitorStatus;
  since: string;
  place: string;
  assigneeVersion: number;
  /** `null`, like the next two: not assigned. */
  userId: string | null;
  name: string | null;
  assignedAt: string | null;
};

/** Position of the last screening on the previous page. */
export interface QueuePlace {
  since: string;
  sessionId: string;
}

const listing = ({ since, order, ...lane }: Lane, filter: AssigneeFilter): string => {
  const after = order === 'asc' ? '>' : '<';
  return `select f.session_id as "sessionId", f.integration_id as "integrationId", f.status, f.total_hits as "totalHits",
      (select count(*)::int from watchlist_hit h where h.integration_id = f.integration_id and h.attempt_id = f.attempt_id
         and h.current and h.match_status = 'potential_match') as undecided,
      f.assignee_version as "assigneeVersion", u.id as "userId", u.name,
      case when u.id is not null then ${instant('f.assigned_at')} end as "assignedAt",
      coalesce(m.status, '') as "monitorStatus", ${instant('f.since')} as since, ${exactInstant('f.since')} as place
    from (
      select l.* from unnest($1::uuid[]) i (id) cross join lateral (
        select w.*, w.${since} as since ${inLane({ since, order, ...lane })} ${takenBy(filter, 5)}
          and ($2::timestamptz is null or (w.${since}, w.session_id) ${after} ($2::timestamptz, $3::uuid))
        order by w.${since} ${order}, w.session_id ${order} limit $4::int) l
      order by l.since ${order}, l.session_id ${order} limit $4::int) f
    left join watchlist_monitor m on m.integration_id = f.integration_id and m.session_id = f.session_id
    left join portal_user u on ${hasTaken('f', ['$5', '$6'])}
    order by f.since ${order}, f.session_id ${order}`;
};
const listings = Object.fromEntries(
  Object.entries(lanes).map(([lane, described]) => [lane, ofEach((filter) => listing(described, filter))]),
) as Readonly<Record<ScreeningLane, Readonly<Record<AssigneeFilter, string>>>>;

export interface QueueFilter {
  /** Integrations the reader has access to; never more. */
  integrationIds: readonly string[];
  lane: ScreeningLane;
  assignee: QueueAssignee;
  after: QueuePlace | null;
  limit: number;
}

/** Screenings in one lane: those waiting longest first, or the newest of the finished ones. */
export const listQueue = (
  db: Queryable,
  { integrationIds, lane, assignee, after, limit }: QueueFilter,
): Promise<QueuedScreening[]> =>
  db.query<QueuedScreening>(listings[lane][assignee.filter], [
    integrationIds,
    after?.since ?? null,
    after?.sessionId ?? null,
    limit,
    ...valuesOf(assignee, true),
  ]);

/** The cursor of the page after this screening. */
export const queueCursor = ({ place, sessionId }: QueuedScreening): string => writeCursor([place, sessionId]);

/** Decodes a cursor of the queue; `null` for an invalid one. */
export function readQueueCursor(cursor: string): QueuePlace | null {
  const [since = '', sessionId = ''] = readCursor(cursor, momentAndId) ?? [];
  return isMoment(since) ? { since, sessionId } : null;
}
