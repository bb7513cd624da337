import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@countersign/contract';
import { addressGroup } from '../../client-address.ts';
import type { IntegrationKeys } from '../../../signing/key-ring.ts';
import type { RefusalLimits } from '../../http-limits.ts';
import type { Exchange } from '../exchange.ts';
import { isFeedback } from '../find-route.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Who spends what: owners by their signature, strangers by their address, and neither anything of the other's. @see spec/contract.md A-115 */
export interface CallerBudgets {
  /**
   * Counts a request that has passed authentication.
   * @param isSigned whether a key of the integration signed it; if not, its address is counted instead of the integration
   * @throws Problem too-many-requests @see spec/contract.md
   */
  requireRate(exchange: Exchange, integration: IntegrationKeys, isSigned: boolean): void;
  /** Counts a failed authentication. @returns whether the database may be queried for something newer than memory */
  noteFailure(exchange: Exchange): boolean;
  /** Waits before a 401 where too many go out already; what was authenticated never waits. */
  holdBackRefusal(): Promise<void>;
  /** True while the database may not be queried for this address before its signature has verified. */
  hasFailedTooOften(exchange: Exchange): boolean;
}

/** Per client address: a client that is set up wrong for a while, and no more. */
const failures = { size: 20, perSecond: 1 };
const feedback = { size: 1_000, perSecond: 1_000 / 60 };

export function createCallerBudgets(refusals: RefusalLimits): CallerBudgets {
  // Names of the first are integrations, so strangers cannot add any; addresses they can.
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
