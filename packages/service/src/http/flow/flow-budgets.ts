import { addressGroup } from '../client-address.ts';
import { FlowRefused } from '../../usecases/flow/flow-refused.ts';
import { createTokenBuckets } from '../public/intake/token-buckets.ts';

/** Rate limits for pages. */
export interface FlowBudgets {
  /** Counts a request from a page. @throws FlowRefused too-many-requests */
  requireRate(sessionId: string): void;
  /** Counts a request before its bearer or link is known. @throws FlowRefused too-many-requests */
  requireStranger(address: string): void;
  /** Whether an address has presented too many invalid links or bearers. */
  hasGuessed(address: string): boolean;
  noteGuess(address: string): void;
}

/** An uploading page sends at most one part every 50 ms; a whole household may share one address. */
const rates = {
  session: { size: 200, perSecond: 20 },
  address: { size: 1_000, perSecond: 100 },
  /** Invalid links and bearers per client address, as for the page itself. */
  guess: { size: 60, perSecond: 1 },
};

export function createFlowBudgets(): FlowBudgets {
  const sessions = createTokenBuckets();
  const addresses = createTokenBuckets();
  const guesses = createTokenBuckets();
  const tooMany = () =>
    new FlowRefused('too-many-requests', 'the page must wait before its next request', {
      'retry-after': '1',
    });
  return {
    requireRate(sessionId) {
      if (!sessions.take(sessionId, rates.session)) throw tooMany();
    },
    requireStranger(address) {
      if (!addresses.take(addressGroup(address), rates.address)) throw tooMany();
    },
    hasGuessed: (address) => guesses.isEmpty(addressGroup(address), rates.guess),
    noteGuess: (address) => void guesses.take(addressGroup(address), rates.guess),
  };
}
