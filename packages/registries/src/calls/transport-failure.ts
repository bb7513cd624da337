import type { NoAnswer } from '@countersign/core';
import type { RepeatEvent } from './repeat-rules.ts';
import type { Exchange, WireFailure } from './http-exchange.ts';

type Fault =
  | Omit<Extract<NoAnswer, { kind: 'unavailable' }>, 'attempts'>
  | Omit<Extract<NoAnswer, { kind: 'technical' }>, 'attempts'>;

/** An attempt that failed in the transport: its result, and whether it may be repeated. */
export interface TransportFailure {
  fault: Fault;
  event: RepeatEvent;
  /** The header as sent; `null` if absent. */
  retryAfter: string | null;
}

/**
 * Rules of the transport, applied before any registry's own.
 * @returns `null` for a response that must be parsed
 * @see spec/registries.md 9
 */
export function transportFailureOf(exchange: Exchange): TransportFailure | null {
  if (exchange.kind === 'failure') return failed(exchange);
  const { status, at, headers } = exchange;
  const retryAfter = headers['retry-after'] ?? null;
  const technical = (cause: 'unexpected_status' | 'auth' | 'config'): TransportFailure => ({
    fault: { kind: 'technical', cause, at: instant(at), httpStatus: status },
    event: 'other',
    retryAfter,
  });
  const unavailable = (
    cause: 'timeout' | 'rate_limited' | 'http_5xx',
    event: RepeatEvent,
  ): TransportFailure => ({
    fault: { kind: 'unavailable', cause, delivered: 'maybe' },
    event,
    retryAfter,
  });
  if (status >= 300 && status < 400) return technical('unexpected_status');
  if (status === 401 || status === 403) return technical('auth');
  if (status === 413 || status === 415) return technical('config');
  if (status === 408) return unavailable('timeout', 'other');
  if (status === 429) return unavailable('rate_limited', '429');
  if (status === 502 || status === 503 || status === 504) return unavailable('http_5xx', '502, 503, 504');
  return status >= 500 ? unavailable('http_5xx', 'other') : null;
}

/** A reset before anything was sent is equivalent to a failed connection. */
const unavailableCauses = {
  connect: { unsent: 'connect', sent: 'connect' },
  tls: { unsent: 'tls', sent: 'tls' },
  silence: { unsent: 'timeout', sent: 'timeout' },
  aborted: { unsent: 'timeout', sent: 'timeout' },
  reset: { unsent: 'connect', sent: 'timeout' },
} as const;
const technicalCauses = {
  denied: 'config',
  too_large: 'response_too_large',
  broken_body: 'malformed_body',
  not_http: 'malformed_body',
} as const;

function failed({ reason, sent, head }: WireFailure): TransportFailure {
  if (reason in unavailableCauses) {
    const cause = unavailableCauses[reason as keyof typeof unavailableCauses][sent ? 'sent' : 'unsent'];
    return {
      fault: { kind: 'unavailable', cause, delivered: sent ? 'maybe' : 'no' },
      event: reason === 'aborted' ? 'other' : sent ? 'silence' : 'nothing_sent',
      retryAfter: null,
    };
  }
  const cause = technicalCauses[reason as keyof typeof technicalCauses];
  const response = head ? { at: instant(head.at), httpStatus: head.status } : { at: null };
  return { fault: { kind: 'technical', cause, ...response }, event: 'other', retryAfter: null };
}

/** @param ms milliseconds since 1970 */
export const instant = (ms: number): string => new Date(ms).toISOString();

/** The result of a failure that is not retried. */
export const settled = ({ fault }: TransportFailure, attempts: number): NoAnswer => ({ ...fault, attempts });
