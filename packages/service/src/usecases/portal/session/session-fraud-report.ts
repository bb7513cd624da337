import type { PortalFraudReportRequest, PortalSession } from '@countersign/contract';
import type { Tx } from '../../../storage/engine/database.ts';
import { listFraudReports } from '../../../storage/session/fraud-reports.ts';
import { reportableStatuses, reportSession } from '../../report/report-fraud.ts';
import { fraudReport } from '../../report/stored-report.ts';
import type { DecryptedAttempt } from '../../session/record-decision.ts';
import { asPortal, portalCaller } from '../portal-caller.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound } from '../portal-refused.ts';
import { reachSession } from './reach-session.ts';
import { requireMay, type Viewer } from '../viewer.ts';

/** The report of a session, and whether it can be reported. @param isTriage the viewer can write notes, and read free text */
export async function sessionFraudReport(
  tx: Tx,
  { key, dataKey, row, settings }: DecryptedAttempt,
  isTriage: boolean,
): Promise<Pick<PortalSession, 'fraudReport' | 'canReport'>> {
  const [found] = await listFraudReports(tx, { ...key, all: true }, 1);
  if (!found) {
    const canReport = isTriage && settings.fraudReports && reportableStatuses.includes(row.sessionStatus);
    return { fraudReport: null, canReport };
  }
  const { reportedAt, fraudTypeReported, customerComment, reviewedAt } = fraudReport(dataKey, found);
  return {
    fraudReport: {
      reportedAt,
      categories: fraudTypeReported,
      comment: isTriage ? customerComment : null,
      reviewedAt,
      verdict: found.verdict,
    },
    canReport: false,
  };
}

/**
 * Reports a session as fraud, like a client using the feedback API.
 * @throws PortalRefused not-found, not-allowed, changed-meanwhile
 */
export const reportAsFraud =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    sessionId: string,
    { categories, comment }: PortalFraudReportRequest,
  ): Promise<void> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'triage', integration);
    const caller = await portalCaller(ctx, viewer, integration);
    if (!caller.settings.fraudReports) throw notFound();
    const reported = await asPortal(() => reportSession(ctx, caller, { sessionId, categories, comment }));
    if ('reportId' in reported) return;
    if (reported.failure === 'session-not-found') throw notFound();
    if (reported.failure === 'unexpected') throw new Error('the report could not be stored');
    throw changedMeanwhile();
  };
