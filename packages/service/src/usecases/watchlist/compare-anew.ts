import { bandOf, type Compared, compareResults, type FoundHit, type StoredHit } from '@countersign/core';
import {
  type ListType,
  ScreeningIncomplete,
  ScreeningInputError,
  type ScreeningOptions,
  type Subject,
} from '@countersign/screening';
import type { ServiceContext } from '../../context.ts';
import { SealBroken } from '../../encryption/seal.ts';
import { StoredDamaged } from '../../encryption/unseal-form.ts';
import { readMonitored, type SealedCustomer } from '../../storage/watchlist/monitor-customers.ts';
import { listHits } from '../../storage/watchlist/watchlist.ts';
import { screeningInputOf, decryptCustomer, pages } from './monitor-customers.ts';
import { subjectOf } from './screened-subject.ts';
import { decryptHit } from './stored-screening.ts';

/**
 * The hits of one subject under current lists and settings, including those of its stored result that are now behind `limit`.
 * @see spec/contract.md A-370
 */
export type Screen = (
  question: { subject: Subject; options: ScreeningOptions },
  stored: readonly StoredHit[],
) => readonly FoundHit[];

/** A stored result next to the current result for the same person. */
export type ComparedAnew = Compared & { before: readonly StoredHit[] };

/**
 * Screens a monitored session with current lists and settings, and compares the results; writes nothing.
 * @returns `null` if its rows cannot be opened or its name cannot be screened
 */
export async function comparedAnew(
  ctx: ServiceContext,
  screen: Screen,
  sealed: SealedCustomer,
): Promise<ComparedAnew | null> {
  try {
    const { dataKey, person, settings } = decryptCustomer(ctx, sealed);
    const before = (await listHits(ctx.database, sealed)).map((row) => decryptHit(dataKey, row));
    const { options } = screeningInputOf(person, settings);
    const hits = screen({ subject: subjectOf(person), options }, before);
    let made = 0;
    return { before, ...compareResults(before, hits, () => `new-${(made += 1)}`) };
  } catch (error) {
    const isScreenable = !(error instanceof ScreeningInputError || error instanceof ScreeningIncomplete);
    if (isScreenable && !isBroken(error)) throw error;
    ctx.log.error({ err: error, sessionId: sealed.sessionId }, 'monitored session not rescreened');
    return null;
  }
}

const isBroken = (error: unknown): boolean => error instanceof SealBroken || error instanceof StoredDamaged;

/** Alerts of one list type and score band that would appear or disappear. */
export interface ExpectedChange extends Record<string, unknown> {
  list: ListType;
  band: 'below 80' | '80 to 94' | '95 and more';
  gained: number;
  lost: number;
  /** The first affected sessions. */
  samples: string[];
}

export interface DryRun {
  /** Sessions screened again, and how many of them would report a change. */
  screened: number;
  changed: number;
  changes: ExpectedChange[];
}

type Band = ExpectedChange['band'];
const bandName = (score: number): Band => bands[bandOf(score)];
const bands: Readonly<Record<0 | 1 | 2, Band>> = { 0: 'below 80', 1: '80 to 94', 2: '95 and more' };
const mostSamples = 5;
const pageSize = 100;

/** What a full run would find, without writing or sending anything. */
export async function dryRun(
  ctx: ServiceContext,
  screen: Screen,
  { integrationId }: { integrationId: string | null },
): Promise<DryRun> {
  const rows = new Map<string, ExpectedChange>();
  let [screened, changed] = [0, 0];
  for await (const page of pages(ctx, { integrationId, limit: pageSize })) {
    for (const sealed of await readMonitored(ctx.database, page)) {
      const compared = await comparedAnew(ctx, screen, sealed);
      if (compared === null) continue;
      screened += 1;
      if (compared.differences.length > 0) changed += 1;
      count(rows, sealed.sessionId, compared);
    }
  }
  const changes = [...rows.values()].sort(
    (a, b) => a.list.localeCompare(b.list) || a.band.localeCompare(b.band),
  );
  return { screened, changed, changes };
}

/** An alert is a hit on a list in a band: a hit that changes bands leaves one and enters the other. */
function count(rows: Map<string, ExpectedChange>, sessionId: string, { before, hits }: ComparedAnew): void {
  const alerts = (of: readonly StoredHit[]) =>
    of
      .filter(({ current }) => current)
      .flatMap(({ id, found }) => found.listTypes.map((list) => ({ id, list, band: bandName(found.score) })));
  const nameOf = ({ id, list, band }: ReturnType<typeof alerts>[number]) => `${id} ${list} ${band}`;
  const [earlier, now] = [alerts(before), alerts(hits)];
  const [known, still] = [new Set(earlier.map(nameOf)), new Set(now.map(nameOf))];
  for (const alert of [...now.filter((each) => !known.has(nameOf(each))), ...earlier]) {
    const gained = !known.has(nameOf(alert));
    if (!gained && still.has(nameOf(alert))) continue;
    const { list, band } = alert;
    const key = `${list} ${band}`;
    const row: ExpectedChange = rows.get(key) ?? { list, band, gained: 0, lost: 0, samples: [] };
    rows.set(key, row);
    if (gained) row.gained += 1;
    else row.lost += 1;
    if (row.samples.length < mostSamples && !row.samples.includes(sessionId)) row.samples.push(sessionId);
  }
}
