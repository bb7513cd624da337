/** SQL that formats a time as text: ISO 8601 in UTC with milliseconds; `null` stays null. */
export const instant = (column: string): string =>
  `to_char(date_trunc('milliseconds', ${column} at time zone 'utc'), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
