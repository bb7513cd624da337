/**
 * Replaces `failpoint.ts` in the shipped bundle, whose build removes the calls of `failpoint`.
 * @see docs/decisions/0025-failpoints-exist-in-the-test-bundle.md
 */
import { ConfigError } from './config-error.ts';

/** @throws ConfigError when anything is armed: this program does not support it, and a test that relies on it would prove nothing */
export function armFailpoints(text: string | null): void {
  if (text !== null)
    throw new ConfigError(
      'COUNTERSIGN_FAILPOINTS: must not be set: this program was built without them; tests start the test bundle',
    );
}
