import { type ScreenedPerson, searchTermOf, type StoredHit } from '@countersign/core';
import {
  hasComparableName,
  type Screener,
  ScreeningIncomplete,
  ScreeningInputError,
  type ScreeningOptions,
} from '@countersign/screening';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import { lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { finishJob, insertJob, type LeasedJob, LeaseLost, parkJob } from '../../storage/job/jobs.ts';
import { findScreening, listHits, type ScreeningRow } from '../../storage/watchlist/watchlist.ts';
import { decryptAttempt, type DecryptedAttempt } from '../../usecases/session/record-decision.ts';
import {
  recordMonitoring,
  recordScreening,
  type ScreeningRun,
} from '../../usecases/watchlist/record-screening.ts';
import { subjectOf } from '../../usecases/watchlist/screened-subject.ts';
import { decryptHit, decryptPerson } from '../../usecases/watchlist/stored-screening.ts';
import { ScreeningUnavailable } from '../job-errors.ts';
import type { JobHandler } from '../job-worker.ts';
import { runScreening, screenAgain, type ScreeningEngine } from '../../usecases/watchlist/run-screening.ts';
import { personaChanges, personaChangeSeconds, personaScreener } from './screening-personas.ts';

/**
 * Screens an attempt that has a name and commits result, audit, webhook and the end of the job together. Failures are
 * retried; meanwhile the client sees the screening as in progress, never as without hits.
 * @see spec/contract.md
 */
export const screenSession =
  (ctx: ServiceContext, engine: ScreeningEngine): JobHandler =>
  (job, signal) =>
    screened(ctx, engine, {
      job,
      signal,
      awaits: ({ status }) => status === 'in_progress',
      later: false,
      record: async (tx, { opened, run, person }) => {
        await recordScreening(ctx, tx, { opened, run });
        const { mode } = opened.row;
        if (mode === 'test' && opened.settings.watchlist.monitoring && personaChanges(person))
          await insertJob(tx, { ...opened.key, kind: 'monitor-session', delaySeconds: personaChangeSeconds });
        return run.hits.length > 0 ? 'hits' : 'no-hits';
      },
    });

/**
 * Screens a monitored session again and reports changes to its result. Skips a session whose monitoring was disabled, or whose
 * result was replaced by a later attempt's.
 * @see spec/contract.md
 */
export const monitorSession =
  (ctx: ServiceContext, engine: ScreeningEngine): JobHandler =>
  (job, signal) =>
    screened(ctx, engine, {
      job,
      signal,
      awaits: ({ status, monitorStatus, isFollowed }) =>
        status !== 'in_progress' && monitorStatus === 'enabled' && isFollowed,
      later: true,
      record: async (tx, { opened, run, row }) =>
        (await recordMonitoring(ctx, tx, { opened, run, row })) ? 'changed' : 'unchanged',
    });

interface Recorded {
  opened: DecryptedAttempt;
  row: ScreeningRow;
  person: ScreenedPerson;
  run: ScreeningRun;
}

/** Result of a screening, for the metrics; `not-wanted`: it was no longer needed. */
export type ScreeningOutcome = 'hits' | 'no-hits' | 'changed' | 'unchanged' | 'not-wanted';

interface Work {
  job: LeasedJob;
  signal: AbortSignal;
  /** Whether the screening still needs this work. */
  awaits: (row: ScreeningRow) => boolean;
  /** The lists after the monitored persona's change. */
  later: boolean;
  /** @returns the outcome for the metrics */
  record: (tx: Tx, recorded: Recorded) => Promise<ScreeningOutcome>;
}

async function screened(ctx: ServiceContext, engine: ScreeningEngine, work: Work): Promise<void> {
  const { job, signal, record } = work;
  const found = await ctx.database.transaction(async (tx) => {
    const waiting = await lockWaiting(ctx, tx, work);
    return waiting && { ...waiting, stored: work.later ? await storedHits(tx, waiting.opened) : null };
  });
  if (!found) return;
  const person = decryptPerson(found.opened.dataKey, found.row);
  const measured = ctx.metrics.screeningSeconds.startTimer();
  const run = await tried(ctx, job, () => runFor(engine, { ...found, person }));
  if (run === null) return;
  measured();
  await failpoint('screening-run');
  if (signal.aborted) throw new LeaseLost();
  const outcome = await ctx.database.transaction(async (tx): Promise<ScreeningOutcome> => {
    const current = await lockWaiting(ctx, tx, work);
    if (!current) return 'not-wanted';
    const recorded = await record(tx, { ...current, person, run });
    await finishJob(tx, job);
    await failpoint('screening-uncommitted');
    return recorded;
  });
  await failpoint('screening-committed');
  ctx.metrics.screenings.inc({ kind: job.kind, outcome });
  ctx.wake.notify('webhook');
}

const storedHits = async (tx: Tx, { key, dataKey }: DecryptedAttempt): Promise<StoredHit[]> =>
  (await listHits(tx, key)).map((row) => decryptHit(dataKey, row));

const keyOf = ({ integrationId, sessionId, attemptId }: LeasedJob): AttemptKey => {
  if (!attemptId) throw new Error('a screening job names its attempt');
  return { integrationId, sessionId, attemptId };
};

/** The locked attempt and its screening, if it still waits for this job; otherwise the job ends here. */
async function lockWaiting(
  ctx: ServiceContext,
  tx: Tx,
  { job, awaits }: Work,
): Promise<Omit<Recorded, 'run' | 'person'> | null> {
  const key = keyOf(job);
  const attempt = await lockAttempt(tx, key);
  const opened = attempt && decryptAttempt(ctx, key, attempt);
  const row = opened && (await findScreening(tx, key));
  if (opened && row && awaits(row)) return { opened, row };
  await finishJob(tx, job);
  return null;
}

const unfit = 'the name cannot be screened: too long, or without letters';

/** A search by this name can never find anyone: finding no one is therefore not a result. @see spec/contract.md A-136 */
class NothingToCompare extends ScreeningInputError {
  override name = 'NothingToCompare';

  constructor() {
    super('the name cannot be screened: nothing but initials');
  }
}

/**
 * A name that cannot be screened, or whose screening reached its work limit, stays open and is passed to a person immediately: a
 * retry would have the same result.
 */
async function tried<T>(ctx: ServiceContext, job: LeasedJob, screen: () => T): Promise<T | null> {
  try {
    return screen();
  } catch (error) {
    if (!(error instanceof ScreeningInputError || error instanceof ScreeningIncomplete)) throw error;
    const isUnfit = error instanceof ScreeningInputError && !(error instanceof NothingToCompare);
    const cause = isUnfit ? unfit : error.message;
    if (error instanceof ScreeningIncomplete)
      ctx.log.error({ err: error, kind: job.kind, sessionId: job.sessionId }, 'screening incomplete');
    await ctx.database.transaction((tx) => parkJob(tx, job, cause));
    ctx.metrics.jobsParked.inc({ kind: job.kind });
    return null;
  }
}

/** @throws ScreeningUnavailable, ScreeningInputError, ScreeningIncomplete */
function runFor(
  engine: ScreeningEngine,
  { opened, person, stored }: Omit<Recorded, 'run'> & { stored: readonly StoredHit[] | null },
): ScreeningRun {
  const later = stored !== null;
  const { watchlist } = opened.settings;
  const term = searchTermOf(person, watchlist);
  const { lists, matchThreshold, exactMatch, countries, excludeDeceased } = term;
  const options: ScreeningOptions = {
    lists,
    matchThreshold,
    exactMatch,
    countries,
    excludeDeceased,
    limit: watchlist.limit,
  };
  const persona: Screener | null =
    opened.row.mode === 'test' ? personaScreener(person, options, { later }) : null;
  const screener = persona ?? engine.screener();
  if (screener === null) throw new ScreeningUnavailable();
  const subject = subjectOf(person);
  const found = later
    ? screenAgain(screener, { subject, options }, stored)
    : runScreening(screener, subject, options);
  // An exact match can compare even initials.
  if (found.hits.length === 0 && !exactMatch && !later && !hasComparableName(subject))
    throw new NothingToCompare();
  return { term, ...found };
}
