import type { PortalOrganisation, PortalRetentionChange } from '@countersign/contract';
import { configureIntegration } from '../../integration/configure-integration.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { requireIntegration, requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/** How long data is kept for every integration that the viewer has access to. */
export async function retentionOf(
  { keyRing }: Pick<PortalContext, 'keyRing'>,
  { integrations }: Pick<Viewer, 'integrations'>,
): Promise<PortalOrganisation['retention']> {
  const rows = integrations.map(async ({ id, name, mode }) => {
    const keys = await keyRing.ofIntegration(id);
    return keys ? [{ integrationId: id, name, mode, ...keys.settings.retention }] : [];
  });
  return (await Promise.all(rows)).flat();
}

/**
 * Shortens the retention of an integration's data; the worker deletes what is older. Only the operator can extend it, being responsible
 * for what the law requires and allows.
 * @throws PortalRefused not-found, not-allowed, step-up, invalid
 */
export const shortenRetention =
  (ctx: PortalContext) =>
  async (viewer: Viewer, integrationId: string, retention: PortalRetentionChange): Promise<void> => {
    const integration = requireIntegration(viewer, integrationId);
    requireMay(viewer, 'manage-organisation', integration);
    requireStepUp(viewer);
    const { outcome } = await configureIntegration(ctx)({
      integrationId: integration.id,
      settings: { retention },
      judge: ({ retention: before }) => requireNoLonger(before, retention),
      approval: 'client',
      actor: viewer.actor,
    });
    if (outcome !== 'configured') throw notFound();
  };

/** @throws PortalRefused invalid */
function requireNoLonger(before: PortalRetentionChange, after: PortalRetentionChange): void {
  for (const member of Object.keys(before) as (keyof PortalRetentionChange)[]) {
    const [most, wanted] = [before[member] ?? Infinity, after[member] ?? Infinity];
    if (wanted <= most) continue;
    const given = wanted === Infinity ? 'null' : String(wanted);
    throw new PortalRefused(
      'invalid',
      `${member}: must be at most ${most}, as now, and is ${given}; the operator of this installation keeps data longer`,
      { member },
    );
  }
}
