import type {
  PortalAuditChains,
  PortalAuditExport,
  PortalAuditPart,
  PortalAuditPartQuery,
  PortalAuditVerification,
} from '@countersign/contract';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import type { ChainName } from '../../../storage/audit-chain/read-chain.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { exportAuditPart } from '../../operator/export-audit.ts';
import { listAuditChains } from '../../operator/list-audit-chains.ts';
import { verifyAuditPart } from '../../operator/verify-audit.ts';
import type { PortalContext } from '../portal-context.ts';
import { PortalRefused } from '../portal-refused.ts';
import { reachFor, requireIntegration, requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/** Links verified or exported per request. */
const partSize = 2_000;

/** The chains over the log that the person's role has access to. @throws PortalRefused not-allowed */
export const showAuditChains =
  (ctx: PortalContext) =>
  async (viewer: Viewer): Promise<PortalAuditChains> => {
    const integrationIds = reachFor(viewer, 'read-audit', undefined);
    const organisationIds = viewer.isNarrowed ? [] : [viewer.organisation.id];
    const { chains, publicKey } = await listAuditChains(ctx)({ integrationIds, organisationIds });
    return {
      publicKey,
      chains: chains.map(({ source, chainId, position, waiting, signedPosition, signedAt }) => ({
        integrationId: source === 'integration' ? chainId : null,
        rows: position,
        waiting,
        checkpoint: signedAt === null ? null : { position: signedPosition, at: signedAt },
      })),
    };
  };

/** Verifies a part of a chain; consecutive parts verify the whole. @throws PortalRefused not-allowed, not-found */
export const verifyAuditLog =
  (ctx: PortalContext) =>
  async (viewer: Viewer, { integration, after }: PortalAuditPartQuery): Promise<PortalAuditVerification> => {
    const chain = reachChain(viewer, integration ?? null);
    const part = { ...chain, after: Number(after ?? 0), limit: partSize };
    const { through, isEnd, broken } = await verifyAuditPart(ctx)(part);
    return { through, isEnd, broken };
  };

/** Exports a part of a chain for external verification; recorded. @throws PortalRefused not-allowed, not-found, step-up */
export const exportAuditLog =
  (ctx: PortalContext) =>
  async (viewer: Viewer, { integrationId, after }: PortalAuditPart): Promise<PortalAuditExport> => {
    const chain = reachChain(viewer, integrationId);
    requireStepUp(viewer);
    const exported = await exportAuditPart(ctx)({ ...chain, after, limit: partSize });
    const entry = {
      actor: viewer.actor,
      action: 'export-audit',
      details: { after, through: exported.through },
    };
    await ctx.database.transaction((tx) =>
      integrationId === null
        ? insertOrganisationAudit(tx, { organisationId: chain.chainId, ...entry })
        : insertAudit(tx, { integrationId, sessionId: null, ...entry }),
    );
    return exported;
  };

/** The chain of an integration, or of the organisation (`null`). @throws PortalRefused not-allowed, not-found */
function reachChain(viewer: Viewer, integrationId: string | null): ChainName {
  const integration = integrationId === null ? null : requireIntegration(viewer, integrationId);
  requireMay(viewer, 'read-audit', integration);
  if (integration !== null) return { source: 'integration', chainId: integration.id };
  if (viewer.isNarrowed)
    throw new PortalRefused(
      'not-allowed',
      'The log of the organisation is for people whose role covers all of it.',
    );
  return { source: 'organisation', chainId: viewer.organisation.id };
}
