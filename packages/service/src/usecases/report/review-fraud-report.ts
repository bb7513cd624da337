import type { FraudReportVerdict } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { sealText } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockFraudReport, reviewFraudReportRow } from '../../storage/session/fraud-reports.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { decisionErrorLabel } from './stored-report.ts';

/** A person's review of a report. */
export interface ReviewFraudReport {
  integrationId: string;
  sessionId: string;
  verdict: FraudReportVerdict;
  /** What was wrong with the decision, for the client; `null`: nothing. */
  decisionError: string | null;
  /** The reviewer for the audit log. */
  actor: string;
}

export type ReviewedFraudReport =
  | { outcome: 'reviewed'; reportId: string }
  | { outcome: 'unknown-report' | 'already-reviewed' };

/**
 * Reviews a report, once. The session's decision is unchanged.
 * @see spec/contract.md
 */
export const reviewFraudReport =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  (input: ReviewFraudReport): Promise<ReviewedFraudReport> =>
    database.transaction(async (tx): Promise<ReviewedFraudReport> => {
      const { integrationId, sessionId, verdict, decisionError, actor } = input;
      const row = await lockFraudReport(tx, input);
      if (!row) return { outcome: 'unknown-report' };
      if (row.reviewedAt !== null) return { outcome: 'already-reviewed' };
      const { id, wrapped, kekVersion } = row;
      const dataKey = dataKeyOf(vault, integrationId, { id: sessionId, dataKey: wrapped, kekVersion });
      const sealed = decisionError === null ? null : sealText(dataKey, decisionErrorLabel(id), decisionError);
      await reviewFraudReportRow(tx, row, { verdict, decisionError: sealed });
      const details = { reportId: id, verdict };
      await insertAudit(tx, { integrationId, actor, action: 'review-report', sessionId, details });
      return { outcome: 'reviewed', reportId: id };
    });
