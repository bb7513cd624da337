import { parseFraudReports, Problem } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** POST /feedback/fraud-reports. @see spec/contract.md A-81 */
export const reportFraud: Handler = async (useCases, { caller, body }) => {
  if (!caller.settings.fraudReports) throw new Problem('feature-not-enabled');
  return jsonAnswer(200, await useCases.reportFraud({ caller, reports: parseFraudReports(body) }));
};
