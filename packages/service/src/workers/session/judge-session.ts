/** The conclusion of this service's checks, without any registry, about one attempt. */
import {
  type Crosslinks,
  decideScreeningAlone,
  decideSession,
  decidingCheck,
  type DocumentReading,
  type EndWithoutIdentity,
  forcedDelay,
  forcedOutcome,
  missingChecks,
  noCrosslinks,
  noReading,
  type Outcome,
  readingOf,
  refuseDocument,
  riskLabels,
  screenedPerson,
  settleCentury,
  shownNames,
  showsTwoDocuments,
  type SessionVerdict,
  slowPictures,
  withSeenBefore,
} from '@countersign/core';
import type { PictureFindings } from '@countersign/findings';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import { checkpointFindings, lockAttempt, scoreMedia } from '../../storage/session/decisions.ts';
import {
  finishJob,
  type LeasedJob,
  LeaseLost,
  parkJob,
  patienceFor,
  returnJob,
  runsAlone,
} from '../../storage/job/jobs.ts';
import type { SessionLinkRow } from '../../storage/session/session-links.ts';
import { type AttemptFilm, attemptFilm } from '../../usecases/flow/attempt-film.ts';
import { compareScripts } from '../../usecases/session/compare-scripts.ts';
import { findEarlierAttempts } from '../../usecases/session/earlier-attempts.ts';
import { findCrosslinks } from '../../usecases/session/find-crosslinks.ts';
import { listDocuments, type ReadPicture, readPictures } from '../../usecases/session/read-pictures.ts';
import {
  type Conclusion,
  decryptAttempt,
  decryptFindings,
  type DecryptedAttempt,
  judgementDay,
  nothingShown,
} from '../../usecases/session/record-decision.ts';
import type { IntegrationSettings } from '../../settings/integration-settings.ts';
import { addNames } from '../../usecases/session/session-names.ts';
import { tracesOf } from '../../usecases/session/session-traces.ts';
import { type InspectionRequest, type Vision, VisionTooSlow } from '../../vision/vision.ts';
import { ChecksIncomplete, PicturesToRead } from '../job-errors.ts';

/** Seconds by which a last name ending in "Slow" delays a test integration. */
const slowSeconds = 30;

/** The attempt of a job. */
export const keyOf = ({ integrationId, sessionId, attemptId }: LeasedJob): AttemptKey => {
  if (!attemptId) throw new Error('a verification job names its attempt');
  return { integrationId, sessionId, attemptId };
};

/** An attempt and the job that holds it. */
export interface ClaimedAttempt {
  key: AttemptKey;
  job: LeasedJob;
}

/** The locked attempt, if it still waits for a decision; otherwise the job ends here. */
export async function lockSubmitted(
  ctx: ServiceContext,
  tx: Tx,
  { key, job }: ClaimedAttempt,
): Promise<DecryptedAttempt | null> {
  const row = await lockAttempt(tx, key);
  const opened = row?.attemptStatus === 'submitted' ? decryptAttempt(ctx, key, row) : null;
  if (!opened) await finishJob(tx, job);
  return opened;
}

/** @returns true when the job was postponed: A-102, test integrations only */
export async function delayed(
  ctx: ServiceContext,
  job: LeasedJob,
  { row, session }: DecryptedAttempt,
): Promise<boolean> {
  const delay = row.mode === 'test' ? forcedDelay(session.person.lastName) : null;
  if (delay === 'stuck' && job.payload['released'] !== true) {
    await ctx.database.transaction((tx) =>
      parkJob(tx, job, 'held by its last name until released (test integration)'),
    );
    return true;
  }
  const waited = (Date.parse(row.now) - Date.parse(row.submissionTime ?? row.now)) / 1_000;
  if (delay !== 'slow' || waited >= slowSeconds) return false;
  await returnJob(ctx.database, job, { delaySeconds: slowSeconds - waited, cause: null });
  return true;
}

const unread = { decidedBy: null, ...nothingShown } as const;

/** The outcome that a first name forces on a test integration; `null` if the real checks run. @see spec/contract.md A-102 */
export function forcedOf({ row, session, settings }: DecryptedAttempt): Conclusion | null {
  if (row.mode !== 'test') return null;
  const { manualReview } = settings;
  const forced = forcedOutcome(session.person.firstName, { manualReview, attempt: row.ordinal });
  return forced ? { ...ending(forced.outcome), ...unread, code: forced.code, labels: [] } : null;
}

/** A conclusion without objection: if a registry decides alone, its check starts from this one. */
export const unobjected = (): Conclusion => ({
  ...ending('pass_checks'),
  ...unread,
  code: null,
  labels: [],
});

/** An attempt on an integration without identity checks and registry. */
function withoutIdentity({ session, settings }: DecryptedAttempt): Conclusion {
  const isScreened = settings.watchlistScreening && screenedPerson(session, null) !== null;
  return endedBy(decideScreeningAlone(isScreened));
}

/**
 * Reads a document that was submitted for a registry check without other checks: the registry is queried about what the document
 * shows.
 */
async function standalone(
  ctx: ServiceContext,
  vision: Vision,
  { key, job, opened }: Judged,
): Promise<Conclusion> {
  const documents = await listDocuments(ctx.database, key);
  if (documents.length === 0) return unobjected();
  const findings = await findingsOf(ctx, vision, { key, job, opened });
  const reading = readingOf(findings, opened.session);
  const refused = refuseDocument(findings, opened.row.ordinal);
  // With two documents in the pictures, it is unknown whose values were read.
  if (refused)
    return { ...endedBy(refused), reading: showsTwoDocuments(findings) ? null : reading, findings };
  const missing = missingChecks(findings);
  if (missing.length > 0) throw new ChecksIncomplete(missing);
  return { ...unobjected(), reading, findings, labels: labelsOf(opened, { findings, reading }) };
}

/** The conclusion of an attempt that no check of pictures judged. */
const endedBy = ({ outcome, code, decidedBy }: EndWithoutIdentity): Conclusion => ({
  ...unobjected(),
  ...ending(outcome),
  code,
  decidedBy,
});

const labelsOf = (
  { session, settings: policy, row }: DecryptedAttempt,
  seen: { findings: PictureFindings; reading: DocumentReading },
) => riskLabels({ ...seen, session, policy, links: noCrosslinks, today: judgementDay(row), compareScripts });

/** The part of a conclusion that follows from the event alone. */
export const ending = (outcome: Outcome) =>
  ({ sessionEvent: outcome, attemptEvent: outcome, kind: 'automatic', actor: 'worker' }) as const;

/** A decrypted attempt to be judged. */
export interface Judged extends ClaimedAttempt {
  opened: DecryptedAttempt;
}

/** A conclusion, and the values by which later sessions are linked to this one; `null` if the integration stores none. */
export interface Verdict {
  conclusion: Conclusion;
  traces: SessionLinkRow | null;
}

/**
 * Judges one submitted attempt by every check except registries. The pictures are inspected once and the findings stored as a
 * checkpoint, so that the job of a registry judges the same findings.
 * @throws ChecksIncomplete, LeaseLost, and what vision throws
 */
export async function judgeSession(ctx: ServiceContext, vision: Vision, judged: Judged): Promise<Verdict> {
  const { settings } = judged.opened;
  if (settings.identityVerification) return judgeIdentity(ctx, vision, judged);
  const conclusion =
    settings.registry === null ? withoutIdentity(judged.opened) : await standalone(ctx, vision, judged);
  return { conclusion, traces: null };
}

async function judgeIdentity(
  ctx: ServiceContext,
  vision: Vision,
  { key, job, opened }: Judged,
): Promise<Verdict> {
  const { session, settings: policy, row } = opened;
  const today = judgementDay(row);
  const seen = await findingsOf(ctx, vision, { key, job, opened });
  // With documents of two people in the pictures, it is unknown whose values would link this session to others.
  const seenReading = showsTwoDocuments(seen) ? noReading : readingOf(seen, session);
  const links = await linksOf(ctx, opened, { findings: seen, reading: seenReading });
  const findings = withSeenBefore(seen, links.found);
  const verdict: SessionVerdict = decideSession({
    session,
    policy,
    findings,
    links: links.found,
    today,
    attempt: row.ordinal,
    compareScripts,
  });
  if (verdict.kind === 'undecided') throw new ChecksIncomplete(verdict.missing);
  const { outcome, code, cause, results, reading } = verdict;
  const labels = riskLabels({
    session,
    policy,
    findings,
    reading,
    links: links.found,
    today,
    compareScripts,
  });
  const conclusion = {
    ...ending(outcome),
    code,
    cause,
    decidedBy: decidingCheck(verdict),
    reading,
    findings,
    links: links.found,
    results,
    labels,
    registry: null,
  };
  return { conclusion, traces: links.traces };
}

/** Links to earlier attempts, and to other sessions if the integration requests them. */
async function linksOf(
  ctx: ServiceContext,
  opened: DecryptedAttempt,
  { findings, reading }: { findings: PictureFindings; reading: DocumentReading },
): Promise<{ found: Crosslinks; traces: SessionLinkRow | null }> {
  const { crosslinks, blocklist } = opened.settings;
  const attempts = await findEarlierAttempts(ctx, opened, findings);
  if (!crosslinks && !blocklist)
    return { found: attempts === null ? noCrosslinks : { ...noCrosslinks, attempts }, traces: null };
  const traces = tracesOf(ctx.vault, opened, { findings, reading });
  const query = { link: traces, faces: findings.faceTraces, sessions: crosslinks, blocklist };
  return { found: { ...(await findCrosslinks(ctx, query)), attempts }, traces };
}

/** The findings about the pictures: from the checkpoint of an earlier run, otherwise from a new inspection. */
async function findingsOf(
  ctx: ServiceContext,
  vision: Vision,
  { key, job, opened }: Judged,
): Promise<PictureFindings> {
  const { dataKey } = opened;
  const checkpoint = decryptFindings(opened);
  // Earlier releases stored findings of inspections that were cut short.
  if (checkpoint && missingChecks(checkpoint).length === 0) return checkpoint;
  const pictures = await readPictures(ctx, key, dataKey);
  if (job.lane === 'verify-quick' && pictures.length > 0) throw new PicturesToRead();
  const film = await attemptFilm(ctx, key, dataKey);
  await failpoint('pictures-decrypted');
  const findings = settleCentury(await lookAt(vision, { pictures, film }, { job, opened }));
  await failpoint('pictures-inspected');
  if (missingChecks(findings).length > 0) return findings; // not worth keeping: the next run must look again
  const sealed = sealJson(dataKey, 'findings', findings);
  await ctx.database.transaction(async (tx) => {
    const kept = await checkpointFindings(tx, { ...key, jobId: job.id, lease: job.lease, findings: sealed });
    if (!kept) throw new LeaseLost();
    await scoreMedia(tx, key.integrationId, scoresOf(findings));
    await addNames(ctx, tx, { key, names: shownNames(findings) });
  });
  await failpoint('findings-checkpointed');
  return findings;
}

/**
 * Inspects the pictures, at first in parallel with other sessions. Pictures that took too long are inspected once more, alone and
 * with twice the time. That inspection is the last: if it uses up its processor time, the pictures count as too slow to be read. If
 * the machine was too busy for it, there are further inspections, each with a longer time limit.
 * @throws what vision throws
 * @see spec/contract.md
 */
async function lookAt(
  vision: Vision,
  { pictures, film }: { pictures: ReadPicture[]; film: AttemptFilm | null },
  { job, opened }: Pick<Judged, 'job' | 'opened'>,
): Promise<PictureFindings> {
  const { settings, row } = opened;
  const alone = runsAlone(job);
  const inspection = { ...pictureRequestOf(settings), ...(film ? { challenge: film } : {}) };
  const options = { inspection, alone, patience: patienceFor(job), owner: job.integrationId };
  const named = pictures.map(({ mediaId, context }) => ({ mediaId, context }));
  return vision.inspect(pictures, judgementDay(row), options).catch((error: unknown) => {
    if (error instanceof VisionTooSlow) return slowPictures(named);
    throw error;
  });
}

/** The inspection of pictures that the integration's settings require. */
function pictureRequestOf(settings: IntegrationSettings): InspectionRequest {
  const { printedZone, faceLimits, crosslinkScore, faceAcceptScore, faceReviewScore } = settings;
  const alike = Math.min(faceAcceptScore, crosslinkScore);
  const faceTraces = { same: crosslinkScore, alike, other: faceReviewScore };
  // Cards have place of birth, issuer and date of issue on the back.
  const printed = settings.extendedData && printedZone === 'auto' ? 'always' : printedZone;
  return { printed, faceLimits, ...(settings.identityVerification ? { faceTraces } : {}) };
}

/** One number per picture, by which lists of media are ordered: its sharpness; none for pictures that could not be opened. */
function scoresOf({ pictures }: PictureFindings): Map<string, number> {
  const sharpness = pictures.flatMap(({ mediaId, quality }) =>
    quality.filter(({ code }) => code === 'img.blur').map(({ value }) => [mediaId, value] as const),
  );
  return new Map(sharpness);
}
