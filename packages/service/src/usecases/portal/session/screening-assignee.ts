import { type PortalAssigneeChange, portalRoles, type PortalSession } from '@countersign/contract';
import { mayDo } from '@countersign/core';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import type { OwnIntegration } from '../../../storage/portal/organisations.ts';
import {
  type Deciders,
  listDeciders,
  lockAssignment,
  readAssignment,
  saveAssignee,
} from '../../../storage/portal/screening-assignee.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { reachSession } from './reach-session.ts';
import { may, requireMay, type Viewer } from '../viewer.ts';

/** Roles that can decide hits, on integrations of either mode and without a grant. */
const roles = portalRoles.filter((role) =>
  mayDo({ role, grants: { reveal: null, export: null } }, 'triage', null),
);

/** People of the viewer's organisation who may decide hits. */
export const decidersFor = ({ organisation }: Viewer): Deciders => ({
  organisationId: organisation.id,
  roles,
});

/** Whether the viewer may assign screenings to other people and reassign them. */
const mayGive = (viewer: Viewer, integration: OwnIntegration): boolean =>
  may(viewer, 'configure-reviews', integration);

type Assignment = Pick<NonNullable<PortalSession['screening']>, 'assignment' | 'assignable'>;

/** The assignee of a session's newest screening, for its page. */
export async function shownAssignment(
  tx: Tx,
  { sessionId, viewer, integration }: { sessionId: string; viewer: Viewer; integration: OwnIntegration },
): Promise<Assignment> {
  const deciders = decidersFor(viewer);
  const found = await readAssignment(tx, { integrationId: integration.id, sessionId }, deciders);
  return {
    assignment: { assignee: assigneeOf(found), version: found?.version ?? 0 },
    assignable: mayGive(viewer, integration)
      ? await listDeciders(tx, { ...deciders, integrationId: integration.id })
      : [],
  };
}

/** The person in a row; `null`: the screening is unassigned. */
export function assigneeOf(
  row: { userId: string | null; name: string | null; since: string | null } | null,
): Assignment['assignment']['assignee'] {
  if (row === null) return null;
  const { userId: id, name, since } = row;
  return id === null || name === null || since === null ? null : { id, name, since };
}

const notYours = () =>
  new PortalRefused('not-allowed', 'Owners and admins give screenings to others and take them back.');

/**
 * Takes the newest screening of a session, releases it, or assigns it to another person. Others can still decide its hits.
 * @throws PortalRefused not-found, not-allowed, invalid, changed-meanwhile
 * @see spec/contract.md A-284
 */
export const assignScreening =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, sessionId: string, { userId, version }: PortalAssigneeChange): Promise<void> => {
    const { integration } = await reachSession({ database }, viewer, sessionId);
    requireMay(viewer, 'triage', integration);
    const key = { integrationId: integration.id, sessionId };
    const deciders = decidersFor(viewer);
    const isOther = userId !== null && userId !== viewer.userId;
    if (isOther && !mayGive(viewer, integration)) throw notYours();
    await database.transaction(async (tx) => {
      const before = await lockAssignment(tx, key, deciders);
      if (before === null) throw notFound();
      if (before.version !== version) throw changedMeanwhile();
      if (userId === before.userId) return;
      const isOthers = before.userId !== null && before.userId !== viewer.userId;
      if (userId === null && isOthers && !mayGive(viewer, integration)) throw notYours();
      if (isOther) await requireDecider(tx, { ...deciders, integrationId: integration.id, userId });
      const { attemptId } = before;
      await saveAssignee(tx, { integrationId: integration.id, attemptId }, userId);
      await insertAudit(tx, {
        ...key,
        attemptId,
        actor: viewer.actor,
        action: userId === null ? 'release-screening' : isOther ? 'assign-screening' : 'take-screening',
        details: { fromUserId: before.userId, toUserId: userId },
      });
    });
  };

/** @throws PortalRefused invalid */
async function requireDecider(
  tx: Tx,
  { userId, ...integration }: Deciders & { integrationId: string; userId: string },
): Promise<void> {
  const people = await listDeciders(tx, integration);
  if (!people.some(({ id }) => id === userId))
    throw new PortalRefused(
      'invalid',
      `userId: ${userId} must be a person who decides hits of this integration`,
      { member: 'userId' },
    );
}
