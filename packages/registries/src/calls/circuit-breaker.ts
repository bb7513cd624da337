import type { RegistryResult } from '@countersign/core';
import type { Resilience } from '../registry-settings.ts';

/** The state of a circuit breaker. */
export type BreakerState = 'closed' | 'open' | 'trial';

/**
 * What a call indicates about the registry. `neutral`: the registry was not at fault but gave no proof of health. `none`: no
 * information, for example because the caller gave up.
 */
export type BreakerSign = 'failure' | 'success' | 'neutral' | 'none';

/** Stops calling a route that does not respond. @see spec/registries.md 10 */
export interface CircuitBreaker {
  state(): BreakerState;
  /** Whether `enter` would currently allow a call. */
  admits(): boolean;
  /**
   * Resolves once no trial is in progress, or the signal is aborted: calls that arrive during a trial use its outcome
   * instead of being rejected although the registry has recovered.
   */
  trialOver(signal: AbortSignal): Promise<void>;
  /** `open`: rejected. Otherwise `settle` must follow. */
  enter(): BreakerState;
  settle(entered: BreakerState, sign: BreakerSign): void;
  /** When it stopped being closed, and its newest failure; `null` while it is closed. */
  outage(): BreakerOutage | null;
}

/** Milliseconds since 1970. */
export interface BreakerOutage {
  since: number;
  failedAt: number;
}

/** @param settings `null`: never opens. @param now milliseconds since 1970 */
function createCircuitBreaker(settings: Resilience['breaker'], now: () => number): CircuitBreaker {
  let failures = 0;
  let openedAt: number | null = null;
  /** A failed trial reopens it, and the outage continues. */
  let outageSince = 0;
  let trying = false;
  /** Callers waiting for the trial in progress. */
  const waiting = new Set<() => void>();

  const close = () => {
    failures = 0;
    openedAt = null;
  };
  const admits = () =>
    !settings || openedAt === null || (!trying && now() - openedAt >= settings.trialAfterMs);
  return {
    state: () => (openedAt === null ? 'closed' : trying ? 'trial' : 'open'),
    outage: () => (openedAt === null ? null : { since: outageSince, failedAt: openedAt }),
    admits,
    trialOver: async (signal) => {
      while (trying && !signal.aborted) await nextEnd(waiting, signal);
    },
    enter: () => {
      if (!settings || openedAt === null) return 'closed';
      if (!admits()) return 'open';
      trying = true;
      return 'trial';
    },
    settle: (entered, sign) => {
      if (entered === 'trial') {
        trying = false;
        // Anything other than a failure came from a reachable registry.
        if (sign === 'failure') openedAt = now();
        else if (sign !== 'none') close();
        for (const proceed of waiting) proceed();
      } else if (sign === 'success' && openedAt === null) failures = 0;
      else if (sign === 'failure' && settings && openedAt === null) {
        failures += 1;
        if (failures >= settings.failures) openedAt = outageSince = now();
      }
    },
  };
}

function nextEnd(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const proceed = () => {
      waiting.delete(proceed);
      signal.removeEventListener('abort', proceed);
      resolve();
    };
    waiting.add(proceed);
    signal.addEventListener('abort', proceed, { once: true });
  });
}

/** The breakers of one connector. */
export interface CircuitBreakers {
  /** Each route has its own: a working status lookup does not prove that the comparison works. */
  of(route: string): CircuitBreaker;
  /** The worst state of all of them. */
  state(): BreakerState;
  /** Breakers that are not closed, by route. */
  outages(): [route: string, outage: BreakerOutage][];
}

/** @param settings `null`: none ever opens. @param now milliseconds since 1970 */
export function createCircuitBreakers(settings: Resilience['breaker'], now: () => number): CircuitBreakers {
  const breakers = new Map<string, CircuitBreaker>();
  return {
    of: (route) => {
      const known = breakers.get(route) ?? createCircuitBreaker(settings, now);
      breakers.set(route, known);
      return known;
    },
    outages: () =>
      [...breakers].flatMap(([route, breaker]): [string, BreakerOutage][] => {
        const outage = breaker.outage();
        return outage === null ? [] : [[route, outage]];
      }),
    state: () => {
      const states = [...breakers.values()].map((breaker) => breaker.state());
      return states.includes('open') ? 'open' : states.includes('trial') ? 'trial' : 'closed';
    },
  };
}

const failureCauses: readonly string[] = ['connect', 'tls', 'timeout', 'http_5xx', 'maintenance'];

/** What a result indicates about the registry's health. */
export function breakerSignOf(result: RegistryResult<unknown>): BreakerSign {
  if (result.kind === 'unavailable') return failureCauses.includes(result.cause) ? 'failure' : 'neutral';
  return result.kind === 'technical' ? 'neutral' : 'success';
}
