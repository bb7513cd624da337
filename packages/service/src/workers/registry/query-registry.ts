import {
  type CallContext,
  combinedRegistryData,
  combinedRegistryWebhook,
  curpQuestion,
  curpRegistryWebhook,
  type DocumentReading,
  ineRegistryWebhook,
  type MexicanQueryEvent,
  notQueried,
  readingOf,
  type RegistryResult,
  voterListQuestion,
} from '@countersign/core';
import { emitJson } from '@countersign/contract';
import type { Registries } from '@countersign/registries';
import type { ServiceContext } from '../../context.ts';
import { lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { finishJob, LeaseLost, returnJob } from '../../storage/job/jobs.ts';
import {
  listRegistryChecks,
  mostStarts,
  startRegistryCheck,
} from '../../storage/registry/registry-checks.ts';
import { insertWebhook } from '../../storage/webhook/webhooks.ts';
import {
  type KeptQuery,
  type QueriedRegistry,
  recordQuery,
} from '../../usecases/registry/registry-queries.ts';
import {
  decryptAttempt,
  decryptFindings,
  type DecryptedAttempt,
} from '../../usecases/session/record-decision.ts';
import type { JobHandler } from '../job-worker.ts';
import { type ClaimedAttempt, keyOf } from '../session/judge-session.ts';
import type { RegistryClients } from './registry-clients.ts';
import { updateRegistryAlerts } from './update-registry-alerts.ts';

/** Milliseconds from the query to the answer, retries included. @see spec/registries.md 10 */
const overallMs = 45_000;

/** Results by registry; absent if it was not to be called. */
type Answers = { [Registry in QueriedRegistry]?: KeptQuery[Registry] };

/**
 * Queries Mexico's registries about a decided attempt, each once, and commits their answers, the webhooks and the
 * end of the job together. A missing answer is also a result, and is sent to the client; none of this changes the decision.
 * @see spec/registries.md 14
 * @see spec/contract.md
 */
export const queryRegistry =
  (ctx: ServiceContext, registryClients: RegistryClients): JobHandler =>
  async (job, signal) => {
    const held = { key: keyOf(job), job };
    const waiting = await ctx.database.transaction((tx) => lockWaiting(ctx, tx, held));
    if (!waiting) return;
    const registries = await registryClients.registriesOf(waiting.opened.row.mode);
    const context: CallContext = {
      signal: AbortSignal.any([signal, registryClients.ending]),
      deadline: new Date(Date.now() + overallMs).toISOString(),
      correlationId: held.key.attemptId,
    };
    const answers = await queryAll({ ctx, held, waiting, registries, context });
    if (signal.aborted) throw new LeaseLost();
    if (registryClients.ending.aborted && isCutOff(answers))
      return returnJob(ctx.database, job, { delaySeconds: 0, cause: null });
    const enqueued = await ctx.database.transaction(async (tx) => {
      const current = await lockWaiting(ctx, tx, held);
      if (!current) return false;
      await keep(ctx, tx, { opened: current.opened, answers });
      await enqueueAnswers(tx, current.opened, answers);
      await finishJob(tx, job);
      return true;
    });
    if (enqueued) ctx.wake.notify('webhook');
  };

interface AnsweredAttempt {
  opened: DecryptedAttempt;
  answers: Answers;
}

interface Waiting {
  opened: DecryptedAttempt;
  /** Registries that have not been called, or have not answered. */
  registries: QueriedRegistry[];
}

/** The pending queries; if there are none, the job ends here. */
async function lockWaiting(
  ctx: ServiceContext,
  tx: Tx,
  { key, job }: ClaimedAttempt,
): Promise<Waiting | null> {
  const row = await lockAttempt(tx, key);
  const opened = row && decryptAttempt(ctx, key, row);
  const checks = opened ? await listRegistryChecks(tx, key) : [];
  const registries = (['mx-voter-list', 'mx-curp'] as const).filter((name) =>
    checks.some(
      ({ attemptId, registry, endedAt }) =>
        attemptId === key.attemptId && registry === name && endedAt === null,
    ),
  );
  if (opened && registries.length > 0) return { opened, registries };
  await finishJob(tx, job);
  return null;
}

interface Queries {
  ctx: ServiceContext;
  held: ClaimedAttempt;
  waiting: Waiting;
  registries: Registries;
  context: CallContext;
}

async function queryAll(queries: Queries): Promise<Answers> {
  const { opened, registries } = queries.waiting;
  const reading = documentOf(opened);
  const [voterList, curp] = await Promise.all([
    registries.includes('mx-voter-list') ? queryVoterList(queries, reading) : null,
    registries.includes('mx-curp') ? queryCurp(queries, reading) : null,
  ]);
  return {
    ...(voterList ? { 'mx-voter-list': voterList } : {}),
    ...(curp ? { 'mx-curp': { result: curp } } : {}),
  };
}

/** `null` if no document was read. */
function documentOf(opened: DecryptedAttempt): DocumentReading | null {
  const findings = decryptFindings(opened);
  return findings && readingOf(findings, opened.session);
}

async function queryVoterList(
  queries: Queries,
  reading: DocumentReading | null,
): Promise<KeptQuery['mx-voter-list']> {
  const question = voterListQuestion(queries.waiting.opened.session, reading);
  if (question === null) return { question: {}, result: notQueried };
  const { registries, context } = queries;
  const call = () => registries.mxVoterList.check(question, context);
  return { question, result: await started(queries, 'mx-voter-list', call) };
}

async function queryCurp(
  queries: Queries,
  reading: DocumentReading | null,
): Promise<KeptQuery['mx-curp']['result']> {
  const question = curpQuestion(queries.waiting.opened.session, reading);
  if (question === null) return notQueried;
  const { registries, context } = queries;
  return started(queries, 'mx-curp', () => registries.mxCurp.check(question, context));
}

/** Makes a query after recording its start. */
async function started<Answer>(
  { ctx, held: { key, job } }: Queries,
  registry: QueriedRegistry,
  call: () => Promise<RegistryResult<Answer>>,
): Promise<RegistryResult<Answer>> {
  const starts = await ctx.database.transaction((tx) => startRegistryCheck(tx, { ...key, registry }, job));
  if (starts === null)
    return { kind: 'unavailable', cause: 'timeout', attempts: mostStarts, delivered: 'maybe' };
  return call();
}

/** Whether an answer is missing that another worker may still get. */
const isCutOff = (answers: Answers): boolean =>
  Object.values(answers).some(({ result }) => result.kind === 'unavailable');

async function keep(ctx: ServiceContext, tx: Tx, { opened, answers }: AnsweredAttempt): Promise<void> {
  const { 'mx-voter-list': voterList, 'mx-curp': curp } = answers;
  const enqueued = (registry: QueriedRegistry, { result }: KeptQuery[QueriedRegistry]) =>
    updateRegistryAlerts(ctx, { tx, opened }, { registry, result });
  if (voterList) {
    await recordQuery(tx, opened, { registry: 'mx-voter-list', kept: voterList });
    await enqueued('mx-voter-list', voterList);
  }
  if (curp) {
    await recordQuery(tx, opened, { registry: 'mx-curp', kept: curp });
    await enqueued('mx-curp', curp);
  }
}

/** Records a webhook for every enabled query. */
async function enqueueAnswers(
  tx: Tx,
  { key, row, session, settings, dataKey }: DecryptedAttempt,
  answers: Answers,
) {
  const { 'mx-voter-list': voterList, 'mx-curp': curp } = answers;
  const { ineQuery, curpQuery, combinedQuery } = settings.mexico;
  const { sessionId, attemptId } = key;
  const { vendorData, endUserId } = session;
  const event: MexicanQueryEvent = { sessionId, attemptId, vendorData, endUserId, time: row.now };
  const send = (type: 'ine-registry' | 'curp-registry' | 'ine-curp-registry', body: unknown) =>
    insertWebhook(tx, { ...key, type, body: Buffer.from(emitJson(body)), dataKey });
  if (ineQuery && voterList) await send('ine-registry', ineRegistryWebhook(event, voterList.result));
  if (curpQuery && curp) await send('curp-registry', curpRegistryWebhook(event, curp.result));
  if (combinedQuery && voterList && curp) {
    const details = combinedRegistryData(voterList, curp.result);
    await send('ine-curp-registry', combinedRegistryWebhook(event, details));
  }
}
