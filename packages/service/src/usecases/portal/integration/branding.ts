import type { PortalBranding, PortalBrandingChange, PortalVersion } from '@countersign/contract';
import { brandingFault, type BrandingSettings } from '../../../settings/branding-settings.ts';
import { settingsOf } from '../../../settings/integration-settings.ts';
import { listIntegrationsById } from '../../../storage/integration/integrations.ts';
import { logoUrl } from '../../flow/view-flow.ts';
import { brandingVersion, configureIntegration } from '../../integration/configure-integration.ts';
import { InvalidLogo, type Logo, readLogo } from '../../integration/read-logo.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { may, requireIntegration, requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/** Branding of an integration's flow. @throws PortalRefused not-found, not-allowed */
export const showBranding =
  ({ database }: Pick<PortalContext, 'database'>) =>
  async (viewer: Viewer, integrationId: string): Promise<PortalBranding> => {
    const integration = requireIntegration(viewer, integrationId);
    requireMay(viewer, 'see-sessions', integration);
    const [row] = await listIntegrationsById(database, integrationId);
    if (!row) throw notFound();
    const settings = settingsOf(row.mode, row.settings);
    const { logo, ...chosen } = settings.branding;
    return {
      ...chosen,
      logo: logo && { url: logoUrl(integrationId, logo.digest), width: logo.width, height: logo.height },
      version: brandingVersion(settings),
      canConfigure: may(viewer, 'configure-flow', integration),
    };
  };

/**
 * Replaces all of it, unless any of it has changed since the viewer saw it.
 * @throws PortalRefused not-found, not-allowed, step-up, invalid, changed-meanwhile
 */
export const changeBranding =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    integrationId: string,
    { logo, version, ...chosen }: PortalBrandingChange,
  ): Promise<PortalVersion> => {
    const integration = requireIntegration(viewer, integrationId);
    requireMay(viewer, 'configure-flow', integration);
    // Real people see it before they show their documents.
    if (integration.mode === 'live') requireStepUp(viewer);
    const fault = brandingFault(chosen);
    if (fault !== null)
      throw new PortalRefused('invalid', `${fault.member}: ${fault.problem}`, { member: fault.member });
    const uploaded = logo === null || logo === 'keep' ? null : await logoOf(logo.png);
    const branding: Partial<BrandingSettings> = logo === null ? { ...chosen, logo } : chosen;
    const configured = await configureIntegration(ctx)({
      integrationId,
      settings: { branding },
      ...(uploaded === null ? {} : { logo: uploaded }),
      brandingVersion: version,
      approval: 'client',
      actor: viewer.actor,
    });
    if (configured.outcome === 'changed-meanwhile') throw changedMeanwhile();
    if (configured.outcome !== 'configured') throw notFound();
    return { version: brandingVersion(configured.settings) };
  };

/** @throws PortalRefused invalid */
async function logoOf(base64: string): Promise<Logo> {
  try {
    const file = Buffer.from(base64, 'base64');
    if (file.toString('base64') !== base64) throw new InvalidLogo('logo: must be a PNG in Base64');
    return await readLogo(file);
  } catch (error) {
    if (error instanceof InvalidLogo) throw new PortalRefused('invalid', error.message, { member: 'logo' });
    throw error;
  }
}

/** Anyone who can view the branding can preview it. @throws PortalRefused not-found, not-allowed */
export const requireBrandingPreview = () => (viewer: Viewer, integrationId: string) =>
  requireMay(viewer, 'see-sessions', requireIntegration(viewer, integrationId));
