import type { PortalSession } from '@countersign/contract';
import type { OwnIntegration } from '../../../storage/portal/organisations.ts';
import type { PortalSessionLine } from '../../../storage/portal/portal-sessions.ts';
import { listStatusEntries } from '../../../storage/session/user-statuses.ts';
import { dataKeyOf } from '../../session/found-session.ts';
import { userDefinedData } from '../../session/status-entry.ts';
import type { PortalContext } from '../portal-context.ts';
import { actorNames } from './session-timeline.ts';
import { may, type Viewer } from '../viewer.ts';

type AttemptStatuses = PortalSession['attemptList'][number]['statuses'];

/**
 * Reads the integration's own statuses of a session's attempts. Free text, like notes, is only for those who write it.
 * @returns a function from the id of an attempt to its statuses, newest first, including removed ones
 */
export async function listAttemptStatuses(
  ctx: PortalContext,
  viewer: Viewer,
  { line, integration }: { line: PortalSessionLine; integration: OwnIntegration },
): Promise<(attemptId: string) => AttemptStatuses> {
  const { id: sessionId, dataKey: wrapped, kekVersion } = line;
  const entries = await listStatusEntries(ctx.database, { integrationId: integration.id, sessionId });
  if (entries.length === 0 || wrapped === null) return () => [];
  const dataKey = dataKeyOf(ctx.vault, integration.id, { id: sessionId, dataKey: wrapped, kekVersion });
  const actors = entries.flatMap(({ actor, removedBy }) => [actor, removedBy ?? actor]);
  const nameOf = await actorNames(
    ctx,
    viewer,
    actors.map((actor) => ({ actor })),
  );
  const named = (actor: string) => nameOf(actor) ?? actor;
  const readsWords = may(viewer, 'triage', integration);
  return (attemptId) =>
    entries
      .filter((entry) => entry.attemptId === attemptId)
      .map((entry) => {
        const { status, statusCode, reason, reasonCode, createdAt } = userDefinedData(dataKey, entry);
        return {
          id: entry.id,
          name: status,
          code: statusCode,
          reason: reasonCode !== null || readsWords ? reason : null,
          createdAt,
          addedBy: named(entry.actor),
          removedAt: entry.removedAt,
          removedBy: entry.removedBy === null ? null : named(entry.removedBy),
        };
      });
}
