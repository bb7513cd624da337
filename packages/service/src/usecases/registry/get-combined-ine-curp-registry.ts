import type { CombinedRegistryBody } from '@countersign/contract';
import { combinedRegistryData } from '@countersign/core';
import { queryReader } from './registry-queries.ts';

/** What both of Mexico's registries said, if both did. @see spec/contract.md */
export const getCombinedIneCurpRegistry = queryReader<CombinedRegistryBody>(
  'combinedQuery',
  ({ voterList, curp }) => {
    const data = voterList && curp && combinedRegistryData(voterList, curp);
    return data && { data };
  },
);
