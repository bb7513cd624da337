import type { CurpRegistryBody } from '@countersign/contract';
import { curpRegistryBody } from '@countersign/core';
import { queryReader } from './registry-queries.ts';

/** The answer of Mexico's population registry about the session's code. @see spec/contract.md */
export const getCurpRegistry = queryReader<CurpRegistryBody>(
  'curpQuery',
  ({ curp }) => curp && curpRegistryBody(curp),
);
