import type { CombinedRegistryBody } from '@countersign/contract';
import { combinedRegistryData } from '@countersign/core';
import { queryReader } from './registry-queries.ts';

/** The answers of both of Mexico's registries, if both answered. @see spec/contract.md */
export const getCombinedIneCurpRegistry = queryReader<CombinedRegistryBody>(
  'combinedQuery',
  ({ voterList, curp }) => {
    const data = voterList && curp && combinedRegistryData(voterList, curp);
    return data && { data };
  },
);
