import type { Logger } from 'pino';
import { addressGroup } from './client-address.ts';
import type { Exchange } from './public/exchange.ts';
import { createTokenBuckets } from './public/intake/token-buckets.ts';

/** Log lines about rejected requests per client address: thousands of them must not fill the disk. */
const refusedLines = { size: 60, perSecond: 1 };

/** Logs the result of a request; `ms` is the time from its first byte to the last of the response. */
export type RequestLog = (exchange: Exchange, answered: { status: number; ms: number }) => void;

/**
 * Logs one line at `info` for every rejected request, with the code and the sentence sent to the client, so that the request id of a response
 * leads to its line; other requests at `debug`, or at `info` if the operator enables an access log.
 */
export function createRequestLog(log: Logger, { everyRequest }: { everyRequest: boolean }): RequestLog {
  const lines = createTokenBuckets();
  let dropped = 0;
  return ({ requestId, endpoint, signer, refused: why, address }, { status, ms }) => {
    const refused = why && { code: why.code, reason: why.reason };
    const line = {
      requestId,
      route: endpoint ?? 'none',
      status,
      ms,
      integrationId: signer?.integration.integrationId,
    };
    if (refused === null || everyRequest) {
      const level = everyRequest ? 'info' : 'debug';
      log[level]({ ...line, ...refused }, refused === null ? 'answered' : 'refused');
    } else if (lines.take(addressGroup(address), refusedLines)) {
      log.info({ ...line, ...refused, ...(dropped > 0 ? { count: dropped + 1 } : {}) }, 'refused');
      dropped = 0;
    } else dropped += 1;
  };
}
