import { fraudCategories } from '@countersign/contract';
import { jsonAnswer } from '../answer.ts';
import type { Handler } from '../call.ts';

/** GET /feedback/fraud-categories. @see spec/contract.md A-80 */
export const listFraudCategories: Handler = () =>
  Promise.resolve(jsonAnswer(200, { categories: fraudCategories }));
