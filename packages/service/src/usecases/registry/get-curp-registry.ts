import type { CurpRegistryBody } from '@countersign/contract';
import { curpRegistryBody } from '@countersign/core';
import { queryReader } from './registry-queries.ts';

/** What Mexico's population registry said of the session's code. @see spec/contract.md */
export const getCurpRegistry = queryReader<CurpRegistryBody>(
  'curpQuery',
  ({ curp }) => curp && curpRegistryBody(curp),
);
