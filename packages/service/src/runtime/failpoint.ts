/**
 * Failpoints: named places in the source at which a test can kill, stop, delay or fail the process at exactly that moment. Only the
 * command line of the test bundle arms them; the shipped bundle contains neither this file nor the calls.
 * @see docs/decisions/0025-failpoints-exist-in-the-test-bundle.md
 */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from './config-error.ts';

/** Every failpoint, in the order in which a session passes them; then those of commands. */
export const failpoints = [
  'session-inserted',
  'media-body-arriving',
  'media-file-stored',
  'media-committed',
  'flow-part-committed',
  'flow-upload-committed',
  'flow-submit-committed',
  'submit-committed',
  'job-claimed',
  'pictures-decrypted',
  'pictures-inspected',
  'findings-checkpointed',
  'attempt-judged',
  'decision-uncommitted',
  'decision-committed',
  'registry-handed-over',
  'registry-call-recorded',
  'registry-answered',
  'screening-run',
  'screening-uncommitted',
  'screening-committed',
  'webhook-claimed',
  'webhook-answered',
  'session-end-committed',
  'deletion-uncommitted',
  'deletion-committed',
  'erasure-key-dropped',
  'erasure-files-deleted',
  'erasure-repeated-uncommitted',
  'erasure-repeated-committed',
  'key-promotion-uncommitted',
  'key-promotion-committed',
  'lists-staged',
  'lists-written',
  'lists-published',
  'lists-tidied',
  'migration-statement',
  'export-table',
  'backup-copied',
  'backup-written',
  'restore-copied',
] as const;

export type FailpointName = (typeof failpoints)[number];

/** Action at a failpoint: SIGKILL or SIGSTOP to this process, an exception, or a delay in milliseconds. */
type Action = 'kill' | 'stop' | 'error' | number;

interface Armed {
  action: Action;
  /** The pass that triggers it, from 1; `null` triggers on every pass. */
  nth: number | null;
  passages: number;
}

const armed = new Map<FailpointName, Armed>();

/**
 * Arms failpoints for the life of this process.
 * @param text `name=action` separated by commas, `action` one of `kill`, `stop`, `error`, `delay:MILLISECONDS`, each optionally
 * followed by `@N` for the N-th pass only; `null` arms nothing
 * @throws ConfigError
 */
export function armFailpoints(text: string | null): void {
  armed.clear();
  for (const entry of text?.split(',') ?? []) {
    const [, name, action, ms, nth] =
      /^([a-z-]+)=(kill|stop|error|delay:(\d{1,6}))(?:@([1-9]\d{0,5}))?$/.exec(entry.trim()) ?? [];
    const known = failpoints.find((listed) => listed === name);
    if (!known)
      throw new ConfigError(
        `COUNTERSIGN_FAILPOINTS: ${entry}: must be name=action with action kill, stop, error or delay:MS, optionally @N, and name one of ${failpoints.join(', ')}`,
      );
    armed.set(known, {
      action: ms === undefined ? (action as 'kill' | 'stop' | 'error') : Number(ms),
      nth: nth === undefined ? null : Number(nth),
      passages: 0,
    });
  }
}

/** Performs the action armed for this place, if any. Prints `failpoint NAME` first, for the parent process. */
export async function failpoint(name: FailpointName): Promise<void> {
  const found = armed.get(name);
  if (!found) return;
  found.passages += 1;
  if (found.nth !== null && found.passages !== found.nth) return;
  // Synchronous, because a buffered line would be lost with the process.
  writeSync(1, `failpoint ${name}\n`);
  const { action } = found;
  if (action === 'error') throw new Error(`failpoint ${name}`);
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  else if (action === 'stop') process.kill(process.pid, 'SIGSTOP');
  else await sleep(action);
}
