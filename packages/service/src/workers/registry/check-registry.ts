import {
  checkPresentedDocument,
  type CheckResult,
  decidingCheck,
  requestResubmission,
  type DecisionRegistry,
  type Outcome,
  type RegistryImage,
  type RegistryResult,
  type RegistryVerdict,
  type UnavailableCause,
  weighResults,
} from '@countersign/core';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  finishJob,
  insertJob,
  LeaseLost,
  patienceFor,
  returnJob,
  runsAlone,
} from '../../storage/job/jobs.ts';
import {
  deferRegistryCheck,
  endRegistryCheck,
  mostStarts,
  startRegistryCheck,
  withdrawRegistryCheck,
} from '../../storage/registry/registry-checks.ts';
import { compareScripts } from '../../usecases/session/compare-scripts.ts';
import { readSelfie, type UploadedSelfie } from '../../usecases/session/read-pictures.ts';
import {
  type Conclusion,
  type DecryptedAttempt,
  judgementDay,
} from '../../usecases/session/record-decision.ts';
import { decidingRegistryOf, recordRegistryResult } from '../../usecases/session/registry-record.ts';
import { conclude } from '../session/conclude-attempt.ts';
import type { JobHandler } from '../job-worker.ts';
import {
  delayed,
  ending,
  forcedOf,
  type ClaimedAttempt,
  type Judged,
  judgeSession,
  keyOf,
  lockSubmitted,
  unobjected,
  type Verdict,
} from '../session/judge-session.ts';
import { comparesFaces, type RegistryCase, registryCases, type RegistryOutcome } from './registry-cases.ts';
import type { RegistryClients } from './registry-clients.ts';
import { mayRetryLater } from './retry-later.ts';
import { updateRegistryAlerts } from './update-registry-alerts.ts';
import { type Vision, VisionTooSlow } from '../../vision/vision.ts';

/** Milliseconds for the whole check, retries and tokens included. @see spec/registries.md 10 */
const overallMs = 45_000;

/** Parts shared by all checks. */
export interface CheckParts {
  ctx: ServiceContext;
  vision: Vision;
  registryClients: RegistryClients;
}

/**
 * Calls the registry that decides one attempt, and commits its answer, the decision and the end of the job together. A worker may be
 * killed at any point: the start of a call is recorded before the call is made, a call is repeated at most once, and a recorded
 * result is never requested again. If the integration's settings allow it, a missing answer is not final at once: the job is
 * postponed, the session stays submitted, and the next try counts its starts from zero (see {@link mayRetryLater}).
 * @see spec/registries.md 1, 10
 * @see spec/contract.md
 */
export const checkRegistry =
  (parts: CheckParts, registry: DecisionRegistry['registry']): JobHandler =>
  async (job, signal) => {
    const { ctx } = parts;
    const key = keyOf(job);
    const opened = await ctx.database.transaction((tx) => lockSubmitted(ctx, tx, { key, job }));
    if (!opened) return;
    const judged = { key, job, opened };
    const isValidation = registry === 'us';
    if (!isValidation && decidingRegistryOf(opened.settings.registry) !== registry)
      return returnToVerification(ctx, judged, registry);
    // A session of registry validation comes here first; the others have already been through this step.
    if (isValidation && (await delayed(ctx, job, opened))) return;
    const verdict = isValidation ? validation(opened) : await judgeSession(ctx, parts.vision, judged);
    const isDue = verdict.conclusion.sessionEvent === 'pass_checks' && !(isValidation && forcedOf(opened));
    const checked = isDue ? await runCheck(parts, { ...judged, registry, verdict, signal }) : null;
    if (checked === 'later') return;
    if (signal.aborted) throw new LeaseLost();
    const alongside = (tx: Tx, current: DecryptedAttempt) =>
      checked ? keep(ctx, { tx, current, checked }) : endRegistryCheck(tx, { ...key, registry, ...notRun });
    const conclusion = checked ? concluded(opened, verdict.conclusion, checked) : verdict.conclusion;
    await conclude(ctx, { ...judged, alongside }, { ...verdict, conclusion });
  };

/** A check that did not run, or ended before the registry was called. */
const notRun = { result: null, object: null } as const;

/**
 * The operator has set another registry meanwhile, or none: the session is queued for the verification again, which chooses the
 * registry.
 */
async function returnToVerification(
  ctx: ServiceContext,
  { key, job }: ClaimedAttempt,
  registry: DecisionRegistry['registry'],
): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    if (!(await lockSubmitted(ctx, tx, { key, job }))) return;
    await withdrawRegistryCheck(tx, { ...key, registry });
    await insertJob(tx, { ...key, kind: 'verify-session' });
    await finishJob(tx, job);
  });
  ctx.wake.notify('job');
}

/** What is known about a session of registry validation before the registry is called. */
const validation = (opened: DecryptedAttempt): Verdict => ({
  conclusion: forcedOf(opened) ?? unobjected(),
  traces: null,
});

interface RunningCheck extends Judged {
  registry: DecisionRegistry['registry'];
  verdict: Verdict;
  signal: AbortSignal;
}

interface CheckOutcome extends RegistryOutcome {
  result: RegistryResult<unknown> | null;
  case: RegistryCase;
}

/** @returns `null` if the check does not run for this attempt, `later` if the job was returned and a later run continues */
async function runCheck(parts: CheckParts, check: RunningCheck): Promise<CheckOutcome | 'later' | null> {
  const { ctx } = parts;
  const { opened, job, verdict, registry } = check;
  const { reading, findings } = verdict.conclusion;
  const selfie = comparesFaces[registry] ? await readSelfie(ctx, { ...opened, findings }) : null;
  const found = registryCases[registry]({
    opened,
    reading,
    selfie: selfie !== null,
    now: new Date(opened.row.now),
  });
  if (!found) return null;
  const settled = found.evaluate(null);
  if (settled !== 'call') return { ...settled, result: null, case: found };
  const { result, starts } = await resultOf(parts, check, { found, selfie });
  if (result === 'given back') {
    await returnJob(ctx.database, job, { delaySeconds: 0, cause: null });
    return 'later';
  }
  const mayWait = result.kind === 'unavailable' && mayRetryLater(registry, { result, starts });
  if (mayWait && (await postponeCheck(ctx, check, result.cause))) return 'later';
  const evaluated = found.evaluate(result);
  if (evaluated === 'call') throw new Error('a result was evaluated as if there were none');
  return { ...evaluated, result, case: found };
}

/**
 * Postpones an unanswered check, if the integration's settings allow it and it has not been postponed often enough; the current settings
 * apply.
 * @returns whether this run is over
 */
function postponeCheck(
  ctx: ServiceContext,
  { key, job, registry }: RunningCheck,
  cause: UnavailableCause,
): Promise<boolean> {
  return ctx.database.transaction(async (tx) => {
    const current = await lockSubmitted(ctx, tx, { key, job });
    if (!current) return true;
    if (!current.settings.registryRetries) return false;
    const deferrals = await deferRegistryCheck(tx, { ...key, registry }, job);
    if (deferrals === null) return false;
    ctx.metrics.registryDeferrals.inc({ registry, cause });
    ctx.log.warn({ sessionId: key.sessionId, registry, cause, deferrals }, 'registry check postponed');
    return true;
  });
}

/** The result of a try, and how often it was started; 0: the result was already known. */
interface Tried {
  result: RegistryResult<unknown> | 'given back';
  starts: number;
}

/** The registry's answer, or why there is none. */
async function resultOf(
  { ctx, vision, registryClients }: CheckParts,
  { key, job, opened, registry, signal }: RunningCheck,
  { found, selfie }: { found: RegistryCase; selfie: UploadedSelfie | null },
): Promise<Tried> {
  const image = selfie && (await preparedSelfie(vision, { opened, job }, selfie));
  if (comparesFaces[registry] && image === null) return { result: unusableSelfie, starts: 0 };
  const call = found.question(image);
  const registries = await registryClients.registriesOf(opened.row.mode);
  const starts = await ctx.database.transaction((tx) => startRegistryCheck(tx, { ...key, registry }, job));
  if (starts === null) return { result: begunTooOften, starts: mostStarts };
  await failpoint('registry-call-recorded');
  const result = await call(registries, {
    signal: AbortSignal.any([signal, registryClients.ending]),
    deadline: new Date(Date.now() + overallMs).toISOString(),
    correlationId: key.attemptId,
  });
  await failpoint('registry-answered');
  if (signal.aborted) throw new LeaseLost();
  return {
    result: registryClients.ending.aborted && result.kind === 'unavailable' ? 'given back' : result,
    starts,
  };
}

const unusableSelfie = {
  kind: 'rejected',
  at: null,
  input: 'selfie',
  code: 'local:image_unusable',
} as const satisfies RegistryResult<never>;

/** The call was started as often as allowed and no answer was stored, so it is unknown whether the registry received it. */
const begunTooOften = {
  kind: 'unavailable',
  cause: 'timeout',
  attempts: mostStarts,
  delivered: 'maybe',
} as const satisfies RegistryResult<never>;

/**
 * The selfie as it is sent; `null` if it cannot be used. Test integrations accept any picture, so one that cannot be prepared is sent
 * unchanged (registries 16), unless no registry takes its format.
 */
async function preparedSelfie(
  vision: Vision,
  { opened, job }: Pick<Judged, 'opened' | 'job'>,
  { bytes, mimetype }: UploadedSelfie,
): Promise<RegistryImage | null> {
  const isTest = opened.row.mode === 'test';
  const original = isTest ? bytes.slice() : null;
  const options = { alone: runsAlone(job), patience: patienceFor(job), owner: job.integrationId };
  const prepared = await vision.prepareSelfie({ bytes }, options).catch((error: unknown) => {
    if (error instanceof VisionTooSlow) return 'too slow' as const;
    throw error;
  });
  if (prepared === 'too slow') return null;
  if (prepared !== null || original === null) return prepared;
  const format = formatOf[mimetype];
  return format === undefined ? null : { format, bytes: original };
}

/** Formats that are sent unchanged, by the uploaded media type. */
const formatOf: Readonly<Record<string, RegistryImage['format']>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
};

/** Stores the result for the operator and updates the alerts, in the transaction that decides. */
async function keep(
  ctx: ServiceContext,
  { tx, current, checked }: { tx: Tx; current: DecryptedAttempt; checked: CheckOutcome },
): Promise<void> {
  const { result, outcome, row, findings } = checked;
  const answer =
    result?.kind === 'answered' && !checked.case.keepsAnswer ? { ...result, answer: null } : result;
  await recordRegistryResult(tx, current, {
    outcome,
    kept: { row, result: answer, findings, advice: checked.case.advice },
  });
  const { registry } = outcome;
  const { idType } = checked.case;
  if (result) await updateRegistryAlerts(ctx, { tx, opened: current }, { registry, result, idType });
}

/**
 * The registry's verdict becomes the session's, unless the presented document does not belong to the person whom the registry
 * approved.
 */
function concluded(opened: DecryptedAttempt, before: Conclusion, checked: CheckOutcome): Conclusion {
  const objections = objectionsTo(opened, before, checked);
  if (objections.length > 0) {
    const weighed = weighResults(objections, opened.settings, opened.row.ordinal);
    const { outcome, code, cause, results } = weighed;
    const registry = checked.outcome;
    return {
      ...before,
      ...ending(outcome),
      code,
      cause,
      decidedBy: decidingCheck(weighed),
      registry,
      results,
    };
  }
  const { outcome, code } = endingOf(checked.verdict, opened.row.ordinal);
  const decidedBy = code === null ? null : code === 539 ? 'policy' : 'registry';
  return {
    ...before,
    sessionEvent: outcome,
    attemptEvent: outcome,
    code,
    decidedBy,
    registry: checked.outcome,
    results: [...before.results, ...resultsOf(checked.verdict)],
  };
}

/** Objections to a document presented where the registry decides alone; elsewhere all of it has already been checked. */
function objectionsTo(
  { session, settings, row }: DecryptedAttempt,
  { reading, findings }: Conclusion,
  { verdict, outcome }: CheckOutcome,
): CheckResult[] {
  const isAlone = !settings.identityVerification;
  if (!isAlone || verdict.status !== 'approved' || reading === null || findings === null) return [];
  const today = judgementDay(row);
  const presented = { session, policy: settings, findings, reading, today, compareScripts };
  return checkPresentedDocument(presented, outcome);
}

function endingOf(
  { status, reasonCode }: RegistryVerdict,
  attempt: number,
): { outcome: Outcome; code: number | null } {
  if (status === 'approved') return { outcome: 'pass_checks', code: null };
  if (reasonCode === null) throw new Error('a verdict that does not approve names its reason');
  if (status === 'declined') return { outcome: 'fail_check', code: reasonCode };
  return requestResubmission(reasonCode, attempt);
}

function resultsOf({ status, reasonCode }: RegistryVerdict): Conclusion['results'] {
  if (status === 'approved' || reasonCode === null) return [];
  const outcome = status === 'declined' ? 'declined' : 'resubmission';
  return [{ check: 'registry', outcome, code: reasonCode }];
}
