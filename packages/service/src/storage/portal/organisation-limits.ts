import type { Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { organisationOf, thisDay, usedOf } from '../session/session-limits.ts';

/** How many sessions an organisation's integrations of one mode may create, per day and month in UTC. */
export interface SessionLimit {
  mode: 'test' | 'live';
  /** `null`: no limit. */
  perDay: number | null;
  perMonth: number | null;
  /** 1 to 100: operators are alerted once this share of a limit is used. */
  warningPercent: number;
}

/** A limit with its current use. */
export type CountedLimit = SessionLimit & Row & { usedToday: number; usedThisMonth: number };

const columns = `l.mode, l.sessions_per_day as "perDay", l.sessions_per_month as "perMonth", l.warning_percent as "warningPercent",
  ${usedOf.day} as "usedToday", ${usedOf.month} as "usedThisMonth"`;

/** Limits of an organisation, at most one per mode. */
export const listSessionLimits = (db: Queryable, organisationId: string): Promise<CountedLimit[]> =>
  db.query<CountedLimit>(
    `select ${columns} from organisation_limit l where l.organisation_id = $1 order by l.mode`,
    [organisationId],
  );

/** A limit that is nearly used up, with its organisation and the day in UTC, `2027-01-31`. */
export type LimitInUse = CountedLimit & { organisationId: string; organisation: string; today: string };

/** Limits of all organisations that are used enough to alert operators. */
export const listLimitsInUse = (db: Queryable): Promise<LimitInUse[]> =>
  db.query<LimitInUse>(
    `select ${columns}, o.id as "organisationId", o.name as organisation, ${thisDay} as today
     from organisation_limit l join organisation o on o.id = l.organisation_id
     where ${usedOf.day} * 100::bigint >= l.sessions_per_day::bigint * l.warning_percent
       or ${usedOf.month} * 100::bigint >= l.sessions_per_month::bigint * l.warning_percent
     order by o.name, l.mode`,
  );

/**
 * Sets a limit; if there is already one, its counters continue. Otherwise the sessions count that the organisation has created on this day
 * and in this month and that are not deleted. The caller holds the lock on the organisation.
 */
export async function saveSessionLimit(
  tx: Tx,
  { organisationId, mode, perDay, perMonth, warningPercent }: SessionLimit & { organisationId: string },
): Promise<void> {
  const values = [organisationId, mode, perDay, perMonth, warningPercent];
  const changed = await tx.query(
    `update organisation_limit set sessions_per_day = $3, sessions_per_month = $4, warning_percent = $5
     where organisation_id = $1 and mode = $2 returning 1`,
    values,
  );
  if (changed.length > 0) return;
  const since = (period: string) => `date_trunc('${period}', now() at time zone 'UTC') at time zone 'UTC'`;
  await tx.query(
    `insert into organisation_limit
       (organisation_id, mode, sessions_per_day, sessions_per_month, warning_percent, day, day_used, month_used)
     select $1, $2, $3::int, $4::int, $5::int, ${thisDay},
       count(*) filter (where s.created_at >= ${since('day')})::int, count(*)::int
     from integration i join session s on s.integration_id = i.id and s.deleted_at is null and s.created_at >= ${since('month')}
     where ${organisationOf} = $1 and i.mode = $2`,
    values,
  );
}

/** @returns false if there was none */
export async function deleteSessionLimit(
  tx: Tx,
  { organisationId, mode }: { organisationId: string } & Pick<SessionLimit, 'mode'>,
): Promise<boolean> {
  const rows = await tx.query(
    `delete from organisation_limit where organisation_id = $1 and mode = $2 returning 1`,
    [organisationId, mode],
  );
  return rows.length > 0;
}
