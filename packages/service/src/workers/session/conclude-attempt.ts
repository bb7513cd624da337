import { type DecidedStatus, type DocumentReading, isFinal, noCrosslinks } from '@countersign/core';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { replaceFindings } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { finishJob } from '../../storage/job/jobs.ts';
import { putSessionLink } from '../../storage/session/session-links.ts';
import { queriedRegistries, queueMexicanQueries } from '../../usecases/registry/registry-queries.ts';
import {
  MoveRefused,
  type DecryptedAttempt,
  recordDecision,
} from '../../usecases/session/record-decision.ts';
import { addNames } from '../../usecases/session/session-names.ts';
import type { KeptFindings } from '../../usecases/session/stored-findings.ts';
import { queueScreening } from '../../usecases/watchlist/queue-screening.ts';
import { type Judged, lockSubmitted, type Verdict } from './judge-session.ts';

/**
 * Commits a verdict with everything that follows from it and the end of the job.
 * @param opened the attempt as it was judged
 * @param alongside further work in the same transaction
 * @throws LeaseLost, MoveRefused
 */
export async function conclude(
  ctx: ServiceContext,
  {
    key,
    job,
    opened,
    alongside,
  }: Judged & { alongside?: (tx: Tx, opened: DecryptedAttempt) => Promise<void> },
  { conclusion, traces }: Verdict,
): Promise<void> {
  await failpoint('attempt-judged');
  const recorded = await ctx.database.transaction(async (tx) => {
    const current = await lockSubmitted(ctx, tx, { key, job });
    if (!current) return null;
    // The settings that determine who decides have changed meanwhile: the next run starts again under the new ones. That does not concern a
    // validation.
    if (!current.row.isValidation && whoDecides(opened) !== whoDecides(current)) throw new MoveRefused();
    await alongside?.(tx, current);
    const status = await recordDecision(tx, current, conclusion);
    await keepTraces(tx, current, { verdict: { traces, conclusion }, status });
    await addNames(ctx, tx, { key, names: namesRead(conclusion.reading) });
    await queueScreening(tx, current, conclusion.reading);
    await queueMexicanQueries(tx, current, { kind: conclusion.kind, status });
    await finishJob(tx, job);
    await failpoint('decision-uncommitted');
    return { current, status };
  });
  await failpoint('decision-committed');
  if (recorded) announce(ctx, recorded.current, recorded.status);
}

const namesRead = (reading: DocumentReading | null): string[] =>
  [reading?.firstName, reading?.lastName, reading?.wholeName].filter((name) => typeof name === 'string');

/** Identity checks, a registry, both or neither. */
const whoDecides = ({ settings: { identityVerification, registry } }: DecryptedAttempt): string =>
  `${identityVerification} ${registry}`;

/**
 * After the decision: stores the values that link sessions, and removes the faces from the findings unless another attempt may
 * follow.
 */
async function keepTraces(
  tx: Tx,
  { key, dataKey }: DecryptedAttempt,
  { verdict: { traces, conclusion }, status }: { verdict: Verdict; status: DecidedStatus },
): Promise<void> {
  if (traces) await putSessionLink(tx, traces);
  const { findings, links } = conclusion;
  if (findings === null || (links === noCrosslinks && findings.faceTraces === null)) return;
  const faceTraces = isFinal(status) ? null : findings.faceTraces;
  const kept: KeptFindings = { ...findings, faceTraces, links };
  await replaceFindings(tx, key, sealJson(dataKey, 'findings', kept));
}

/** Wakes the waiting workers and counts in the metrics that an attempt was decided. */
function announce(ctx: ServiceContext, { row, settings }: DecryptedAttempt, status: string): void {
  if (settings.watchlistScreening || queriedRegistries(settings).length > 0) ctx.wake.notify('job');
  ctx.wake.notify('webhook');
  ctx.metrics.decisions.inc({ status, kind: 'automatic' });
  if (row.submissionTime)
    ctx.metrics.verificationSeconds.observe((Date.now() - Date.parse(row.submissionTime)) / 1_000);
}
