import type { OwnIntegration } from '../../../storage/portal/organisations.ts';
import { findPortalSession, type PortalSessionLine } from '../../../storage/portal/portal-sessions.ts';
import { findReveal } from '../../../storage/portal/sign-ins.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound } from '../portal-refused.ts';
import { may, requireIntegration, requireMay, type Viewer } from '../viewer.ts';

/** A session the viewer has access to. */
export interface ReachedSession {
  line: PortalSessionLine;
  integration: OwnIntegration;
  /** Until when this sign-in can see personal data; `null`: masked. */
  revealedUntil: string | null;
}

/** @throws PortalRefused not-found, not-allowed */
export async function reachSession(
  { database }: Pick<PortalContext, 'database'>,
  viewer: Viewer,
  sessionId: string,
): Promise<ReachedSession> {
  const integrationIds = viewer.integrations.map(({ id }) => id);
  const line = await findPortalSession(database, { integrationIds, sessionId });
  if (!line) throw notFound();
  const integration = requireIntegration(viewer, line.integrationId);
  requireMay(viewer, 'see-sessions', integration);
  const key = { signInId: viewer.signInId, integrationId: integration.id, sessionId };
  const revealedUntil = may(viewer, 'reveal', integration) ? await findReveal(database, key) : null;
  return { line, integration, revealedUntil };
}
