import type { DecisionRegistry, RegistryResult, UnavailableCause } from '@countersign/core';
import { comparesFaces } from './registry-cases.ts';

type Unanswered = Extract<RegistryResult<unknown>, { kind: 'unavailable' }>;

/** What a registry reports itself when it has not done what was requested. */
const reportedByRegistry: ReadonlySet<UnavailableCause> = new Set([
  'http_5xx',
  'rate_limited',
  'maintenance',
]);

/**
 * Whether a question without an answer may be put once more some time later. What only reads may always be. A comparison of faces
 * is billed, so it is not put later where it may have been made unnoticed: not after silence once bytes were sent, and
 * not when a worker died over it, for then it was repeated at once, which is allowed once (R11). Together: however many tries there
 * are, a comparison whose answer never arrived is sent twice at most.
 * @param starts how often this try was begun
 * @see spec/registries.md 10
 */
export function mayRetryLater(
  registry: DecisionRegistry['registry'],
  { result, starts }: { result: Unanswered; starts: number },
): boolean {
  if (!comparesFaces[registry]) return true;
  return starts <= 1 && (result.delivered === 'no' || reportedByRegistry.has(result.cause));
}
