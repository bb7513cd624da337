import { checkRegistries } from './check-registries.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSessions } from './check-sessions.ts';
import { checkWebhooks } from './check-webhooks.ts';
import type { Evidence, Violation } from './history.ts';

/**
 * Judges a storm, or a single kill, by the invariants I1 to I15. Pure: planted violations in its test show that each rule can fail.
 * The part of I7 about the audit's chain is not judged: there is no chain yet.
 * @returns nothing when every promise held
 */
export function checkStorm(evidence: Evidence): Violation[] {
  return [
    ...checkSessions(evidence),
    ...checkWebhooks(evidence),
    ...checkSecrets(evidence),
    ...checkRegistries(evidence),
  ];
}
