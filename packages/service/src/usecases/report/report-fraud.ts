import { randomUUID } from 'node:crypto';
import {
  fraudCategories,
  fraudReportFailures,
  type FraudReportRequest,
  type FraudReportsBody,
  limits,
  Problem,
} from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { sealText } from '../../encryption/seal.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import type { Queryable } from '../../storage/integration/live-caller.ts';
import { insertFraudReport } from '../../storage/session/fraud-reports.ts';
import {
  findIdempotencyKey,
  findKeptRequest,
  insertIdempotencyKey,
  lockIdempotencyKey,
} from '../../storage/session/idempotency.ts';
import { lockSession, type SessionRow } from '../../storage/session/sessions.ts';
import { actorOf, type Caller, StaleCaller } from '../session/caller.ts';
import { dataKeyOf } from '../session/found-session.ts';
import {
  claimOf,
  keyMacOf,
  type Repeatable,
  repeatablePart,
  repeatedResource,
} from '../session/repeatable.ts';
import { commentLabel } from './stored-report.ts';

type Reporting = Pick<ServiceContext, 'database' | 'vault' | 'log'>;
/** The result of reporting one session. */
export type Reported = { reportId: string } | { failure: keyof typeof fraudReportFailures };
/** A request that has an `Idempotency-Key`, with the key under which each of its parts is found. */
interface RepeatableRequest {
  repeatable: Repeatable;
  keyMacs: readonly Uint8Array[];
}
/** A report of one session; `part`: its position in a request that has an `Idempotency-Key`. */
type Report = FraudReportRequest & { part?: { request: RepeatableRequest; place: number } | null };

/**
 * Reports sessions as fraud. Each report is a separate transaction with its audit row, so that a failing one does not affect the others;
 * repeating it with its key returns the same report.
 * @throws StaleCaller, Problem idempotency-key-reused
 * @see spec/contract.md
 */
export const reportFraud =
  (ctx: Reporting) =>
  async ({
    caller,
    reports,
    repeatable,
  }: {
    caller: Caller;
    reports: FraudReportRequest[];
    repeatable: Repeatable | null;
  }): Promise<FraudReportsBody> => {
    const request = repeatable && repeatableRequest(ctx.vault, caller, repeatable);
    // Everything that can be rejected is rejected before the first report: a report that fails stores nothing under the key.
    if (request) await requireSameBody(ctx.database, ctx, { caller, request });
    const items: FraudReportsBody['reports'] = [];
    for (const [place, report] of reports.entries()) {
      const part = request && { request, place };
      items.push(itemOf(report.sessionId, await reportSession(ctx, caller, { ...report, part })));
    }
    const reportedCount = items.filter(({ status }) => status === 'reported').length;
    return {
      reports: items,
      processedCount: items.length,
      reportedCount,
      errorCount: items.length - reportedCount,
    };
  };

const repeatableRequest = (
  vault: Reporting['vault'],
  { integrationId }: Caller,
  repeatable: Repeatable,
): RepeatableRequest => ({
  repeatable,
  keyMacs: Array.from({ length: limits.fraudReportsPerRequest }, (_, place) =>
    keyMacOf(vault, integrationId, repeatablePart(repeatable, place)),
  ),
});

/** A request with another body does nothing. @throws StaleCaller, Problem idempotency-key-reused */
async function requireSameBody(
  db: Queryable,
  { vault }: Pick<Reporting, 'vault'>,
  { caller, request }: { caller: Caller; request: RepeatableRequest },
): Promise<void> {
  const kept = await findKeptRequest(db, caller, request.keyMacs);
  if (kept === 'stale') throw new StaleCaller();
  if (kept) repeatedResource(dataKeyOf(vault, caller.integrationId, kept), request.repeatable, kept);
}

const itemOf = (sessionId: string, outcome: Reported): FraudReportsBody['reports'][number] =>
  'reportId' in outcome
    ? { sessionId, status: 'reported', reportId: outcome.reportId, details: null }
    : { sessionId, status: 'error', reportId: null, details: fraudReportFailures[outcome.failure] };

/**
 * Reports one session. An unexpected error fails only this report, unless it would fail all the others too.
 * @throws StaleCaller, Problem idempotency-key-reused
 */
export async function reportSession(ctx: Reporting, caller: Caller, report: Report): Promise<Reported> {
  const known: readonly string[] = fraudCategories.map(({ category }) => category);
  if (!report.categories.every((category) => known.includes(category)))
    return { failure: 'unknown-category' };
  try {
    return await ctx.database.transaction((tx) => reportIn(tx, ctx, { caller, report }));
  } catch (error) {
    if (error instanceof StaleCaller || error instanceof Unavailable || error instanceof Problem) throw error;
    ctx.log.error({ error, sessionId: report.sessionId, event: 'report-fraud' }, 'fraud report failed');
    return { failure: 'unexpected' };
  }
}

/** Statuses in which a session can be reported. */
export const reportableStatuses: readonly string[] = ['approved', 'declined', 'resubmission_requested'];

async function reportIn(
  tx: Tx,
  { vault }: Reporting,
  { caller, report }: { caller: Caller; report: Report },
): Promise<Reported> {
  const { integrationId } = caller;
  const { sessionId, categories, comment, part } = report;
  if (part) {
    // Of two bodies sent under one key at the same time, the one that reports first continues, and the other ends here.
    await lockIdempotencyKey(tx, part.request.keyMacs);
    await requireSameBody(tx, { vault }, { caller, request: part.request });
  }
  const repeatable = part && repeatablePart(part.request.repeatable, part.place);
  const session = await lockSession(tx, caller, sessionId);
  if (session === 'stale') throw new StaleCaller();
  if (session === 'absent') return { failure: 'session-not-found' };
  const dataKey = repeatable && dataKeyOf(vault, integrationId, session);
  const claim = dataKey && claimOf(vault, { integrationId, dataKey, repeatable });
  const first = claim && (await findIdempotencyKey(tx, { integrationId, ...claim }));
  if (dataKey && first) return { reportId: repeatedResource(dataKey, repeatable, first) };
  if (!reportableStatuses.includes(session.status)) return { failure: 'session-status' };
  const id = randomUUID();
  const sealed = comment === null ? null : sealComment(session, { id, integrationId, comment, vault });
  const actor = actorOf(caller);
  const row = { integrationId, sessionId, id, categories, comment: sealed, actor };
  if (!(await insertFraudReport(tx, row))) return { failure: 'already-reported' };
  if (claim) await insertIdempotencyKey(tx, { integrationId, sessionId, resourceId: id, ...claim });
  const details = { reportId: id, categories };
  await insertAudit(tx, { integrationId, actor, action: 'report-fraud', sessionId, details });
  return { reportId: id };
}

function sealComment(
  session: SessionRow,
  {
    id,
    integrationId,
    comment,
    vault,
  }: { id: string; integrationId: string; comment: string; vault: Reporting['vault'] },
): Uint8Array {
  return sealText(dataKeyOf(vault, integrationId, session), commentLabel(id), comment);
}
