const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** A day of the calendar as `YYYY-MM-DD`, or `null` if no such day exists. @param month 1–12 */
export function calendarDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}` : null;
}

/**
 * The latest day that has begun anywhere when it is `today` in UTC (both `YYYY-MM-DD`): the day after, which begins in the east (UTC+14).
 * @see spec/contract.md A-439
 */
export const latestDay = (today: string): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
