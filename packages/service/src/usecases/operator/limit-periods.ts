import type { LimitInUse } from '../../storage/portal/organisation-limits.ts';

/** A day or a month of which as much is used as people want to be told of in time. */
export interface PeriodInUse {
  period: 'day' | 'month';
  most: number;
  used: number;
  /** Its first day, in UTC: `2027-01-31`. */
  since: string;
  /** Nothing is left of it. */
  isReached: boolean;
}

/** What is nearly used of a limit, or all used. It goes with the day or the month. */
export function periodsInUse({
  today,
  warningPercent,
  ...limit
}: Pick<
  LimitInUse,
  'today' | 'warningPercent' | 'perDay' | 'perMonth' | 'usedToday' | 'usedThisMonth'
>): PeriodInUse[] {
  const periods = [
    { period: 'day', most: limit.perDay, used: limit.usedToday, since: today },
    { period: 'month', most: limit.perMonth, used: limit.usedThisMonth, since: `${today.slice(0, 7)}-01` },
  ] as const;
  return periods.flatMap(({ most, ...period }): PeriodInUse[] =>
    most === null || period.used * 100 < most * warningPercent
      ? []
      : [{ ...period, most, isReached: period.used >= most }],
  );
}
