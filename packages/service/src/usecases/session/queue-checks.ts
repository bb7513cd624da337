import { forcedDelay, forcedOutcome, type SessionData } from '@countersign/core';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  type DecidingRegistry,
  insertJob,
  insertVerification,
  registryJobKind,
} from '../../storage/job/jobs.ts';
import { openRegistryCheck } from '../../storage/registry/registry-checks.ts';
import type { Caller } from './caller.ts';
import { listDocuments } from './read-pictures.ts';
import { decidingRegistryOf } from './registry-record.ts';

/** Queues the call to a registry that has the last word. Call `wake.notify('job')` after the commit. */
export async function queueRegistryCheck(
  tx: Tx,
  key: AttemptKey,
  { registry, mode }: { registry: DecidingRegistry; mode: Caller['mode'] },
): Promise<void> {
  await openRegistryCheck(tx, { ...key, registry });
  await insertJob(tx, { ...key, kind: registryJobKind(`check-${registry}`, mode) });
}

/**
 * Queues the first job of a submitted attempt. If a registry decides alone and there is no document to read, it is called at once: such a
 * session must not wait behind others' pictures. The check takes settings that change meanwhile into account.
 * @see spec/contract.md A-59, A-96
 */
export async function queueChecks(
  tx: Tx,
  { settings, mode }: Caller,
  { key, data }: { key: AttemptKey; data: SessionData },
): Promise<void> {
  const registry = settings.identityVerification ? null : decidingRegistryOf(settings.registry);
  const first = registry !== null && !(mode === 'test' && isForced(data)) && (await hasNoDocument(tx, key));
  if (first) await queueRegistryCheck(tx, key, { registry, mode });
  else await insertVerification(tx, key, { needsPictures: needsPictures({ settings, mode }, data) });
}

/** Whether the decision depends on what the pictures show. */
function needsPictures({ settings, mode }: Pick<Caller, 'settings' | 'mode'>, data: SessionData): boolean {
  const { manualReview, identityVerification, registry } = settings;
  const { firstName } = data.person;
  if (mode === 'test' && forcedOutcome(firstName, { manualReview, attempt: 1 }) !== null) return false;
  return identityVerification || registry !== null;
}

/** Whether a name of A-102 forces the outcome, whichever it is. */
const isForced = ({ person: { firstName, lastName } }: SessionData): boolean =>
  forcedOutcome(firstName, { manualReview: true, attempt: 1 }) !== null || forcedDelay(lastName) !== null;

const hasNoDocument = async (tx: Tx, key: AttemptKey): Promise<boolean> =>
  (await listDocuments(tx, key)).length === 0;
