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

/** Allows personal data only after this sign-in has revealed it. @throws PortalRefused reveal-required, not-allowed */
export function requireRevealed(viewer: Viewer, { integration, revealedUntil }: ReachedSession): void {
  requireMay(viewer, 'reveal', integration);
  if (revealedUntil === null)
    throw new PortalRefused('reveal-required', 'Reveal the personal data of this session first.');
}

/** The media file to view, and how to read it. */
export interface ViewedMedium {
  sessionId: string;
  mediaId: string;
  signal: AbortSignal;
  /** Receives all bytes once, beforehand; more are read when it resolves. */
  observe: (bytes: Buffer) => Promise<void>;
}

/** One media file of a revealed session; recorded. @throws PortalRefused not-found, not-allowed, reveal-required */
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

/** The bytes of GET decision and the key that signs them. @throws PortalRefused not-found, not-allowed, reveal-required */
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

/** Records a view of personal data. */
export const noteView = (
  { database }: Pick<PortalContext, 'database'>,
  viewer: Viewer,
  view: View,
): Promise<void> => database.transaction((tx) => insertAudit(tx, { ...view, actor: viewer.actor }));
