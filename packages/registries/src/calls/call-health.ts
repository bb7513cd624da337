import { causeOf } from './call-record.ts';
import type { RegistryResult } from '@countersign/core';
import type { RegistryConnection } from './registry-call.ts';
import type { RegistryHealth } from './registry-http.ts';
import { instant } from './transport-failure.ts';

/** Counts how calls end. */
export interface CallHealth {
  count(result: RegistryResult<unknown>): void;
  read(): RegistryHealth;
}

/** @param connector its name */
export function createCallHealth(
  connector: string,
  { breakers, queue, now }: RegistryConnection,
): CallHealth {
  const counts = { answered: 0, not_found: 0, rejected: 0, unavailable: 0, technical: 0 };
  let last: RegistryHealth['last'] = null;
  return {
    count: (result) => {
      counts[result.kind] += 1;
      last = { kind: result.kind, cause: causeOf(result), at: instant(now()) };
    },
    read: () => ({
      connector,
      breaker: breakers.state(),
      inFlight: queue.inFlight(),
      waiting: queue.waiting(),
      last,
      counts: { ...counts },
    }),
  };
}
