import type { CurrentLists, SourceState } from './lists-directory.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * `warning`: the newest content is not available, or part of it is omitted. `alarm`: nothing is loaded, the content is too old, or newer content is
 * available but rejected; an older copy, which a cache may serve for a while, raises it after two hours.
 */
export type SourceCondition = 'ok' | 'warning' | 'alarm';

/** Milliseconds since the current content was last known to be the source's newest; null before the first load. */
export function ageOf({ confirmedAt }: Pick<SourceState, 'confirmedAt'>, now: number): number | null {
  return confirmedAt === null ? null : Math.max(0, now - Date.parse(confirmedAt));
}

/** Hours after which a source raises an alarm; null means never. */
export function alarmHours({
  maxAgeHours,
  lists,
}: Pick<SourceState, 'maxAgeHours' | 'lists'>): number | null {
  if (maxAgeHours !== null) return maxAgeHours === 0 ? null : maxAgeHours;
  return lists.includes('SANCTIONS') ? 24 : 7 * 24;
}

/** Hours for which 304 Not Modified is accepted; after that, the whole list must be downloaded again. */
export const wholeHours = (source: Pick<SourceState, 'maxAgeHours' | 'lists'>): number =>
  alarmHours(source) ?? 7 * 24;

/** When a list was last downloaded completely, changed or not; null if it is not a download, or the time is not known. */
export function receivedAtOf({ validators }: Pick<SourceState, 'validators'>): string | null {
  const times = Object.values(validators).map(({ receivedAt, leftAt }) => receivedAt ?? leftAt ?? null);
  return times.includes(null) ? null : (times.toSorted()[0] ?? null);
}

/** Milliseconds since the current content was published; null if the format states no date. */
export function publishedAgeOf(
  { publishedAt }: Pick<SourceState, 'publishedAt'>,
  now: number,
): number | null {
  const at = Date.parse(publishedAt ?? '');
  return Number.isNaN(at) ? null : Math.max(0, now - at);
}

/** Days after which a publication is too old; null means never. */
function publishedDays({ maxPublishedDays = null, lists }: SourceState): number | null {
  if (maxPublishedDays !== null) return maxPublishedDays === 0 ? null : maxPublishedDays;
  return lists.includes('SANCTIONS') ? 30 : 92;
}

/** Whether the source still supplies old content: a file that was never replaced, or an address that has moved. */
export function isOutdated(source: SourceState, now: number): boolean {
  const age = publishedAgeOf(source, now);
  const days = publishedDays(source);
  return age !== null && days !== null && age > days * day;
}

/** Whether the current content exceeds its alarm age, was published too long ago, or does not exist. */
export function isStale(source: SourceState, now: number): boolean {
  const age = ageOf(source, now);
  const hours = alarmHours(source);
  return age === null || (hours !== null && age > hours * hour) || isOutdated(source, now);
}

/** Hours for which older copies are tolerated before they need attention. */
const olderHours = 2;

/** Whether content was rejected that requires a person to release or fix it. */
export function isHeldBack(
  { lastError, loadedAt }: Pick<SourceState, 'lastError' | 'loadedAt'>,
  now: number,
): boolean {
  if (loadedAt === null) return false;
  if (lastError?.kind === 'refused') return true;
  const { kind, since = '' } = lastError ?? {};
  return kind === 'older' && now - Date.parse(since) >= olderHours * hour;
}

export function conditionOf(source: SourceState, now: number): SourceCondition {
  if (isStale(source, now) || isHeldBack(source, now)) return 'alarm';
  return errorOf(source) === null ? 'ok' : 'warning';
}

/** Why some of the newest content is not in use; null when all of it is. */
function errorOf({ lastError, leftOut = 0 }: SourceState): string | null {
  if (lastError !== null) return lastError.message;
  return leftOut === 0
    ? null
    : `${leftOut} records are left out, because other sources have their ids; give its entries other ids`;
}

/** One line of `lists status`. */
export interface SourceRow extends Record<string, unknown> {
  source: string;
  state: SourceCondition;
  version: string;
  published: string | null;
  loaded: string | null;
  /** When a download was last complete; since then it was confirmed by 304 Not Modified. */
  received: string | null;
  /** Since the content was last confirmed: `3 h`, `2 d`. */
  age: string | null;
  entities: number;
  names: number;
  rejects: number;
  error: string | null;
}

export interface ListsStatus {
  snapshot: string | null;
  builtAt: string | null;
  /** There is an alarm: no lists, a source too old or never loaded, or a snapshot that this release cannot read. */
  alarm: boolean;
  /** The reasons, for people. */
  reasons: string[];
  sources: SourceRow[];
}

/** @param current null before the first load */
export function statusOf(
  current: CurrentLists | null,
  { now, engine }: { now: number; engine: string },
): ListsStatus {
  const sources = (current?.sources ?? []).map((source) => rowOf(source, now));
  const outdated = (current?.sources ?? []).filter((source) => isOutdated(source, now));
  const late = (current?.sources ?? [])
    .filter((source) => isStale(source, now) && !isOutdated(source, now))
    .map(({ id }) => id);
  const heldBack = (current?.sources ?? []).filter((source) => isHeldBack(source, now));
  const reasons = [
    ...(current?.snapshot == null ? ['no lists are loaded'] : []),
    ...(current?.snapshot != null && current.engine !== engine
      ? ['the lists were built by another release: run "countersign lists load"']
      : []),
    ...(late.length > 0 ? [`not loaded or too old: ${late.join(', ')}`] : []),
    ...outdated.map((source) => `published too long ago: ${publicationOf(source, now)}`),
    ...heldBack.map(
      ({ lastError }) =>
        `newest content not in force since ${lastError?.since ?? ''}: ${lastError?.message ?? ''}`,
    ),
  ];
  const { snapshot = null, builtAt = null, lastError = null } = current ?? {};
  const notes = lastError === null ? [] : [`the newest state is not in force: ${lastError.message}`];
  return { snapshot, builtAt, alarm: reasons.length > 0, reasons: [...reasons, ...notes], sources };
}

const publicationOf = (source: SourceState, now: number): string =>
  `${source.id}, of ${source.publishedAt ?? ''}, ${ageText(publishedAgeOf(source, now)) ?? ''} ago; expected within ${publishedDays(source) ?? 0} d`;

function rowOf(source: SourceState, now: number): SourceRow {
  const { id, version, publishedAt, loadedAt, entities, names, rejects } = source;
  return {
    source: id,
    state: conditionOf(source, now),
    version: version.slice(0, 24),
    published: publishedAt,
    loaded: loadedAt,
    received: receivedAtOf(source),
    age: ageText(ageOf(source, now)),
    entities,
    names,
    rejects,
    error: errorOf(source),
  };
}

function ageText(milliseconds: number | null): string | null {
  if (milliseconds === null) return null;
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 72 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}
