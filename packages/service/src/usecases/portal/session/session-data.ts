import type { IntegrationKeys } from '../../../signing/key-ring.ts';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import { findSessionOfMedia } from '../../../storage/session/media.ts';
import { getMedia, type MediaFile } from '../../media/get-media.ts';
import { getDecision } from '../../session/get-decision.ts';
import { asPortal, portalCaller } from '../portal-caller.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { reachSession, type ReachedSession } from './reach-session.ts';
import { requireMay, type Viewer } from '../viewer.ts';

/** Personal data only after a reveal of this sign-in. @throws PortalRefused reveal-required, not-allowed */
export function requireRevealed(viewer: Viewer, { integration, revealedUntil }: ReachedSession): void {
  requireMay(viewer, 'reveal', integration);
  if (revealedUntil === null)
    throw new PortalRefused('reveal-required', 'Reveal the personal data of this session first.');
}

/** Which medium, and how it is read. */
export interface ViewedMedium {
  sessionId: string;
  mediaId: string;
  signal: AbortSignal;
  /** Receives all bytes once, beforehand; the next ones are read when it resolves. */
  observe: (bytes: Buffer) => Promise<void>;
}

/** One medium of a session that is revealed; recorded. @throws PortalRefused not-found, not-allowed, reveal-required */
export const viewMedium = (ctx: PortalContext) => {
  const get = getMedia(ctx);
  return async (
    viewer: Viewer,
    { sessionId, mediaId, signal, observe }: ViewedMedium,
  ): Promise<MediaFile> => {
    const reached = await reachSession(ctx, viewer, sessionId);
    requireRevealed(viewer, reached);
    const integrationId = reached.integration.id;
    const owner = await findSessionOfMedia(ctx.database, { integrationId, mediaId });
    if (owner !== sessionId) throw notFound();
    await noteView(ctx, viewer, { integrationId, sessionId, action: 'view-media', details: { mediaId } });
    const caller = await portalCaller(ctx, viewer, reached.integration);
    return asPortal(() => get({ caller, mediaId, signal, observe }));
  };
};

/** The bytes of GET decision with what signs them. @throws PortalRefused not-found, not-allowed, reveal-required */
export const viewDecision = (ctx: PortalContext) => {
  const get = getDecision(ctx);
  return async (
    viewer: Viewer,
    sessionId: string,
  ): Promise<{ bytes: Buffer; keys: IntegrationKeys | null }> => {
    const reached = await reachSession(ctx, viewer, sessionId);
    requireRevealed(viewer, reached);
    const integrationId = reached.integration.id;
    const caller = await portalCaller(ctx, viewer, reached.integration);
    const bytes = await asPortal(() => get({ caller, sessionId }));
    await noteView(ctx, viewer, { integrationId, sessionId, action: 'view-decision', details: {} });
    return { bytes, keys: await ctx.keyRing.ofIntegration(integrationId) };
  };
};

interface View {
  integrationId: string;
  sessionId: string | null;
  action: 'view-media' | 'view-decision' | 'view-webhook-body';
  details: Record<string, unknown>;
}

/** Records that somebody saw personal data. */
export const noteView = (
  { database }: Pick<PortalContext, 'database'>,
  viewer: Viewer,
  view: View,
): Promise<void> => database.transaction((tx) => insertAudit(tx, { ...view, actor: viewer.actor }));
