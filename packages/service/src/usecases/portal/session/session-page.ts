import { type PortalField, type PortalSession } from '@countersign/contract';
import { maskField, nextSession, shownFields } from '@countersign/core';
import type { Tx } from '../../../storage/engine/database.ts';
import { findNewestAttempt, lockAttempt } from '../../../storage/session/decisions.ts';
import {
  listAttemptLines,
  listDecisionLines,
  listMediumLines,
  type PortalSessionLine,
} from '../../../storage/portal/portal-sessions.ts';
import { listPortalWebhooks } from '../../../storage/portal/portal-webhooks.ts';
import { isUnanswered, listRegistryChecks } from '../../../storage/registry/registry-checks.ts';
import { listRegistryOutages, outageSince } from '../../../storage/registry/registry-outages.ts';
import { decryptAttempt, decryptFindings, type DecryptedAttempt } from '../../session/record-decision.ts';
import { decryptRegistryResult } from '../../session/registry-record.ts';
import { reasonText, sessionRow, shownReference } from './find-sessions.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound } from '../portal-refused.ts';
import { type ReachedSession, reachSession } from './reach-session.ts';
import { shownProposals } from './proposals.ts';
import { isRedactable, shownRedaction } from './redact-session.ts';
import { sessionFraudReport } from './session-fraud-report.ts';
import { sessionScreening } from './session-screening.ts';
import { listAttemptStatuses } from './attempt-statuses.ts';
import { sessionTimeline } from './session-timeline.ts';
import { may, type Viewer } from '../viewer.ts';

/** Everything shown on a session's page. @throws PortalRefused not-found, not-allowed */
export const showSessionPage =
  (ctx: PortalContext) =>
  async (viewer: Viewer, sessionId: string): Promise<PortalSession> => {
    const reached = await reachSession(ctx, viewer, sessionId);
    const timeline = await sessionTimeline(ctx, viewer, { sessionId, integration: reached.integration });
    const statusesOf = await listAttemptStatuses(ctx, viewer, reached);
    return ctx.database.transaction(async (tx) => {
      const opened = await openNewest(tx, ctx, reached);
      const { line, integration, revealedUntil } = reached;
      const isRevealed = revealedUntil !== null;
      const { row, data } = sessionRow(ctx, line, isRevealed);
      const fields = fieldsOf(opened, isRevealed);
      const proposals = await shownProposals(tx, opened, { viewer, integration });
      const isProposed = proposals.some(({ kind }) => kind === 'review');
      const redacted = await shownRedaction(tx, { viewer, line });
      return {
        ...row,
        mode: integration.mode,
        endUserId: shownReference(data?.endUserId ?? null, isRevealed),
        expiresAt: line.expiresAt,
        plainReason: row.reason,
        attemptList: await attemptsOf(tx, line, statusesOf),
        ...fields,
        registryChecks: await checksOf(tx, opened),
        screening: await sessionScreening(tx, opened, {
          viewer,
          integration,
          isRevealed,
          mayTriage: may(viewer, 'triage', integration),
        }),
        ...(await sessionFraudReport(tx, opened, may(viewer, 'triage', integration))),
        webhooks: await webhooksOf(tx, line),
        timeline,
        revealedUntil,
        canReveal: may(viewer, 'reveal', integration),
        canReview: may(viewer, 'decide-reviews', integration) && line.status === 'review' && !isProposed,
        canNote: may(viewer, 'triage', integration),
        canSetStatus: may(viewer, 'triage', integration),
        canDelete: may(viewer, 'delete-sessions', integration) && isDeletable(opened, line),
        proposals,
        fourEyes: opened.settings.fourEyes,
        redacted,
        canRedact:
          redacted === null && may(viewer, 'delete-sessions', integration) && isRedactable(opened, line),
      };
    });
  };

async function openNewest(
  tx: Tx,
  ctx: PortalContext,
  { line: { integrationId, id: sessionId } }: ReachedSession,
): Promise<DecryptedAttempt> {
  const attemptId = await findNewestAttempt(tx, { integrationId, sessionId });
  if (attemptId === null) throw notFound();
  const key = { integrationId, sessionId, attemptId };
  const row = await lockAttempt(tx, key);
  const opened = row && decryptAttempt(ctx, key, row);
  if (!opened) throw notFound();
  return opened;
}

const isDeletable = ({ settings }: DecryptedAttempt, { status }: PortalSessionLine): boolean =>
  settings.deletion &&
  status !== 'submitted' &&
  status !== 'review' &&
  Boolean(nextSession(status, 'delete'));

function fieldsOf(
  opened: DecryptedAttempt,
  isRevealed: boolean,
): { person: PortalField[]; document: PortalField[] } {
  const all = shownFields(decryptFindings(opened), opened.session);
  const shown = (field: string, value: string | null) =>
    value === null || isRevealed ? value : maskField(field, value);
  const ofGroup = (wanted: string) =>
    all
      .filter(({ group }) => group === wanted)
      .map(({ field, supplied, read, agreement }) => ({
        field,
        supplied: shown(field, supplied),
        read: shown(field, read),
        agreement,
      }));
  return { person: ofGroup('person'), document: ofGroup('document') };
}

async function attemptsOf(
  tx: Tx,
  line: PortalSessionLine,
  statusesOf: Awaited<ReturnType<typeof listAttemptStatuses>>,
): Promise<PortalSession['attemptList']> {
  const key = { integrationId: line.integrationId, sessionId: line.id };
  const attempts = await listAttemptLines(tx, key);
  const decisions = await listDecisionLines(tx, key);
  const media = await listMediumLines(tx, key);
  const of =
    (attempt: { id: string }) =>
    ({ attemptId }: { attemptId: string }) =>
      attemptId === attempt.id;
  return attempts.map((attempt) => ({
    ...attempt,
    decisions: decisions.filter(of(attempt)).map((decision) => ({
      status: decision.status,
      code: decision.code,
      reasonCode: decision.reasonCode,
      reason: reasonText(decision.reasonCode),
      kind: decision.kind,
      decidedBy: decision.decidedBy,
      final: decision.final,
      createdAt: decision.createdAt,
    })),
    media: media
      .filter(of(attempt))
      .map(({ id, context, mimetype, size }) => ({ id, context, mimetype, size })),
    statuses: statusesOf(attempt.id),
  }));
}

async function checksOf(
  tx: Tx,
  { key, dataKey, row: { mode } }: DecryptedAttempt,
): Promise<PortalSession['registryChecks']> {
  const checks = await listRegistryChecks(tx, key);
  // Only live registries have outages; test integrations are answered by simulators.
  const isOutageNews = mode === 'live' && checks.some(isUnanswered);
  const outages = isOutageNews ? await listRegistryOutages(tx) : [];
  return checks.map((check) => {
    const kept = decryptRegistryResult(dataKey, check);
    const { attemptId, registry, startedAt, createdAt, nextTryAt, endedAt } = check;
    return {
      attemptId,
      registry,
      state: endedAt === null ? 'waiting' : 'ended',
      result: kept?.result?.kind ?? null,
      row: kept?.row ?? null,
      advice: kept ? kept.advice.map(String) : [],
      // A postponed attempt resets its count to 0.
      starts: check.starts + check.deferrals,
      startedAt,
      nextTryAt,
      endedAt,
      unanswered: isUnanswered(check)
        ? { since: createdAt, outageSince: outageSince(outages, registry) }
        : null,
    };
  });
}

async function webhooksOf(tx: Tx, line: PortalSessionLine): Promise<PortalSession['webhooks']> {
  const webhooks = await listPortalWebhooks(tx, {
    integrationIds: [line.integrationId],
    type: null,
    state: null,
    sessionId: line.id,
    since: null,
    before: null,
    limit: 100,
  });
  return webhooks.map(({ id, type, state, attempts, createdAt }) => ({
    id,
    type,
    state,
    attempts,
    createdAt,
  }));
}
