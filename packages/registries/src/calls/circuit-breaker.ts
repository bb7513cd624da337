import type { RegistryResult } from '@countersign/core';
import type { Resilience } from '../registry-settings.ts';

/** What a breaker says of a call, and what the state of a connector is called. */
export type BreakerState = 'closed' | 'open' | 'trial';

/**
 * What a call means for the breaker. `neutral`: the far end was not at fault and gave no proof of health. `none`: nothing was
 * learnt, as when the caller gave up.
 */
export type BreakerSign = 'failure' | 'success' | 'neutral' | 'none';

/** Stops asking a registry that does not answer. @see spec/registries.md 10 */
export interface CircuitBreaker {
  state(): BreakerState;
  /** `open`: refused. Otherwise `settle` must follow. */
  enter(): BreakerState;
  settle(entered: BreakerState, sign: BreakerSign): void;
}

/** @param settings `null`: never opens. @param now milliseconds since 1970 */
export function createCircuitBreaker(settings: Resilience['breaker'], now: () => number): CircuitBreaker {
  let failures = 0;
  let openedAt: number | null = null;
  let trying = false;

  const close = () => {
    failures = 0;
    openedAt = null;
  };
  return {
    state: () => (openedAt === null ? 'closed' : trying ? 'trial' : 'open'),
    enter: () => {
      if (!settings || openedAt === null) return 'closed';
      if (trying || now() - openedAt < settings.trialAfterMs) return 'open';
      trying = true;
      return 'trial';
    },
    settle: (entered, sign) => {
      if (entered === 'trial') {
        trying = false;
        // Whatever is no failure came from a registry that is there.
        if (sign === 'failure') openedAt = now();
        else if (sign !== 'none') close();
      } else if (sign === 'success' && openedAt === null) failures = 0;
      else if (sign === 'failure' && settings && openedAt === null) {
        failures += 1;
        if (failures >= settings.failures) openedAt = now();
      }
    },
  };
}

const failureCauses: readonly string[] = ['connect', 'tls', 'timeout', 'http_5xx', 'maintenance'];

/** What a result says about the registry's health. */
export function breakerSignOf(result: RegistryResult<unknown>): BreakerSign {
  if (result.kind === 'unavailable') return failureCauses.includes(result.cause) ? 'failure' : 'neutral';
  return result.kind === 'technical' ? 'neutral' : 'success';
}
