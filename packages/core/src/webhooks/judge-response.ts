/** `gone` (410) also pauses the endpoint. */
export type Verdict = 'delivered' | 'failed' | 'gone';

/**
 * Classifies an attempt by its status alone: any 2xx is success, everything else, redirects included, a failure.
 * @param status HTTP status; `null` when no complete response head arrived in time
 * @see spec/contract.md A-87
 */
export function judgeResponse(status: number | null): Verdict {
  if (status === 410) return 'gone';
  return status !== null && status >= 200 && status <= 299 ? 'delivered' : 'failed';
}

/**
 * Parses a `Retry-After` header.
 * @param now milliseconds since 1970, for the date form
 * @returns seconds to wait, never negative; `null` when absent or unparsable
 */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header.trim());
  if (!/^[A-Z][a-z]{2,8}, .+ GMT$/.test(header.trim())) return null;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
