import type { FraudReport } from '@countersign/contract';
import { type DataKey, unsealText } from '../../encryption/seal.ts';
import type { FraudReportRow } from '../../storage/session/fraud-reports.ts';

/** Label under which the client's comment on a session is sealed. */
export const commentLabel = (reportId: string): string => `fraud-report:${reportId}`;

/** Label under which the error of the decision is sealed. */
export const decisionErrorLabel = (reportId: string): string => `fraud-report-error:${reportId}`;

/** The correct status according to the review. @see spec/contract.md A-260 */
function finalDecision({ verdict, initialDecision }: FraudReportRow): string | null {
  if (verdict === null) return null;
  return verdict === 'Agree' ? 'declined' : initialDecision;
}

/** A report as clients receive it. @throws SealBroken @see spec/contract.md A-82 */
export function fraudReport(dataKey: DataKey, row: FraudReportRow): FraudReport {
  const { id, sessionId, comment, decisionError } = row;
  return {
    reportId: id,
    sessionId,
    reportedBy: row.actor.startsWith('portal:') ? 'portal' : 'api',
    status: row.reviewedAt === null ? 'Submitted' : 'Reviewed',
    verifiedAt: row.verifiedAt,
    reportedAt: row.reportedAt,
    reviewedAt: row.reviewedAt,
    fraudTypeReported: row.categories,
    customerComment: comment === null ? null : unsealText(dataKey, commentLabel(id), comment),
    initialDecision: row.initialDecision,
    finalDecision: finalDecision(row),
    reviewDecision: row.verdict,
    resetFp: false,
    decisionErrorDescription:
      decisionError === null ? null : unsealText(dataKey, decisionErrorLabel(id), decisionError),
  };
}
