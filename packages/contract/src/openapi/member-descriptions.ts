import { decision } from './descriptions/decision.ts';
import { eventsAndReports } from './descriptions/events-and-reports.ts';
import { everywhere } from './descriptions/everywhere.ts';
import { registries } from './descriptions/registries.ts';
import { sessions } from './descriptions/sessions.ts';
import { watchlist } from './descriptions/watchlist.ts';

/** What each member means. A key is a member's path from its schema or operation, or the end of that path. */
export const memberDescriptions: Readonly<Record<string, string>> = {
  ...everywhere,
  ...sessions,
  ...decision,
  ...registries,
  ...watchlist,
  ...eventsAndReports,
};

/**
 * The key that applies to a member: the longest matching end of its path.
 * @param place from the schema or operation: `['WatchlistResult', 'searchTerm', 'name']`
 * @returns `null` when the table has none
 */
export function descriptionKey(place: readonly string[]): string | null {
  const ends = place.map((_, start) => place.slice(start).join('.'));
  return ends.find((end) => Object.hasOwn(memberDescriptions, end)) ?? null;
}

type Plain = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A plain schema with the descriptions of its members, lists and alternatives included.
 * @param place name of the schema or operation, and the members that lead to this one
 */
export function described(schema: unknown, place: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((item) => described(item, place));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' && isObject(value) ? describedMembers(value, place) : described(value, place),
    ]),
  );
}

function describedMembers(members: Plain, place: readonly string[]): Plain {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const key = descriptionKey([...place, name]);
      // A member that must be absent gets no description.
      if (!isObject(member) || 'not' in member || key === null)
        return [name, described(member, [...place, name])];
      const inner = described(member, [...place, name]) as Plain;
      return [name, { ...inner, description: memberDescriptions[key] }];
    }),
  );
}
