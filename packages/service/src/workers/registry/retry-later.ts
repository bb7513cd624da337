import type { DecisionRegistry, RegistryResult, UnavailableCause } from '@countersign/core';
import { comparesFaces } from './registry-cases.ts';

type Unanswered = Extract<RegistryResult<unknown>, { kind: 'unavailable' }>;

/** Causes that a registry itself reports if it has not executed a request. */
const reportedByRegistry: ReadonlySet<UnavailableCause> = new Set([
  'http_5xx',
  'rate_limited',
  'maintenance',
]);

/**
 * Whether a request without an answer may be repeated later. One that only reads always may. A comparison of faces is billed, so it is not
 * repeated if it may have been executed unnoticed: not after no answer once bytes were sent, and not when a worker died during it, because
 * then it was already repeated once at once, as is allowed (R11). So however many tries there are, a comparison whose answer never arrived
 * is sent at most twice.
 * @param starts how often this try was started
 * @see spec/registries.md 10
 */
export function mayRetryLater(
  registry: DecisionRegistry['registry'],
  { result, starts }: { result: Unanswered; starts: number },
): boolean {
  if (!comparesFaces[registry]) return true;
  return starts <= 1 && (result.delivered === 'no' || reportedByRegistry.has(result.cause));
}
