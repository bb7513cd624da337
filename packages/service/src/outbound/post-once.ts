import { limits } from '@countersign/contract';
import {
  type Ending,
  exchange as exchangeWithin,
  type ExchangeLimits,
  type Outcome,
} from '@countersign/outbound';
import type { Pool } from 'undici';

export interface OutboundRequest {
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The response, or the reason for its absence. */
export interface Exchange {
  /** `null` if no complete response head arrived in time. */
  status: number | null;
  /** Why no head arrived; otherwise `null`, whatever the status. */
  errorClass: string | null;
  /** The `Retry-After` header as sent. */
  retryAfter: string | null;
  /** First 4 KiB of the answer's body, as unvalidated text. */
  response: string | null;
}

const bodyLimits: Omit<ExchangeLimits, 'headMs'> = {
  // How long an answer's body may take after its head has determined the result.
  bodyMs: 2_000,
  bodyBytes: limits.webhookResponseBytes,
  keptBytes: 4 * 1024,
  signal: null,
  judgeHead: () => null,
};

/**
 * One POST and its answer. The head determines the result; the body that follows affects only the log.
 * @param headMs until the response head is complete
 */
export async function postOnce(
  pool: Pool,
  { path, headers, body }: OutboundRequest,
  headMs: number,
): Promise<Exchange> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const outcome = await exchangeWithin(
    pool,
    { method: 'POST', path, headers, body: bytes },
    { ...bodyLimits, headMs },
  );
  return outcome.head ? answered(outcome.head, outcome.body) : failed(errorClassOf(outcome.ended));
}

/** An exchange without an answer. */
export const failed = (errorClass: string): Exchange => ({
  status: null,
  errorClass,
  retryAfter: null,
  response: null,
});

function answered({ status, headers }: NonNullable<Outcome['head']>, body: Uint8Array): Exchange {
  const response = Buffer.from(body).toString('utf8');
  return { status, errorClass: null, retryAfter: headers['retry-after'] ?? null, response };
}

const connectClasses = {
  denied: 'address_denied',
  look_up: 'dns_failed',
  timeout: 'connect_timeout',
  refused: 'connect_failed',
  tls: 'tls',
  wrong_peer: 'address_denied',
} as const;

/** Names the failure for the log, in a fixed vocabulary. */
function errorClassOf(ended: Ending): string {
  if (typeof ended === 'object') return connectClasses[ended.connect];
  if (ended === 'silence') return 'timeout';
  return ended === 'headers_too_large' || ended === 'not_http' ? ended : 'connection_lost';
}
