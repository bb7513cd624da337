import type { IneRegistryBody } from '@countersign/contract';
import { ineRegistryBody } from '@countersign/core';
import { queryReader } from './registry-queries.ts';

/** The answer of Mexico's voter list about the session's card. @see spec/contract.md */
export const getIneRegistry = queryReader<IneRegistryBody>(
  'ineQuery',
  ({ voterList }) => voterList && ineRegistryBody(voterList.result),
);
