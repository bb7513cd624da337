import { lifetimeEvent, type SessionEvent } from '@countersign/core';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { findNewestDecision, lockAttempt } from '../../storage/session/decisions.ts';
import {
  abandonAttempt,
  type DueSession,
  type EndingSession,
  lockEndingSession,
} from '../../storage/session/due-sessions.ts';
import { judgeKeptFindings } from './judge-kept-findings.ts';
import { decidingRegistry } from './registry-record.ts';
import {
  type Conclusion,
  decryptAttempt,
  type DecryptedAttempt,
  nothingShown,
  recordDecision,
} from './record-decision.ts';

/**
 * Ends a session whose lifetime or resubmission window has expired, if that is still so under the session's lock. A submission
 * that got the lock first has cancelled the end.
 * @returns whether the session was ended
 * @see spec/contract.md
 */
export const endSession =
  (ctx: ServiceContext) =>
  async (due: DueSession): Promise<boolean> => {
    const ended = await ctx.database.transaction((tx) => endLocked(ctx, tx, due));
    if (!ended) return false;
    await failpoint('session-end-committed');
    ctx.metrics.decisions.inc(ended);
    ctx.wake.notify('webhook');
    return true;
  };

/** @returns the recorded decision, `null` when the session does not end now */
async function endLocked(
  ctx: ServiceContext,
  tx: Tx,
  due: DueSession,
): Promise<{ status: string; kind: string } | null> {
  const session = await lockEndingSession(tx, due);
  const end = session && (await endOf(tx, due, session));
  if (!end) return null;
  const key = { integrationId: due.integrationId, sessionId: due.sessionId, attemptId: end.attemptId };
  const row = await lockAttempt(tx, key);
  const opened = row && decryptAttempt(ctx, key, row);
  if (!opened) return null;
  if (end.event === 'end_window_of_registry_check' && session.openAttemptId) {
    await abandonAttempt(tx, { integrationId: due.integrationId, attemptId: session.openAttemptId });
  }
  const conclusion = await conclusionOf(tx, end, opened);
  return { status: await recordDecision(tx, opened, conclusion), kind: conclusion.kind };
}

interface End {
  event: SessionEvent;
  attemptId: string;
  code: number | null;
}

/** Which end applies, and to which attempt; `null` when none does. */
async function endOf(tx: Tx, due: DueSession, session: EndingSession): Promise<End | null> {
  const { status, opened, lifetimeOver, windowOver, openAttemptId, submittedAttemptId } = session;
  const attemptId = openAttemptId ?? submittedAttemptId;
  if (status === 'resubmission_requested' && windowOver) {
    const decision = await findNewestDecision(tx, due);
    if (decision?.decidedBy === 'registry') {
      return {
        event: 'end_window_of_registry_check',
        attemptId: decision.attemptId,
        code: decision.reasonCode,
      };
    }
    return attemptId ? { event: 'end_window', attemptId, code: null } : null;
  }
  const event = lifetimeOver ? lifetimeEvent(status, opened) : null;
  return event && attemptId ? { event, attemptId, code: null } : null;
}

async function conclusionOf(tx: Tx, { event, code }: End, opened: DecryptedAttempt): Promise<Conclusion> {
  const byWindow = event === 'end_window_of_registry_check';
  const shown = byWindow
    ? { ...(await judgeKeptFindings(tx, opened)), registry: await decidingRegistry(tx, opened) }
    : nothingShown;
  return {
    sessionEvent: event,
    attemptEvent: attemptEventOf(event),
    kind: event.startsWith('end_window') ? 'timeout' : 'lifetime',
    actor: 'worker',
    code,
    decidedBy: byWindow ? 'registry' : null,
    ...shown,
  };
}

function attemptEventOf(event: SessionEvent): Conclusion['attemptEvent'] {
  if (event === 'end_window_of_registry_check') return 'session_declined_by_window';
  return event === 'end_lifetime_unopened' ? 'session_expired' : 'session_abandoned';
}
