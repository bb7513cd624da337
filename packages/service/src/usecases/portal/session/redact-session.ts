import type { PortalRedactRequest, PortalSession } from '@countersign/contract';
import { isFinal } from '@countersign/core';
import { sealText } from '../../../encryption/seal.ts';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import type { PortalSessionLine } from '../../../storage/portal/portal-sessions.ts';
import { findRedaction } from '../../../storage/session/redactions.ts';
import { noteLabel } from '../../operator/note-session.ts';
import type { DecryptedAttempt } from '../../session/record-decision.ts';
import { redactIn } from '../../session/redaction.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, onHold, PortalRefused } from '../portal-refused.ts';
import { reachSession } from './reach-session.ts';
import { actorNames } from './session-timeline.ts';
import { requireMay, requireStepUp, type Viewer } from '../viewer.ts';

const refusals = {
  'on-hold': onHold,
  'not-ended': () =>
    new PortalRefused('being-processed', 'The session is not over yet; redact it once it has ended.'),
  'webhooks-waiting': () =>
    new PortalRefused(
      'webhooks-waiting',
      'Webhooks of the session are not delivered yet: redact it once they are, or have been given up.',
    ),
};

/**
 * Redacts a session; repeating it has no effect. The reason is recorded in its history.
 * @throws PortalRefused not-found, not-allowed, step-up, on-hold, being-processed, webhooks-waiting
 */
export const redactSession =
  (ctx: PortalContext) =>
  async (viewer: Viewer, sessionId: string, { reason }: PortalRedactRequest): Promise<void> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'delete-sessions', integration);
    requireStepUp(viewer);
    const keys = await ctx.keyRing.ofIntegration(integration.id);
    if (keys?.settings.deletion !== true)
      throw new PortalRefused(
        'not-allowed',
        'This is not enabled for this integration: your operator can enable it.',
      );
    const key = { integrationId: integration.id, sessionId };
    const { actor } = viewer;
    await ctx.database.transaction(async (tx) => {
      const done = await redactIn(tx, ctx, { key, actor });
      if (done.outcome === 'done') return;
      if (done.outcome === 'unknown-session') throw notFound();
      if (done.outcome !== 'redacted') throw refusals[done.outcome]();
      const { attemptId, dataKey } = done;
      const note = sealText(dataKey, noteLabel, reason.trim());
      await insertAudit(tx, { ...key, attemptId, actor, action: 'redact-session', note });
    });
    ctx.wake.notify('job');
  };

/** Whether and by whom a session was redacted, for its page. */
export async function shownRedaction(
  tx: Tx,
  { viewer, line }: { viewer: Viewer; line: PortalSessionLine },
): Promise<PortalSession['redacted']> {
  const found = await findRedaction(tx, { integrationId: line.integrationId, sessionId: line.id });
  if (!found) return null;
  const nameOf = await actorNames({ database: tx }, viewer, [found]);
  return { at: found.at, by: nameOf(found.actor) ?? found.actor };
}

/** Whether it can be redacted, leaving aside jobs and webhooks. */
export const isRedactable = (
  { settings }: Pick<DecryptedAttempt, 'settings'>,
  { status }: Pick<PortalSessionLine, 'status'>,
): boolean => settings.deletion && isFinal(status);
