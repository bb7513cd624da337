import type { Resilience } from '../registry-settings.ts';
import type { HttpQuestion } from './registry-http.ts';

/** What happened to a request, as far as repeating it is concerned; `other`: never repeat. */
export type RepeatEvent = 'nothing_sent' | '429' | '502, 503, 504' | 'silence' | 'other';

/** The second table of the specification; 401 has a rule of its own. @see spec/registries.md 10 */
const mayRepeat: Readonly<Record<RepeatEvent, Readonly<Record<HttpQuestion['repeat'], boolean>>>> = {
  nothing_sent: { data: true, biometric: true, single_use: true },
  '429': { data: true, biometric: true, single_use: true },
  '502, 503, 504': { data: true, biometric: true, single_use: false },
  silence: { data: true, biometric: false, single_use: false },
  other: { data: false, biometric: false, single_use: false },
};

/** State after a failed attempt. */
export interface FailedAttempt {
  event: RepeatEvent;
  /** The header as sent; `null` if absent. */
  retryAfter: string | null;
  /** Attempts made so far, not counting the first. */
  retriesMade: number;
}

/** Clock and randomness; `random` returns 0 to below 1. */
export interface RepeatChance {
  now(): number;
  random(): number;
}

/**
 * How long to wait before repeating the request.
 * @returns milliseconds; `null`: do not repeat
 */
export function repeatAfterMs(
  repeat: HttpQuestion['repeat'],
  { event, retryAfter, retriesMade }: FailedAttempt,
  { resilience, chance }: { resilience: Resilience; chance: RepeatChance },
): number | null {
  if (!mayRepeat[event][repeat] || retriesMade >= resilience.retries) return null;
  const requestedMs = retryAfterMs(retryAfter, chance.now());
  if (requestedMs !== null) return requestedMs <= resilience.retryAfterMaxMs ? requestedMs : null;
  const { retryMinMs, retryMaxMs } = resilience;
  return retryMinMs + chance.random() * (retryMaxMs - retryMinMs);
}

/**
 * Parses `Retry-After`, in seconds or as an HTTP date.
 * @returns milliseconds from now, never negative; `null` when there is no valid header
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const until = Date.parse(text);
  return Number.isNaN(until) ? null : Math.max(0, until - now);
}
