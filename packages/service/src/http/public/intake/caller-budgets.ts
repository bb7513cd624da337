import { setTimeout as sleep } from 'node:timers/promises';
import { limits, Problem } from '@countersign/contract';
import { addressGroup } from '../../client-address.ts';
import type { IntegrationKeys } from '../../../signing/key-ring.ts';
import type { RefusalLimits } from '../../http-limits.ts';
import type { Exchange } from '../exchange.ts';
import { isFeedback } from '../find-route.ts';
import { createTokenBuckets } from './token-buckets.ts';

/**
 * Rate limits per caller: signed requests count for their integration, unsigned ones for their address, so that neither a stranger nor the
 * integration can use up the other's budget.
 * @see spec/contract.md A-115
 */
export interface CallerBudgets {
  /**
   * Counts a request that has passed authentication.
   * @param isSigned whether a key of the integration signed it; if not, it counts for its address
   * @throws Problem too-many-requests
   * @see spec/contract.md
   */
  requireRate(exchange: Exchange, integration: IntegrationKeys, isSigned: boolean): void;
  /** Counts a failed authentication. @returns whether the database may be queried for keys newer than those in memory */
  noteFailure(exchange: Exchange): boolean;
  /** Delays a 401 if too many are being sent; authenticated requests are never delayed. */
  holdBackRefusal(): Promise<void>;
  /** True while the database may not be queried for this address before its signature is verified. */
  hasFailedTooOften(exchange: Exchange): boolean;
}

/** Rate per client address; enough for a client that is misconfigured for a while. */
const failures = { size: 20, perSecond: 1 };
const feedback = { size: limits.feedbackRequestsPerMinute, perSecond: limits.feedbackRequestsPerMinute / 60 };

export function createCallerBudgets(refusals: RefusalLimits): CallerBudgets {
  // The first is keyed by integration, so that strangers cannot add entries to it; the second by address, so that they can.
  const owners = createTokenBuckets();
  const strangers = createTokenBuckets();
  const failed = createTokenBuckets();
  const refused = createTokenBuckets();
  return {
    requireRate(exchange, { integrationId, settings }, isSigned) {
      const perSecond = settings.requestsPerSecond;
      const rate = perSecond === null ? null : { size: perSecond, perSecond };
      const [buckets, name] = isSigned
        ? [owners, integrationId]
        : [strangers, `${integrationId} ${addressGroup(exchange.address)}`];
      const isOver = rate !== null && !buckets.take(name, rate);
      const isOverFeedback = isFeedback(exchange.path) && !owners.take(`feedback ${integrationId}`, feedback);
      if (isOver || isOverFeedback) throw new Problem('too-many-requests', { retryAfter: 1 });
    },
    noteFailure: ({ address }) => failed.take(addressGroup(address), failures),
    async holdBackRefusal() {
      const rate = { size: refusals.atOnce, perSecond: refusals.perSecond };
      if (!refused.take('all', rate)) await sleep(refusals.pauseMs);
    },
    hasFailedTooOften: ({ address }) => failed.isEmpty(addressGroup(address), failures),
  };
}
