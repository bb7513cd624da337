import {
  type Crosslinks,
  decideSession,
  type DocumentReading,
  forcedDelay,
  forcedOutcome,
  noCrosslinks,
  type Outcome,
  type PictureFindings,
  readingOf,
  riskLabels,
  screenedPerson,
  type SessionVerdict,
  withSeenBefore,
} from '@countersign/core';
import type { Shell } from '../shell.ts';
import { sealJson } from '../signing/seal.ts';
import type { Tx } from '../storage/database.ts';
import {
  type AttemptKey,
  checkpointFindings,
  lockAttempt,
  replaceFindings,
  scoreMedia,
} from '../storage/decisions.ts';
import { finishJob, killsOf, type LeasedJob, LeaseLost, parkJob, returnJob } from '../storage/jobs.ts';
import { putSessionLink, type SessionLinkRow } from '../storage/session-links.ts';
import { findCrosslinks } from '../usecases/find-crosslinks.ts';
import { readPictures } from '../usecases/read-pictures.ts';
import {
  type Conclusion,
  type KeptFindings,
  openAttempt,
  openFindings,
  type OpenedAttempt,
  recordDecision,
} from '../usecases/record-decision.ts';
import type { IntegrationSettings } from '../usecases/integration-settings.ts';
import { queueScreening } from '../usecases/queue-screening.ts';
import { tracesOf } from '../usecases/session-traces.ts';
import type { JobHandler } from './job-worker.ts';
import type { InspectionAsk, Vision } from './vision.ts';

/** Seconds by which a last name ending in "Slow" delays a test integration. */
const slowSeconds = 30;

/** A check could not run; the job is tried again and in the end goes to the operator. Never an approval, never a decline. */
class ChecksIncomplete extends Error {
  constructor(missing: readonly string[]) {
    super(`checks could not run: ${missing.join(', ')}`);
    this.name = 'ChecksIncomplete';
  }
}

/**
 * Verifies one submitted attempt: looks at its pictures once (the result is checkpointed), decides, and commits decision,
 * move, audit, webhook and the end of the job together.
 * @see spec/contract.md
 */
export const verifySession =
  (shell: Shell, vision: Vision): JobHandler =>
  async (job, signal) => {
    const key = keyOf(job);
    const opened = await shell.database.transaction((tx) => openSubmitted(shell, tx, { key, job }));
    if (!opened || (await delayed(shell, job, opened))) return;
    const forced = forcedOf(opened) ?? withoutIdentity(opened);
    const judged = forced ? null : await judge(shell, vision, { key, job, opened });
    const { conclusion, traces } = judged ?? { conclusion: forced, traces: null };
    if (conclusion === null) throw new Error('nothing was concluded');
    if (signal.aborted) throw new LeaseLost();
    const status = await shell.database.transaction(async (tx) => {
      const current = await openSubmitted(shell, tx, { key, job });
      if (!current) return null;
      const recorded = await recordDecision(tx, current, conclusion);
      await keepTraces(tx, current, { traces, conclusion });
      await queueScreening(tx, current, conclusion.reading);
      await finishJob(tx, job);
      return recorded;
    });
    if (status) announce(shell, opened, status);
  };

const keyOf = ({ integrationId, sessionId, attemptId }: LeasedJob): AttemptKey => {
  if (!attemptId) throw new Error('a verification job names its attempt');
  return { integrationId, sessionId, attemptId };
};

interface Held {
  key: AttemptKey;
  job: LeasedJob;
}

/** The locked attempt, if it still waits for a decision; otherwise the job ends here. */
async function openSubmitted(shell: Shell, tx: Tx, { key, job }: Held): Promise<OpenedAttempt | null> {
  const row = await lockAttempt(tx, key);
  const opened = row?.attemptStatus === 'submitted' ? openAttempt(shell, key, row) : null;
  if (!opened) await finishJob(tx, job);
  return opened;
}

/** @returns true when the job was put off: A-102, test integrations only */
async function delayed(shell: Shell, job: LeasedJob, { row, session }: OpenedAttempt): Promise<boolean> {
  const delay = row.mode === 'test' ? forcedDelay(session.person.lastName) : null;
  if (delay === 'stuck' && job.payload['released'] !== true) {
    await shell.database.transaction((tx) =>
      parkJob(tx, job, 'held by its last name until released (test integration)'),
    );
    return true;
  }
  const waited = (Date.parse(row.now) - Date.parse(row.submissionTime ?? row.now)) / 1_000;
  if (delay !== 'slow' || waited >= slowSeconds) return false;
  await returnJob(shell.database, job, { delaySeconds: slowSeconds - waited, cause: null });
  return true;
}

const unread = {
  decidedBy: null,
  reading: null,
  findings: null,
  links: noCrosslinks,
  results: [],
  labels: [],
} as const;

function forcedOf({ row, session, settings }: OpenedAttempt): Conclusion | null {
  if (row.mode !== 'test') return null;
  const { manualReview } = settings;
  const forced = forcedOutcome(session.person.firstName, { manualReview, attempt: row.ordinal });
  return forced ? { ...ending(forced.outcome), ...unread, code: forced.code, labels: [] } : null;
}

/** Codes of A-100. */
const doesNotFit = 129;

/**
 * Integrations that only screen ask for a name and for nothing else; what the screening finds is told by itself.
 * @see spec/contract.md A-55
 */
function withoutIdentity({ session, settings }: OpenedAttempt): Conclusion | null {
  if (settings.identityVerification) return null;
  if (screenedPerson(session, null)) return { ...ending('pass_checks'), ...unread, code: null, labels: [] };
  return { ...ending('fail_check'), ...unread, code: doesNotFit, decidedBy: 'policy', labels: [] };
}

const ending = (outcome: Outcome) =>
  ({ sessionEvent: outcome, attemptEvent: outcome, kind: 'automatic', actor: 'worker' }) as const;

interface Judged extends Held {
  opened: OpenedAttempt;
}

/** A conclusion, and what is kept to find the session by later; `null` where the integration keeps nothing. */
interface Verdict {
  conclusion: Conclusion;
  traces: SessionLinkRow | null;
}

async function judge(shell: Shell, vision: Vision, { key, job, opened }: Judged): Promise<Verdict> {
  const { session, settings: policy, row } = opened;
  const today = row.now.slice(0, 10);
  const seen = await findingsOf(shell, vision, { key, job, opened });
  const seenReading = readingOf(seen, session.document.type ?? null);
  const links = await linksOf(shell, opened, { findings: seen, reading: seenReading });
  const findings = withSeenBefore(seen, links.found);
  const verdict: SessionVerdict = decideSession({
    session,
    policy,
    findings,
    links: links.found,
    today,
    attempt: row.ordinal,
  });
  if (verdict.kind === 'undecided') throw new ChecksIncomplete(verdict.missing);
  const { outcome, code, results, reading } = verdict;
  const decidedBy =
    code === null ? null : (results.find((result) => result.code === code)?.check ?? 'policy');
  const labels = riskLabels({ session, policy, findings, reading, links: links.found, today });
  const conclusion = {
    ...ending(outcome),
    code,
    decidedBy,
    reading,
    findings,
    links: links.found,
    results,
    labels,
  };
  return { conclusion, traces: links.traces };
}

/** What other sessions say, where the integration asks for it. */
async function linksOf(
  shell: Shell,
  opened: OpenedAttempt,
  { findings, reading }: { findings: PictureFindings; reading: DocumentReading },
): Promise<{ found: Crosslinks; traces: SessionLinkRow | null }> {
  const { crosslinks, blocklist } = opened.settings;
  if (!crosslinks && !blocklist) return { found: noCrosslinks, traces: null };
  const traces = tracesOf(shell.vault, opened, { findings, reading });
  const query = { link: traces, faces: findings.faceTraces, sessions: crosslinks, blocklist };
  return { found: await findCrosslinks(shell, query), traces };
}

/** Decided: what links the session is kept, and the faces leave the findings. */
async function keepTraces(
  tx: Tx,
  { key, dataKey }: OpenedAttempt,
  { traces, conclusion }: { traces: SessionLinkRow | null; conclusion: Conclusion },
): Promise<void> {
  if (traces) await putSessionLink(tx, traces);
  const { findings, links } = conclusion;
  // Faces may stand there although nothing is kept any more: the settings changed meanwhile.
  if (findings === null || (traces === null && findings.faceTraces === null)) return;
  const kept: KeptFindings = { ...findings, faceTraces: null, links };
  await replaceFindings(tx, key, sealJson(dataKey, 'findings', kept));
}

/** What the pictures show: from the checkpoint of an interrupted run, else from the pictures. */
async function findingsOf(
  shell: Shell,
  vision: Vision,
  { key, job, opened }: Judged,
): Promise<PictureFindings> {
  const { row, dataKey } = opened;
  const checkpoint = openFindings(opened);
  if (checkpoint) return checkpoint;
  const pictures = await readPictures(shell, key, dataKey);
  const findings = await vision.inspect(pictures, row.now.slice(0, 10), {
    ask: askOf(opened.settings),
    alone: killsOf(job) > 0,
  });
  if (findings.notComputed.length > 0) return findings; // not worth keeping: the next run must look again
  const sealed = sealJson(dataKey, 'findings', findings);
  await shell.database.transaction(async (tx) => {
    const kept = await checkpointFindings(tx, { ...key, jobId: job.id, lease: job.lease, findings: sealed });
    if (!kept) throw new LeaseLost();
    await scoreMedia(tx, key.integrationId, scoresOf(findings));
  });
  return findings;
}

/** What the integration's settings want to know of pictures. */
function askOf(settings: IntegrationSettings): InspectionAsk {
  const { printedZone, faceLimits, crosslinks, blocklist, crosslinkScore, faceAcceptScore } = settings;
  const faceTraces = { same: crosslinkScore, alike: Math.min(faceAcceptScore, crosslinkScore) };
  return { printed: printedZone, faceLimits, ...(crosslinks || blocklist ? { faceTraces } : {}) };
}

/** One figure per picture, for the order of media lists: sharpness of what it shows, nothing for unopened ones. */
function scoresOf({ pictures }: PictureFindings): Map<string, number> {
  const sharpness = pictures.flatMap(({ mediaId, quality }) =>
    quality.filter(({ code }) => code === 'img.blur').map(({ value }) => [mediaId, value] as const),
  );
  return new Map(sharpness);
}

function announce(shell: Shell, { row, settings }: OpenedAttempt, status: string): void {
  if (settings.watchlistScreening) shell.wake.notify('job');
  shell.wake.notify('webhook');
  shell.metrics.decisions.inc({ status, kind: 'automatic' });
  if (row.submissionTime)
    shell.metrics.verificationSeconds.observe((Date.now() - Date.parse(row.submissionTime)) / 1_000);
}
