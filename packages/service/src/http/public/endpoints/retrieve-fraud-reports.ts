import { parseRetrieveFraudReports, Problem } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** POST /feedback/fraud-reports/retrieve. @see spec/contract.md A-82 */
export const retrieveFraudReports: Handler = async (useCases, { caller, body }) => {
  if (!caller.settings.fraudReports) throw new Problem('feature-not-enabled');
  const sessionIds = parseRetrieveFraudReports(body);
  return jsonAnswer(200, await useCases.retrieveFraudReports({ caller, sessionIds }));
};
