import type { PortalBulkStatusRequest, PortalBulkStatusResult, PortalErrorCode } from '@countersign/contract';
import { Unavailable } from '../../../runtime/unavailable.ts';
import { findNewestAttempt } from '../../../storage/session/decisions.ts';
import { findPortalSession } from '../../../storage/portal/portal-sessions.ts';
import { listStatusEntries } from '../../../storage/session/user-statuses.ts';
import { addUserStatus } from '../../session/add-user-status.ts';
import { removeUserStatus } from '../../session/remove-user-status.ts';
import { statusRefused } from './own-statuses.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { requireIntegration, requireMay, type Viewer } from '../viewer.ts';

/**
 * Adds a status to the newest attempts of several sessions, or removes it, as on a session's page: each in its own
 * transaction, with its audit entry and its webhook. An error for one session does not affect the others.
 * @throws PortalRefused not-found, not-allowed: for the integration as a whole
 */
export const changeStatuses =
  (ctx: PortalContext) =>
  async (viewer: Viewer, request: PortalBulkStatusRequest): Promise<PortalBulkStatusResult> => {
    requireMay(viewer, 'triage', requireIntegration(viewer, request.integrationId));
    const results: PortalBulkStatusResult['results'] = [];
    for (const session of request.sessions) {
      const refused = await refusalOf(() => changeOne(ctx, viewer, { ...request, ...session }));
      results.push({ id: session.id, refused });
    }
    return { results, changed: results.filter(({ refused }) => refused === null).length };
  };

/** Why something was not done; `null`: it was done. */
async function refusalOf(work: () => Promise<void>): Promise<PortalErrorCode | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof PortalRefused) return error.code;
    // Others may have been done, and the page must show which.
    if (error instanceof Unavailable) return 'unavailable';
    throw error;
  }
}

type OneSession = Omit<PortalBulkStatusRequest, 'sessions'> & PortalBulkStatusRequest['sessions'][number];

async function changeOne(
  ctx: PortalContext,
  { actor }: Viewer,
  { integrationId, statusId, action, reason, id: sessionId, changedAt }: OneSession,
): Promise<void> {
  const key = { integrationId, sessionId };
  // Read before the session: if the session is unchanged since it was listed, this is the listed attempt.
  const attemptId = await findNewestAttempt(ctx.database, key);
  const line = await findPortalSession(ctx.database, { integrationIds: [integrationId], sessionId });
  if (!line || attemptId === null) throw notFound();
  if (line.changedAt !== changedAt) throw changedMeanwhile();
  if (action === 'add') {
    const given = reason === null ? null : reason.trim();
    const added = await addUserStatus(ctx)({ ...key, attemptId, statusId, reason: given, actor });
    if (added.outcome !== 'added') throw statusRefused(added);
    return;
  }
  const entries = await listStatusEntries(ctx.database, key);
  const entry = entries.find(
    (each) => each.attemptId === attemptId && each.statusId === statusId && each.removedAt === null,
  );
  if (!entry) throw notInForce();
  const { outcome } = await removeUserStatus(ctx)({ ...key, entryId: entry.id, actor });
  if (outcome === 'status-not-in-force') throw notInForce();
  if (outcome !== 'removed') throw notFound();
}

const notInForce = () => new PortalRefused('status-not-in-force', 'The attempt does not have this status.');
