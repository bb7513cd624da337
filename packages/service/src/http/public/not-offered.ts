import { fraudCategories, Problem } from '@countersign/contract';
import { jsonAnswer } from './answer.ts';
import type { Handler } from './call.ts';

/*
 * Endpoints whose feature no integration of this release can have. They answer as the contract prescribes for an integration
 * without it, after every check that comes before.
 */

/** Fraud reports. @see spec/contract.md */
export const withoutFeature: Handler = () => Promise.reject(new Problem('feature-not-enabled'));

/** GET /feedback/fraud-categories. @see spec/contract.md A-80 */
export const listFraudCategories: Handler = () =>
  Promise.resolve(jsonAnswer(200, { categories: fraudCategories }));
