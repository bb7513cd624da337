import type { PortalFlowChange, PortalFlowSettings, PortalVersion } from '@countersign/contract';
import type { IntegrationSettings } from '../../../settings/integration-settings.ts';
import { listIntegrationsById } from '../../../storage/integration/integrations.ts';
import { settingsOf } from '../../../settings/integration-settings.ts';
import { configureIntegration, flowVersion } from '../../integration/configure-integration.ts';
import { judgeOrigin } from '../../../settings/judge-origin.ts';
import { flowUrlOf } from '../../session/session-link.ts';
import { judgeCallback } from '../../integration/judge-flow-address.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { may, requireIntegration, requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/** The current settings. @throws PortalRefused not-found */
async function settingsInForce(
  { database }: Pick<PortalContext, 'database'>,
  integrationId: string,
): Promise<IntegrationSettings> {
  const [row] = await listIntegrationsById(database, integrationId);
  if (!row) throw notFound();
  return settingsOf(row.mode, row.settings);
}

/** Which pages may show the flow, and where it redirects. @throws PortalRefused not-found, not-allowed */
export const showFlowSettings =
  (ctx: PortalContext) =>
  async (viewer: Viewer, integrationId: string): Promise<PortalFlowSettings> => {
    const integration = requireIntegration(viewer, integrationId);
    requireMay(viewer, 'see-sessions', integration);
    const settings = await settingsInForce(ctx, integrationId);
    const { origins, callback, handoff } = settings;
    return {
      origins: origins === '*' ? null : origins,
      callback,
      handoff,
      flowUrl: flowUrlOf(ctx.config, settings),
      version: flowVersion(settings),
      canConfigure: may(viewer, 'configure-flow', integration),
    };
  };

/**
 * Changes them, unless any of them has changed since the viewer saw them.
 * @throws PortalRefused not-found, not-allowed, step-up, invalid, changed-meanwhile
 */
export const changeFlowSettings =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    integrationId: string,
    { origins, callback, handoff, version }: PortalFlowChange,
  ): Promise<PortalVersion> => {
    const integration = requireIntegration(viewer, integrationId);
    requireMay(viewer, 'configure-flow', integration);
    // It determines where real people are sent, and which pages may show them the flow.
    if (integration.mode === 'live') requireStepUp(viewer);
    const isTest = integration.mode === 'test';
    for (const [at, origin] of (origins ?? []).entries())
      refuse(
        { member: `origins.${at}`, name: `origins, line ${at + 1}` },
        origin,
        judgeOrigin(origin, isTest),
      );
    if (callback !== null)
      refuse({ member: 'callback', name: 'callback' }, callback, judgeCallback(callback, isTest));
    const configured = await configureIntegration(ctx)({
      integrationId,
      settings: { origins: origins === null ? '*' : [...new Set(origins)], callback, handoff },
      flowVersion: version,
      approval: 'client',
      actor: viewer.actor,
    });
    if (configured.outcome === 'changed-meanwhile') throw changedMeanwhile();
    if (configured.outcome !== 'configured') throw notFound();
    return { version: flowVersion(configured.settings) };
  };

/** @throws PortalRefused invalid, with the member, its value and what it must be */
function refuse(
  { member, name }: { member: string; name: string },
  value: string,
  problem: string | null,
): void {
  if (problem !== null)
    throw new PortalRefused('invalid', `${name}: “${value.slice(0, 200)}” ${problem}`, { member });
}
