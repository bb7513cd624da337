import type { FraudReport } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import {
  type FraudReportFilter,
  type FraudReportRow,
  listFraudReports,
} from '../../storage/session/fraud-reports.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { fraudReport } from './stored-report.ts';

/** A report from any integration. Its comment may contain personal data. */
export interface ListedFraudReport extends FraudReport {
  integrationId: string;
  /** Who reported it, as in the audit log. */
  actor: string;
}

type Reading = Pick<ServiceContext, 'database' | 'vault'>;

/** Unreviewed reports, or all, those waiting longest first. */
export const listReports =
  ({ database, vault }: Reading) =>
  async ({ filter, limit }: { filter: FraudReportFilter; limit: number }): Promise<ListedFraudReport[]> => {
    const rows = await listFraudReports(database, filter, limit);
    return rows.map((row) => openReport(vault, row));
  };

function openReport(vault: Reading['vault'], row: FraudReportRow): ListedFraudReport {
  const { integrationId, sessionId: id, actor, wrapped: dataKey, kekVersion } = row;
  const report = fraudReport(dataKeyOf(vault, integrationId, { id, dataKey, kekVersion }), row);
  return { integrationId, actor, ...report };
}
