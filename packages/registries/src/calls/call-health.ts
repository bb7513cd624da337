import { causeOf } from './call-record.ts';
import type { RegistryResult, UnavailableCause } from '@countersign/core';
import type { RegistryConnection } from './registry-call.ts';
import type { RegistryHealth } from './registry-http.ts';
import { instant } from './transport-failure.ts';

/** Counts the results of calls. */
export interface CallHealth {
  count(route: string, result: RegistryResult<unknown>): void;
  read(): RegistryHealth;
}

/** @param connector its name */
export function createCallHealth(
  connector: string,
  { breakers, queue, now }: RegistryConnection,
): CallHealth {
  const counts = { answered: 0, not_found: 0, rejected: 0, unavailable: 0, technical: 0 };
  let last: RegistryHealth['last'] = null;
  /** The cause of the last failure, by route; calls blocked by the breaker are not counted. */
  const failures = new Map<string, UnavailableCause>();
  return {
    count: (route, result) => {
      if (result.kind === 'unavailable' && result.cause !== 'circuit_open') failures.set(route, result.cause);
      counts[result.kind] += 1;
      last = { kind: result.kind, cause: causeOf(result), at: instant(now()) };
    },
    read: () => ({
      connector,
      breaker: breakers.state(),
      inFlight: queue.inFlight(),
      waiting: queue.waiting(),
      last,
      outages: breakers.outages().map(([route, { since, failedAt }]) => ({
        route,
        cause: failures.get(route) ?? null,
        since: instant(since),
        failedAt: instant(failedAt),
      })),
      counts: { ...counts },
    }),
  };
}
