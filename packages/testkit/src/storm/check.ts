import { checkRegistries } from './check-registries.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkSessions } from './check-sessions.ts';
import { checkWebhooks } from './check-webhooks.ts';
import type { Evidence, Violation } from './history.ts';

/**
 * Checks a storm, or a single kill, against the invariants I1 to I15. Pure: planted violations in its test prove that each rule
 * can fail. The part of I7 about the hash chain of the audit log is not checked: there is no chain yet.
 * @returns an empty list if every invariant held
 */
export function checkStorm(evidence: Evidence): Violation[] {
  return [
    ...checkSessions(evidence),
    ...checkWebhooks(evidence),
    ...checkSecrets(evidence),
    ...checkRegistries(evidence),
  ];
}
