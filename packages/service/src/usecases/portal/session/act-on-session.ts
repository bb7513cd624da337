import {
  parseCreateSession,
  type PortalCreatedSession,
  type PortalCreateSessionRequest,
  type PortalNoteRequest,
  type PortalRevealed,
  type PortalRevealRequest,
  type PortalReviewed,
  type PortalReviewRequest,
  sessionStatuses,
} from '@countersign/contract';
import { sealText } from '../../../encryption/seal.ts';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import { insertReveal } from '../../../storage/portal/sign-ins.ts';
import { noteLabel, noteSession } from '../../operator/note-session.ts';
import { announceReview, codeFits, lockForReview, reviewIn } from '../../operator/review-session.ts';
import { createSession } from '../../session/create-session.ts';
import { deleteSession } from '../../session/delete-session.ts';
import { dataKeyOf } from '../../session/found-session.ts';
import { readOptions } from '../../session/read-options.ts';
import { asPortal, portalCaller } from '../portal-caller.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { proposeReview, requireReviewed } from './propose-decision.ts';
import { reachSession } from './reach-session.ts';
import { requireIntegration, requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/**
 * Reveals the personal data of a session to this sign-in for 15 minutes; recorded with its reason.
 * @throws PortalRefused not-found, not-allowed
 */
export const revealSession =
  ({ database, vault }: PortalContext) =>
  async (viewer: Viewer, sessionId: string, { reason }: PortalRevealRequest): Promise<PortalRevealed> => {
    const { line, integration } = await reachSession({ database }, viewer, sessionId);
    requireMay(viewer, 'reveal', integration);
    const { dataKey: wrapped, kekVersion } = line;
    if (wrapped === null) throw notFound();
    const dataKey = dataKeyOf(vault, integration.id, { id: sessionId, dataKey: wrapped, kekVersion });
    return database.transaction(async (tx) => {
      const key = { signInId: viewer.signInId, integrationId: integration.id, sessionId };
      const until = await insertReveal(tx, key);
      await insertAudit(tx, {
        integrationId: integration.id,
        actor: viewer.actor,
        action: 'reveal-session',
        sessionId,
        details: { until },
        note: sealText(dataKey, noteLabel, reason),
      });
      return { until };
    });
  };

const verdicts = { approve: 'approve', decline: 'decline', resubmit: 'ask-again' } as const;

/**
 * Decides a session in manual review, or proposes the decision if two people are required.
 * @throws PortalRefused not-found, not-allowed, not-in-review, invalid, changed-meanwhile, proposal-there
 */
export const decideReview =
  (ctx: PortalContext) =>
  async (viewer: Viewer, sessionId: string, request: PortalReviewRequest): Promise<PortalReviewed> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'decide-reviews', integration);
    const review = {
      integrationId: integration.id,
      sessionId,
      verdict: verdicts[request.decision],
      code: request.reasonCode ?? null,
      note: request.note ?? null,
      actor: viewer.actor,
    };
    if (!codeFits(review))
      throw new PortalRefused(
        'invalid',
        'reasonCode: must be one that fits the decision; none for an approval',
        { member: 'reasonCode' },
      );
    const decided = await asPortal(() =>
      ctx.database.transaction(async (tx) => {
        const opened = await lockForReview(tx, ctx, review);
        if (opened === null) throw notFound();
        if (!opened.settings.fourEyes) return reviewIn(tx, opened, review);
        await proposeReview(tx, viewer, { opened, review });
        return null;
      }),
    );
    if (decided === null) return { status: 'review', proposed: true };
    const { status } = requireReviewed(decided);
    announceReview(ctx, { status });
    return { status: sessionStatuses.find((each) => each === status) ?? 'review', proposed: false };
  };

/** Adds a note to the history of a session. @throws PortalRefused not-found, not-allowed */
export const addNote =
  (ctx: PortalContext) =>
  async (viewer: Viewer, sessionId: string, { text }: PortalNoteRequest): Promise<void> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'triage', integration);
    const note = { integrationId: integration.id, sessionId, note: text, actor: viewer.actor };
    const { outcome } = await noteSession(ctx)(note);
    if (outcome === 'unknown-session') throw notFound();
  };

/**
 * Deletes a session like DELETE /sessions/{sessionId}, with its limits.
 * @throws PortalRefused not-found, not-allowed, step-up, being-processed, on-hold, too-many
 */
export const removeSession =
  (ctx: PortalContext) =>
  async (viewer: Viewer, sessionId: string): Promise<void> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'delete-sessions', integration);
    requireStepUp(viewer);
    const caller = await portalCaller(ctx, viewer, integration);
    await asPortal(() => deleteSession(ctx)({ caller, sessionId }));
  };

/** Creates a session as POST /sessions does. @throws PortalRefused not-found, not-allowed, invalid, session-limit */
export const openSession = (ctx: PortalContext) => {
  const create = createSession(ctx);
  const readOptionsOf = readOptions(ctx);
  return async (viewer: Viewer, request: PortalCreateSessionRequest): Promise<PortalCreatedSession> => {
    const { integrationId, ...verification } = request;
    const integration = requireIntegration(viewer, integrationId);
    requireMay(viewer, 'create-sessions', integration);
    const caller = await portalCaller(ctx, viewer, integration);
    return asPortal(async () => {
      const session = parseCreateSession({ verification }, readOptionsOf(caller));
      const { verification: made } = await create({ caller, session, repeatable: null });
      return { id: made.id, url: made.url };
    });
  };
};
