import {
  type AttemptEvent,
  type CheckResult,
  type Crosslinks,
  decisionBody,
  decisionCode,
  type DecidedStatus,
  type DecisionRegistry,
  type DocumentReading,
  fullAutoBody,
  fullAutoVerification,
  genuineScore,
  type InsightInput,
  isFinal,
  nextAttempt,
  nextSession,
  noCrosslinks,
  type RiskLabel,
  type SessionData,
  type SessionEvent,
  wireReason,
} from '@countersign/core';
import type { PictureFindings } from '@countersign/findings';
import { emitJson, limits, type ReasonCause } from '@countersign/contract';
import { type IntegrationSettings, settingsOf } from '../../settings/integration-settings.ts';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealJson, unsealText, seal, sealJson } from '../../encryption/seal.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import {
  type DecidableAttempt,
  type DecisionKind,
  insertDecision,
  moveDecided,
  newDecisionId,
} from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { overtakeProposals } from '../../storage/session/proposals.ts';
import { insertWebhook, withdrawHeld } from '../../storage/webhook/webhooks.ts';
import { forgetFaces } from './forget-faces.ts';
import { type KeptFindings, openStoredFindings } from './stored-findings.ts';

/** How an attempt ended, whoever or whatever ended it. */
export interface Conclusion {
  sessionEvent: SessionEvent;
  attemptEvent: AttemptEvent;
  kind: DecisionKind;
  actor: string;
  /** Granular code of A-100; `null` if the status has none. */
  code: number | null;
  /** What is known beyond the code; absent if its text is sufficient. */
  cause?: ReasonCause | null;
  decidedBy: string | null;
  reading: DocumentReading | null;
  findings: PictureFindings | null;
  links: Crosslinks;
  results: readonly CheckResult[];
  labels: RiskLabel[];
  /**
   * The registry's answer; `null` if none was called, for instance in a review of identity checks, because a registry is called only if
   * these end in approval.
   */
  registry: DecisionRegistry | null;
}

/** The values published for an attempt that ends without a decision about it. */
export const nothingShown = {
  reading: null,
  findings: null,
  links: noCrosslinks,
  results: [],
  labels: [],
  registry: null,
} as const satisfies Partial<Conclusion>;

/** What the pictures of an attempt showed, `null` if they have not been inspected yet. @throws SealBroken, StoredDamaged */
export const decryptFindings = ({ key, row, dataKey }: DecryptedAttempt): KeptFindings | null =>
  openStoredFindings(dataKey, key.attemptId, row.findings);

/** The session or attempt is no longer in the state from which the conclusion starts: another writer was first. */
export class MoveRefused extends Error {
  constructor() {
    super('the session has moved on');
    this.name = 'MoveRefused';
  }
}

/** The decrypted contents of the locked rows that a decision needs. */
export interface DecryptedAttempt {
  key: AttemptKey;
  row: DecidableAttempt;
  dataKey: DataKey;
  session: SessionData;
  settings: IntegrationSettings;
}

/** Opens the sealed members of a locked attempt. @returns null if the session was erased */
export function decryptAttempt(
  { vault }: Pick<ServiceContext, 'vault'>,
  key: AttemptKey,
  row: DecidableAttempt,
): DecryptedAttempt | null {
  if (!row.dataKey || !row.sealed || row.deletedAt) return null;
  const { integrationId, sessionId } = key;
  const dataKey = vault.openDataKey({
    integrationId,
    sessionId,
    wrapped: row.dataKey,
    kekVersion: row.kekVersion,
  });
  const session = unsealJson<SessionData>(dataKey, 'session', row.sealed);
  return { key, row, dataKey, session, settings: settingsOf(row.mode, row.settings) };
}

/**
 * The day, `YYYY-MM-DD`, by which dates and ages of an attempt are judged: that of its submission, in UTC. A document that was valid then
 * does not expire while the attempt waits for a worker, a registry or a reviewer.
 * @see spec/contract.md A-439
 */
export const judgementDay = ({
  submissionTime,
  now,
}: Pick<DecidableAttempt, 'submissionTime' | 'now'>): string => (submissionTime ?? now).slice(0, 10);

/**
 * Writes one decision: its frozen body, the move of session and attempt, the audit row and the webhook commit together or not
 * at all. The caller holds the locks and, for a job, finishes it in the same transaction.
 * @throws MoveRefused
 * @see spec/contract.md
 */
export async function recordDecision(
  tx: Tx,
  opened: DecryptedAttempt,
  conclusion: Conclusion,
): Promise<DecidedStatus> {
  const { key, row, dataKey, settings } = opened;
  const sessionMove = nextSession(row.sessionStatus, conclusion.sessionEvent);
  const attemptMove = nextAttempt(row.attemptStatus, conclusion.attemptEvent);
  if (!sessionMove?.to || !attemptMove?.to) throw new MoveRefused();
  const status = sessionMove.to as DecidedStatus;
  const wire = wireReason(conclusion.code, settings.granularReasonCodes);
  const body = Buffer.from(emitJson(bodyOf(opened, conclusion, status)));
  const fullAuto = fullAutoVerification({ status, seen: seenOf(opened, conclusion) });
  const id = newDecisionId();
  await insertDecision(tx, {
    ...key,
    id,
    kind: conclusion.kind,
    status,
    code: decisionCode(status),
    reasonCode: wire.reasonCode,
    decidedBy: conclusion.decidedBy,
    final: isFinal(status),
    body: seal(dataKey, `decision:${id}`, body),
    fullAuto: sealJson(dataKey, `full-auto:${id}`, fullAuto),
  });
  const moved = await moveDecided(tx, {
    ...key,
    session: { from: row.sessionStatus, to: status },
    attempt: { from: row.attemptStatus, to: attemptMove.to },
    windowSeconds: status === 'resubmission_requested' ? settings.resubmissionWindowSeconds : null,
    reasonCode: wire.reasonCode,
    actor: conclusion.actor,
    action: conclusion.sessionEvent,
  });
  if (!moved) throw new MoveRefused();
  if (isFinal(status)) {
    await withdrawHeld(tx, key);
    if (row.attemptCount > 1 || conclusion.kind !== 'automatic') await forgetFaces(tx, opened);
  }
  if (row.sessionStatus === 'review') await overtakeProposals(tx, key, 'review');
  if (sessionMove.emit === 'decision') {
    // Only an answer that comes while the person waits for it can be redone in place.
    const isHeld = conclusion.sessionEvent === 'ask_again' && row.fedBy === 'flow';
    await enqueueDecision(tx, { opened, body, isHeld }, fullAuto);
  }
  return status;
}

/** The data on which insights are based. */
function seenOf(
  { row, session, settings: policy }: DecryptedAttempt,
  { findings, reading, links, results }: Conclusion,
): InsightInput | null {
  if (!findings || !reading) return null;
  return { session, findings, reading, policy, links, results, today: judgementDay(row) };
}

function bodyOf(
  { key, row, dataKey, session, settings }: DecryptedAttempt,
  conclusion: Conclusion,
  status: DecidedStatus,
) {
  const genuine = conclusion.findings ? genuineScore(conclusion.findings, conclusion.reading) : null;
  return decisionBody({
    sessionId: key.sessionId,
    attemptId: key.attemptId,
    session,
    status,
    ...wireReason(conclusion.code, settings.granularReasonCodes, conclusion.cause),
    decisionTime: row.now,
    acceptanceTime: row.acceptanceTime,
    submissionTime: row.submissionTime,
    reading: conclusion.reading,
    registry: conclusion.registry,
    onlyScreened: !settings.identityVerification && settings.registry === null && !row.isValidation,
    risk: {
      score: genuine === null ? null : Math.round((1 - genuine) * 100) / 100,
      labels: conclusion.labels,
    },
    ip: row.fedBy === 'flow' && row.address ? unsealText(dataKey, 'address', row.address) : null,
    features: settings,
  });
}

interface DecidedAttempt {
  opened: DecryptedAttempt;
  body: Buffer;
  /** The webhook waits while the person can redo the steps in place. */
  isHeld: boolean;
}

/** Full-auto integrations get their own webhook, and never a decision. */
async function enqueueDecision(
  tx: Tx,
  { opened, body, isHeld }: DecidedAttempt,
  fullAuto: FullAuto,
): Promise<void> {
  const { key, dataKey, row, session, settings } = opened;
  const { vendorData, endUserId } = session;
  const occasion = { ...key, vendorData, endUserId, acceptanceTime: row.acceptanceTime, time: row.now };
  await insertWebhook(tx, {
    ...key,
    ...(settings.fullAuto
      ? { type: 'full-auto', body: Buffer.from(emitJson(fullAutoBody(occasion, fullAuto))) }
      : { type: 'decision', body }),
    dataKey,
    holdSeconds: isHeld ? limits.holdSeconds : 0,
  });
}

type FullAuto = ReturnType<typeof fullAutoVerification>;
