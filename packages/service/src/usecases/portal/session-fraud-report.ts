import type { PortalSession } from '@countersign/contract';
import type { Tx } from '../../storage/engine/database.ts';
import { listFraudReports } from '../../storage/fraud-reports.ts';
import { fraudReport } from '../report/stored-report.ts';
import type { DecryptedAttempt } from '../session/record-decision.ts';

/** The report of a session. @param readsWords the viewer reads what people typed */
export async function sessionFraudReport(
  tx: Tx,
  { key, dataKey }: DecryptedAttempt,
  readsWords: boolean,
): Promise<PortalSession['fraudReport']> {
  const [row] = await listFraudReports(tx, { ...key, all: true }, 1);
  if (!row) return null;
  const report = fraudReport(dataKey, row);
  return {
    reportedAt: report.reportedAt,
    categories: report.fraudTypeReported,
    comment: readsWords ? report.customerComment : null,
    reviewedAt: report.reviewedAt,
    verdict: row.verdict,
  };
}
