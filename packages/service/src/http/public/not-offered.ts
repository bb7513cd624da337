import { fraudCategories, Problem } from '@countersign/contract';
import { jsonAnswer } from './answer.ts';
import type { Handler } from './call.ts';
import { requireVersion } from './version.ts';

/*
 * Endpoints whose feature no integration of this release can have. They answer as the contract says for an integration
 * without it, after every check that comes before.
 */

/** The Mexican registry queries on an integration without these checks. @see spec/contract.md A-75 */
export const withoutRegistryQuery: Handler = async (useCases, { caller, exchange, id: sessionId }) => {
  await useCases.requireSession({ caller, sessionId });
  requireVersion(exchange.query);
  throw new Problem('not-found');
};

/** POST /sessions/validate-registry and its second address; fraud reports. @see spec/contract.md */
export const withoutFeature: Handler = () => Promise.reject(new Problem('feature-not-enabled'));

/** GET /feedback/fraud-categories. @see spec/contract.md A-80 */
export const listFraudCategories: Handler = () =>
  Promise.resolve(jsonAnswer(200, { categories: fraudCategories }));
