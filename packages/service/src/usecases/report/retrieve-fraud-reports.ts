import { fraudReportMissing, type RetrievedFraudReportsBody } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { findFraudReports } from '../../storage/session/fraud-reports.ts';
import { type Caller, StaleCaller } from '../session/caller.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { fraudReport } from './stored-report.ts';

/**
 * Reads the reports of sessions, in the order of the request. Sessions without a report, unknown sessions and those of others are treated alike.
 * @throws StaleCaller
 * @see spec/contract.md A-82
 */
export const retrieveFraudReports =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  async ({
    caller,
    sessionIds,
  }: {
    caller: Caller;
    sessionIds: string[];
  }): Promise<RetrievedFraudReportsBody> => {
    const { integrationId } = caller;
    const rows = await findFraudReports(database, caller, sessionIds);
    if (rows === 'stale') throw new StaleCaller();
    const reports = sessionIds.map((sessionId) => {
      const row = rows.find((one) => one.sessionId === sessionId);
      if (!row)
        return { sessionId, status: 'NOT_FOUND' as const, details: null, errorMessage: fraudReportMissing };
      const key = { id: sessionId, dataKey: row.wrapped, kekVersion: row.kekVersion };
      const details = fraudReport(dataKeyOf(vault, integrationId, key), row);
      return { sessionId, status: 'FOUND' as const, details, errorMessage: null };
    });
    const foundCount = reports.filter(({ status }) => status === 'FOUND').length;
    return {
      reports,
      processedCount: reports.length,
      foundCount,
      notFoundCount: reports.length - foundCount,
    };
  };
