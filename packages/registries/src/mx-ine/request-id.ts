import { createHash } from 'node:crypto';

const eighteenDigits = 10n ** 18n;

/**
 * INE's request number, 18 digits: the same for every retry of an attempt, so that it is answered and billed once.
 * @param attemptId the correlation id of the call
 * @see spec/registries.md 8.3
 */
export function requestId(attemptId: string): string {
  const digest = createHash('sha256').update(attemptId).digest();
  return (digest.readBigUInt64BE(0) % eighteenDigits).toString().padStart(18, '0');
}
