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
import { insertFraudReport } from '../../storage/session/fraud-reports.ts';
import {
  findIdempotencyKey,
  findKeptRequest,
  insertIdempotencyKey,
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
/** What came of the report of one session. */
export type Reported = { reportId: string } | { failure: keyof typeof fraudReportFailures };
/** A report of one session; `repeatable`: its part of a request that has an `Idempotency-Key`. */
type Report = FraudReportRequest & { repeatable?: Repeatable | null };

/**
 * Reports sessions as fraud. Each report is a transaction of its own with its audit row, so that one that fails takes none of the
 * others with it; repeated with its key it gets the same report.
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
    if (repeatable) await requireSameBody(ctx, caller, repeatable);
    const items: FraudReportsBody['reports'] = [];
    for (const [place, report] of reports.entries()) {
      const part = repeatable && repeatablePart(repeatable, place);
      items.push(itemOf(report.sessionId, await reportSession(ctx, caller, { ...report, repeatable: part })));
    }
    const reportedCount = items.filter(({ status }) => status === 'reported').length;
    return {
      reports: items,
      processedCount: items.length,
      reportedCount,
      errorCount: items.length - reportedCount,
    };
  };

/** Before the first report of a request: with another body nothing of it is done. @throws StaleCaller, Problem idempotency-key-reused */
async function requireSameBody(
  { database, vault }: Reporting,
  caller: Caller,
  repeatable: Repeatable,
): Promise<void> {
  const { integrationId } = caller;
  const keyMacs = Array.from({ length: limits.fraudReportsPerRequest }, (_, place) =>
    keyMacOf(vault, integrationId, repeatablePart(repeatable, place)),
  );
  const kept = await findKeptRequest(database, caller, keyMacs);
  if (kept === 'stale') throw new StaleCaller();
  if (kept) repeatedResource(dataKeyOf(vault, integrationId, kept), repeatable, kept);
}

const itemOf = (sessionId: string, outcome: Reported): FraudReportsBody['reports'][number] =>
  'reportId' in outcome
    ? { sessionId, status: 'reported', reportId: outcome.reportId, details: null }
    : { sessionId, status: 'error', reportId: null, details: fraudReportFailures[outcome.failure] };

/**
 * Reports one session. What fails without being foreseen is the failure of this report, unless it would be that of every other too.
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
  const { sessionId, categories, comment, repeatable } = report;
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
