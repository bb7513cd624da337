/**
 * Redaction removes all personal data of a session and keeps what shows how it was decided. All sealed values of a session are under
 * its data key. What is kept is therefore sealed again under a new key, and the old key is overwritten in the same transaction, so
 * that any value that was overlooked cannot be opened any more. Files are deleted by the job that erases pictures.
 */
import { emitJson } from '@countersign/contract';
import { decisionBody, fullAutoVerification, isFinal, type SessionData } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, seal, SealBroken, sealJson, sealText, unsealJson } from '../../encryption/seal.ts';
import { findNewestAttempt, lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { insertErasure } from '../../storage/session/erasures.ts';
import { insertJob } from '../../storage/job/jobs.ts';
import {
  findRedactionState,
  listStoredDecisions,
  type RedactedDecision,
  type StoredDecision,
  writeRedaction,
} from '../../storage/session/redactions.ts';
import { listStatusEntries } from '../../storage/session/user-statuses.ts';
import { sessionLabel } from './found-session.ts';
import { decryptAttempt, type DecryptedAttempt } from './record-decision.ts';
import { reasonLabel, userDefinedData } from './status-entry.ts';

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/** `done`: it was already redacted; all others: why not, or not yet. */
export type RedactionOutcome =
  | { outcome: 'unknown-session' | 'done' | 'on-hold' | 'not-ended' | 'webhooks-waiting' }
  | { outcome: 'redacted'; attemptId: string; dataKey: DataKey };

/**
 * Redacts a session in the caller's transaction, which records it under the new key and wakes the workers.
 * @param evenSo redacts even while it is on hold or work waits for it, as after restoring a backup
 * @see spec/contract.md A-274
 */
export async function redactIn(
  tx: Tx,
  ctx: Pick<ServiceContext, 'vault'>,
  { key, actor, evenSo = false }: { key: SessionKey; actor: string; evenSo?: boolean },
): Promise<RedactionOutcome> {
  const attemptId = await findNewestAttempt(tx, key);
  if (attemptId === null) return { outcome: 'unknown-session' };
  const row = await lockAttempt(tx, { ...key, attemptId });
  const opened = row && decryptAttempt(ctx, { ...key, attemptId }, row);
  if (!opened) return { outcome: 'unknown-session' };
  const state = await findRedactionState(tx, key);
  if (state.redacted) return { outcome: 'done' };
  if (!isFinal(row.sessionStatus)) return { outcome: 'not-ended' };
  if (!evenSo && state.held) return { outcome: 'on-hold' };
  if (!evenSo && state.jobs) return { outcome: 'not-ended' };
  if (!evenSo && state.webhooks) return { outcome: 'webhooks-waiting' };
  const { dataKey, wrapped, kekVersion } = ctx.vault.newDataKey(key);
  const session = redactedData(opened.session);
  await writeRedaction(tx, {
    ...key,
    dataKey: wrapped,
    kekVersion,
    sealed: sealJson(dataKey, sessionLabel, session),
    decisions: (await listStoredDecisions(tx, key)).map((each) =>
      redactedDecision(opened, each, { dataKey, session }),
    ),
    reasons: await listedReasons(tx, opened, dataKey),
  });
  await insertErasure(tx, { ...key, scope: 'redaction', actor });
  await insertJob(tx, { ...key, kind: 'erase-session', attemptId: null });
  return { outcome: 'redacted', attemptId, dataKey };
}

/**
 * Opens a value that may be from before a redaction.
 * @returns `null` if it is: its key no longer exists.
 * @throws SealBroken for a session that was not redacted
 */
export function unsealKept<Value>({ redacted }: { redacted: boolean }, unsealed: () => Value): Value | null {
  try {
    return unsealed();
  } catch (error) {
    if (redacted && error instanceof SealBroken) return null;
    throw error;
  }
}

/**
 * The client's own identifiers and the consents are kept; a client that puts personal data into its identifiers deletes the session
 * instead.
 */
const redactedData = ({
  vendorData,
  endUserId,
  consents,
  proofOfAddressTypes,
}: SessionData): SessionData => ({
  vendorData,
  endUserId,
  callback: null,
  person: {},
  document: {},
  address: {},
  consents,
  proofOfAddressTypes,
});

interface Frozen {
  verification: Record<'reason' | 'decisionTime' | 'acceptanceTime' | 'submissionTime', string | null> & {
    reasonCode: number | null;
  };
}

/** The frozen decision without the person, with every member that the integration's decisions have now. */
function redactedDecision(
  { key, dataKey: oldKey, settings }: DecryptedAttempt,
  { id, attemptId, status, body }: StoredDecision,
  { dataKey, session }: { dataKey: DataKey; session: SessionData },
): RedactedDecision {
  const { verification } = unsealJson<Frozen>(oldKey, `decision:${id}`, body);
  const { reason, reasonCode, decisionTime, acceptanceTime, submissionTime } = verification;
  const left = decisionBody({
    sessionId: key.sessionId,
    attemptId,
    session,
    status,
    reason,
    reasonCode,
    decisionTime: decisionTime ?? '',
    acceptanceTime: acceptanceTime ?? '',
    submissionTime,
    reading: null,
    registry: null,
    onlyScreened: true,
    risk: { score: null, labels: [] },
    ip: null,
    features: settings,
  });
  const fullAuto = fullAutoVerification({ status, seen: null });
  return {
    id,
    body: seal(dataKey, `decision:${id}`, Buffer.from(emitJson(left))),
    fullAuto: sealJson(dataKey, `full-auto:${id}`, fullAuto),
  };
}

/** Keeps reasons chosen from the integration's list; free text may be about the person. */
async function listedReasons(tx: Tx, { key, dataKey: oldKey }: DecryptedAttempt, dataKey: DataKey) {
  const entries = await listStatusEntries(tx, key);
  return entries.flatMap((entry) => {
    const { reason } = userDefinedData(oldKey, entry);
    if (reason === null || entry.reasonCode === null) return [];
    return [{ id: entry.id, reason: sealText(dataKey, reasonLabel(entry.id), reason) }];
  });
}
