import { parseFraudReports, Problem } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import { type Handler, repeatableBody } from '../call.ts';

/** POST /feedback/fraud-reports. @see spec/contract.md */
export const reportFraud: Handler = async (useCases, { caller, exchange, body, rawBody }) => {
  if (!caller.settings.fraudReports) throw new Problem('feature-not-enabled');
  const reports = parseFraudReports(body);
  const repeatable = repeatableBody(exchange, rawBody);
  return jsonAnswer(200, await useCases.reportFraud({ caller, reports, repeatable }));
};
