import { isMoment, type MonitorStatus, type ReviewStatus, type ScreeningLane } from '@countersign/contract';
import { instant } from '../instant.ts';
import { ofNewestResult } from '../operator/list-hits.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { type Deciders, hasTaken } from './screening-assignee.ts';
import { exactInstant, momentAndId, readCursor, writeCursor } from './cursor.ts';

interface Lane {
  /** Condition on screening `w`. */
  holds: string;
  /** Since when a result is where it is. */
  since: 'screened_at' | 'created_at';
  /** What waits for a person begins with the oldest, what is done with the newest. */
  order: 'asc' | 'desc';
}

/** Every screening is in one lane. */
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

// Each screening looks its session up, in the order of the lane: what is read grows with what is listed or counted.
/** Screenings `w` of integration `i` in a lane: newest ones of sessions that are not deleted. */
const inLane = ({ holds }: Lane): string =>
  `from watchlist_screening w
   cross join lateral (select s.attempt_id from session s
     where s.integration_id = w.integration_id and s.id = w.session_id and s.deleted_at is null limit 1) s
   where w.integration_id = i.id and ${holds} and ${ofNewestResult('s', 'w')}`;

/** All screenings, those that the reader has taken, or those that are free. */
const assigneeFilters = ['all', 'me', 'none'] as const;
type AssigneeFilter = (typeof assigneeFilters)[number];

/** Whose screenings are listed. */
export interface QueueAssignee {
  filter: AssigneeFilter;
  /** Who reads. */
  userId: string;
  deciders: Deciders;
}

/** Places of organisation, roles and reader in a statement, from the first on. */
const placesFrom = (first: number) => [`$${first}`, `$${first + 1}`, `$${first + 2}`] as const;

/** Condition on screening `w`. */
function takenBy(filter: AssigneeFilter, first: number): string {
  if (filter === 'all') return '';
  const [organisationId, roles, userId] = placesFrom(first);
  const taken = `exists (select 1 from portal_user u where ${hasTaken('w', [organisationId, roles])})`;
  if (filter === 'me') return `and w.assignee_id = ${userId}::uuid and ${taken}`;
  // Most are free: read in their order until there are enough.
  return `and (w.assignee_id is null or not ${taken})`;
}

const ofEach = <Built>(build: (filter: AssigneeFilter) => Built) =>
  Object.fromEntries(assigneeFilters.map((filter) => [filter, build(filter)])) as Readonly<
    Record<AssigneeFilter, Built>
  >;

/** What its statement takes of an assignee. @param isShown the statement shows the assignee as well */
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

/** How many screenings are in each lane, at most `limit` of each integration, and the oldest of each. */
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
  /** `null`, as the two below: it is free. */
  userId: string | null;
  name: string | null;
  assignedAt: string | null;
};

/** The last screening of the page before. */
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
  /** Integrations that the reader reaches; never more. */
  integrationIds: readonly string[];
  lane: ScreeningLane;
  assignee: QueueAssignee;
  after: QueuePlace | null;
  limit: number;
}

/** Screenings of one lane: those that wait longest first, of those that are done the newest. */
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

/** What a cursor of the queue means; `null` for a text that is none. */
export function readQueueCursor(cursor: string): QueuePlace | null {
  const [since = '', sessionId = ''] = readCursor(cursor, momentAndId) ?? [];
  return isMoment(since) ? { since, sessionId } : null;
}
