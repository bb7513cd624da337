import {
  type BrandLayout,
  type FlowBrand,
  type FlowLanguage,
  flowLanguages,
  logoPath,
} from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import type { BrandingSettings } from '../../settings/branding-settings.ts';
import { findLogo } from '../../storage/integration/brand-logos.ts';
import { flowUrlOf } from '../session/session-link.ts';
import { companyOf, findLink } from './enter-flow.ts';

/** What the page of a session link may show before it enters: no data of the session. */
export interface FlowShell {
  /** Display name of the integration. */
  name: string;
  /** Origins that may frame the page; `*`: any. */
  origins: '*' | readonly string[];
  /** The address to which the session's link leads; see {@link flowUrlOf}. */
  flowUrl: string;
  look: FlowLook;
}

/** The page's appearance and languages. */
export interface FlowLook extends BrandLayout, Pick<BrandingSettings, 'light' | 'dark'> {
  languages: readonly FlowLanguage[];
  defaultLanguage: FlowLanguage;
  /** The part that the page itself reads. */
  brand: FlowBrand;
}

/** The path of a logo on the flow's origin. */
export const logoUrl = (integrationId: string, digest: string): string =>
  `${logoPath}${integrationId}.${digest}.png`;

/** What the page of a session link shows before it enters; `null` for an invalid link. It changes nothing. @see spec/contract.md A-180 */
export const viewFlow =
  (ctx: ServiceContext) =>
  async (token: string): Promise<FlowShell | null> => {
    const link = await findLink(ctx, token);
    if (link === null) return null;
    const { integrationId, settings } = link.integration;
    return {
      name: companyOf(link.integration),
      origins: settings.origins,
      flowUrl: flowUrlOf(ctx.config, settings),
      look: lookOf(integrationId, settings.branding),
    };
  };

function lookOf(integrationId: string, branding: BrandingSettings): FlowLook {
  const { radius, textSize, spacing, light, dark, languages, defaultLanguage } = branding;
  const layout = { radius, textSize, spacing };
  return { ...layout, light, dark, languages, defaultLanguage, brand: brandOf(integrationId, branding) };
}

/** Only the differences from the flow's default look, so that the page of most integrations carries none. */
function brandOf(integrationId: string, branding: BrandingSettings): FlowBrand {
  const { logo, draftTexts, languages, defaultLanguage } = branding;
  const reviewed = Object.entries(branding.texts).filter(
    ([language]) => !draftTexts.includes(language as FlowLanguage),
  );
  return {
    ...(logo === null
      ? {}
      : { logo: { url: logoUrl(integrationId, logo.digest), width: logo.width, height: logo.height } }),
    ...(reviewed.length === 0 ? {} : { texts: Object.fromEntries(reviewed) }),
    ...(languages.length === flowLanguages.length ? {} : { languages }),
    ...(defaultLanguage === 'en' ? {} : { defaultLanguage }),
  };
}

const logoName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{64})\.png$/;

/**
 * The file of a logo by the last segment of its path; `null` if there is none with that name. Logos are public, because a page shows them
 * before it enters; their names cannot be guessed.
 * @see spec/contract.md A-265
 */
export const viewLogo =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  async (name: string): Promise<Uint8Array | null> => {
    const [, integrationId, digest] = logoName.exec(name) ?? [];
    if (integrationId === undefined || digest === undefined) return null;
    return findLogo(database, { integrationId, digest });
  };
