import { createHash } from 'node:crypto';
import type { PortalAdvanceClock, PortalClockAdvanced, PortalSandbox } from '@countersign/contract';
import type { OwnIntegration } from '../../../storage/portal/organisations.ts';
import { listAudit } from '../../operator/list-audit.ts';
import { advanceClock, mostSessions } from '../../sandbox/advance-clock.ts';
import { listPersonas } from '../../sandbox/list-personas.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { actorNames } from '../session/session-timeline.ts';
import { may, requireIntegration, requireMay, type Viewer } from '../viewer.ts';

/** How many advances of the clock the console shows. */
const shownJumps = 5;

const refuseLive = (): PortalRefused =>
  new PortalRefused('live-integration', 'Only test integrations have a sandbox.');

/** @throws PortalRefused not-found, live-integration */
function requireTest(viewer: Viewer, integrationId: string): OwnIntegration {
  const integration = requireIntegration(viewer, integrationId);
  if (integration.mode !== 'test') throw refuseLive();
  return integration;
}

/** What a test integration offers in addition to its sessions. @throws PortalRefused not-found, not-allowed, live-integration */
export const showSandbox =
  (ctx: PortalContext) =>
  async (viewer: Viewer, integrationId: string): Promise<PortalSandbox> => {
    const integration = requireTest(viewer, integrationId);
    requireMay(viewer, 'see-sessions', integration);
    const filter = {
      integrationId,
      sessionId: null,
      actor: null,
      action: 'advance-clock',
      since: null,
      until: null,
    };
    const jumps = await listAudit(ctx)({ filter, limit: shownJumps, withNotes: false });
    const nameOf = await actorNames(ctx, viewer, jumps);
    return {
      personas: await listPersonas(),
      jumps: jumps.map(({ id, at, actor, details }) => ({
        id,
        at,
        seconds: Number(details['seconds']),
        by: nameOf(actor) ?? actor,
      })),
      mostSessions,
      canDrive: may(viewer, 'drive-sandbox', integration),
    };
  };

/**
 * Advances the clock of a test integration.
 * @throws PortalRefused not-found, not-allowed, live-integration, too-many-sessions
 * @see spec/contract.md A-247
 */
export const advanceSandboxClock =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    integrationId: string,
    { seconds, once }: PortalAdvanceClock,
  ): Promise<PortalClockAdvanced> => {
    requireMay(viewer, 'drive-sandbox', requireTest(viewer, integrationId));
    const repeats = createHash('sha256').update(`${viewer.userId} ${once}`).digest('hex');
    const { outcome } = await advanceClock(ctx)({ integrationId, seconds, actor: viewer.actor, repeats });
    switch (outcome) {
      case 'advanced':
        return { seconds };
      case 'live-integration':
        throw refuseLive();
      case 'too-many-sessions':
        throw new PortalRefused(
          'too-many-sessions',
          `The integration must have at most ${mostSessions} sessions for its clock to be advanced.`,
        );
      case 'repeats-another':
        throw new PortalRefused('invalid', 'once: must be new for another length', { member: 'once' });
      default:
        throw notFound();
    }
  };
