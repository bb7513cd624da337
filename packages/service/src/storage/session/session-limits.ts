import type { Row } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

const utcDay = (at: string) => `to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD')`;

/** Today's day in the counters, as SQL. */
export const thisDay = utcDay('now()');

/**
 * SQL for a row `l` of `organisation_limit`: the day on which its next session counts. That is today, or tomorrow if another
 * statement has already counted there and this one began before midnight.
 */
const countedDay = `case l.day when ${utcDay(`now() + interval '24 hours'`)} then l.day else ${thisDay} end`;

/** SQL for a row `l` of `organisation_limit`: sessions created on the current day, and in its month. */
export const usedOf = {
  day: `case when l.day = ${countedDay} then l.day_used else 0 end`,
  month: `case when left(l.day, 7) = left(${countedDay}, 7) then l.month_used else 0 end`,
} as const;

/** SQL: the organisation of integration `i`; one without an organisation belongs to the default one. */
export const organisationOf = `coalesce(i.organisation_id, (select o.id from organisation o where o.is_default))`;

const limitOf = (integration: string) => `integration i
      join organisation_limit l on l.organisation_id = ${organisationOf} and l.mode = i.mode and i.id = ${integration}`;

/**
 * Replaces {@link limitRoom} where nothing is counted: `room` has no room if the organisation has a limit, and is empty
 * if it has none. It locks and changes nothing; with a limit, the statement is repeated with counting.
 */
export const noRoomUnderLimit = (integration: string): string =>
  `room as materialized (select 0 as granted from ${limitOf(integration)})`;

/**
 * Part of a statement that creates sessions. An earlier CTE `allowed` has a row for each of them, all of one integration. In later ones,
 * `room.granted` is how many of them may be created, which are then counted; `room` is empty if the organisation has no limit.
 *
 * The row is locked before it is read, so that concurrent counting is not missed.
 * @param integration SQL of the integration's id
 * @see spec/contract.md A-412
 */
export const limitRoom = (integration: string): string => `
  limited as materialized (
    select l.*, requested.sessions
    from (select count(*)::int as sessions from allowed) requested cross join ${limitOf(integration)}
    where requested.sessions > 0 for update of l),
  used as (
    select l.*, ${countedDay} as counted_day, ${usedOf.day} as of_day, ${usedOf.month} as of_month from limited l),
  room as materialized (
    select used.*, greatest(0, least(sessions, sessions_per_day - of_day, sessions_per_month - of_month)) as granted from used),
  counted as (
    update organisation_limit l
    set day = room.counted_day, day_used = room.of_day + room.granted, month_used = room.of_month + room.granted
    from room where l.organisation_id = room.organisation_id and l.mode = room.mode and room.granted > 0)`;

/** A limit that an organisation has reached. */
export interface ReachedLimit extends Row {
  mode: 'test' | 'live';
  period: 'day' | 'month';
  /** Number of sessions. */
  limit: number;
  /** Until the period ends, at least 1. */
  seconds: number;
}

/** Why an integration cannot create sessions now: of two limits, the one that lasts longer; `null`: it can again. */
export async function findReachedLimit(db: Queryable, integrationId: string): Promise<ReachedLimit | null> {
  const [row] = await db.query<ReachedLimit>(
    `select l.mode, p.period, p."limit",
       greatest(1, ceil(extract(epoch from
         date_trunc(p.period, now() at time zone 'UTC') + ('1 ' || p.period)::interval - (now() at time zone 'UTC'))))::int as seconds
     from integration i join organisation_limit l on l.organisation_id = ${organisationOf} and l.mode = i.mode
       cross join lateral (values ('month', l.sessions_per_month, ${usedOf.month}), ('day', l.sessions_per_day, ${usedOf.day}))
         as p (period, "limit", used)
     where i.id = $1 and p.used >= p."limit" order by p.period desc limit 1`,
    [integrationId],
  );
  return row ?? null;
}
