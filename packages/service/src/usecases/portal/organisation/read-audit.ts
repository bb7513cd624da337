import type { PortalAudit, PortalAuditQuery } from '@countersign/contract';
import { auditCursor, listPortalAudit, readAuditCursor } from '../../../storage/portal/portal-audit.ts';
import { badCursor, pageSize } from '../page-of.ts';
import type { PortalContext } from '../portal-context.ts';
import { actorNames } from '../session/session-timeline.ts';
import { reachFor, type Viewer } from '../viewer.ts';

/**
 * Who changed or viewed what and when, newest first. Entries about the whole organisation require a role that covers all of it.
 * @throws PortalRefused not-allowed, not-found, invalid
 */
export const readAudit =
  (ctx: PortalContext) =>
  async (viewer: Viewer, query: PortalAuditQuery): Promise<PortalAudit> => {
    const limit = pageSize(query.limit);
    const lines = await listPortalAudit(ctx.database, {
      organisationId: viewer.organisation.id,
      integrationIds: reachFor(viewer, 'read-audit', query.integration),
      withOrganisation: query.integration === undefined && !viewer.isNarrowed,
      sessionId: query.session ?? null,
      actor: query.actor ?? null,
      action: query.action ?? null,
      since: query.since ?? null,
      until: query.until ?? null,
      after: query.cursor === undefined ? null : (readAuditCursor(query.cursor) ?? badCursor()),
      limit: limit + 1,
    });
    const last = lines.length > limit ? lines[limit - 1] : undefined;
    const nameOf = await actorNames(ctx, viewer, lines);
    return {
      rows: lines.slice(0, limit).map((line) => ({
        id: line.id,
        at: line.at,
        integrationId: line.integrationId,
        actor: line.actor,
        actorName: nameOf(line.actor),
        action: line.action,
        sessionId: line.sessionId,
        from: line.from,
        to: line.to,
        details: line.details,
      })),
      next: last === undefined ? null : auditCursor(last),
    };
  };
