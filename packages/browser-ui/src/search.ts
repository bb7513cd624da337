/** Parses the query of an address into strings only, so that a number in a search stays exactly as typed. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}

/** Picks the members that a route declares and drops all others. */
export const searchOf =
  <Key extends string>(...keys: readonly Key[]) =>
  (search: Record<string, unknown>): Partial<Record<Key, string>> =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = search[key];
        return typeof value === 'string' && value !== '' ? [[key, value]] : [];
      }),
    ) as Partial<Record<Key, string>>;

/**
 * The moment at which a day begins in the reader's time zone, as the service expects it; undefined for anything that is not a
 * day.
 */
export function dayStart(day: string | undefined, daysLater = 0): string | undefined {
  const [year, month, date] = (day ?? '').split('-').map(Number);
  if (!year || !month || !date) return undefined;
  const moment = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
