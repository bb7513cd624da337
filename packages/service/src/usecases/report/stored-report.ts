import type { FraudReport } from '@countersign/contract';
import { type DataKey, unsealText } from '../../encryption/seal.ts';
import type { FraudReportRow } from '../../storage/session/fraud-reports.ts';

/** Label the client's comment on a session is sealed under. */
export const commentLabel = (reportId: string): string => `fraud-report:${reportId}`;

/** Label what was wrong with the decision is sealed under. */
export const decisionErrorLabel = (reportId: string): string => `fraud-report-error:${reportId}`;

/** The status that the review says is right. @see spec/contract.md A-260 */
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
