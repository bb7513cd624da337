import type { PortalSession } from '@countersign/contract';
import type { OwnIntegration } from '../../../storage/portal/organisations.ts';
import type { Queryable } from '../../../storage/integration/live-caller.ts';
import { findUserNames } from '../../../storage/portal/portal-users.ts';
import { listAudit } from '../../operator/list-audit.ts';
import type { PortalContext } from '../portal-context.ts';
import { may, type Viewer } from '../viewer.ts';

/** Maximum changes shown on a session's page. */
const longest = 200;

/** The history of a session, newest first. Notes are visible to those who can write them. */
export async function sessionTimeline(
  ctx: PortalContext,
  viewer: Viewer,
  { sessionId, integration }: { sessionId: string; integration: OwnIntegration },
): Promise<PortalSession['timeline']> {
  const changes = await listAudit(ctx)({
    filter: {
      integrationId: integration.id,
      sessionId,
      actor: null,
      action: null,
      since: null,
      until: null,
    },
    limit: longest,
    withNotes: may(viewer, 'triage', integration),
  });
  const nameOf = await actorNames(ctx, viewer, changes);
  return changes.map(({ id, at, actor, action, from, to, note }) => ({
    id,
    at,
    actor: nameOf(actor) ?? actor,
    action,
    from,
    to,
    note,
  }));
}

/** Names of the portal users among actors; `null` for all others. */
export async function actorNames(
  { database }: { database: Queryable },
  { organisation }: Viewer,
  changes: readonly { actor: string }[],
): Promise<(actor: string) => string | null> {
  const userIds = [...new Set(changes.flatMap(({ actor }) => userOf(actor) ?? []))];
  const names = await findUserNames(database, { organisationId: organisation.id, userIds });
  return (actor) => names.get(userOf(actor) ?? '') ?? null;
}

const userOf = (actor: string): string | null => /^portal:([0-9a-f-]{36})$/.exec(actor)?.[1] ?? null;
