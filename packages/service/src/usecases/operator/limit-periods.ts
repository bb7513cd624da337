import type { LimitInUse } from '../../storage/portal/organisation-limits.ts';

/** A day or a month whose limit is used enough to notify people. */
export interface PeriodInUse {
  period: 'day' | 'month';
  most: number;
  used: number;
  /** Its first day, in UTC: `2027-01-31`. */
  since: string;
  /** The limit is used up. */
  isReached: boolean;
}

/** The periods of a limit that are nearly or completely used up. An entry disappears at the end of its day or month. */
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
