import { type Static, Type } from 'typebox';
import { brandLimits, brandSpacings, brandTextSizes } from '../branding/branding.ts';
import { colourPattern } from '../branding/contrast.ts';
import { type FlowLanguage, flowLanguages } from '../branding/flow-languages.ts';
import { closed, line, oneOf, orNull } from './form.ts';

const text = Type.String();

const colour = Type.String({ pattern: colourPattern });
const colours = closed({ primary: colour, primaryText: colour, background: colour, text: colour });

const textsOf = closed({
  coBrand: orNull(line(brandLimits.text)),
  nextStep: orNull(line(brandLimits.text)),
  help: orNull(line(brandLimits.text)),
});

const textsByLanguage = Object.fromEntries(
  flowLanguages.map((language) => [language, Type.Optional(textsOf)]),
) as Record<FlowLanguage, Type.TOptional<typeof textsOf>>;

/** The chosen look of the flow; each member as in the settings `branding.*`. */
const chosen = {
  /** `null`: the name of the integration. */
  name: orNull(line(brandLimits.name)),
  /** Pixels. */
  radius: Type.Integer({ minimum: 0, maximum: brandLimits.radius }),
  textSize: oneOf(brandTextSizes),
  spacing: oneOf(brandSpacings),
  /** `#rrggbb`; `null`: the flow's own. */
  light: orNull(colours),
  dark: orNull(colours),
  texts: closed(textsByLanguage),
  /** Languages whose texts are drafts, shown only in the preview. */
  draftTexts: Type.Array(oneOf(flowLanguages), { maxItems: flowLanguages.length, uniqueItems: true }),
  languages: Type.Array(oneOf(flowLanguages), {
    minItems: 1,
    maxItems: flowLanguages.length,
    uniqueItems: true,
  }),
  defaultLanguage: oneOf(flowLanguages),
};

/** The look of the flow of an integration. */
export const PortalBranding = closed({
  ...chosen,
  /** `url` is a path on this origin. */
  logo: orNull(closed({ url: text, width: Type.Integer(), height: Type.Integer() })),
  /** Changes whenever these settings change; an update names the version it was based on. */
  version: text,
  canConfigure: Type.Boolean(),
});
export type PortalBranding = Static<typeof PortalBranding>;

/** Body of `PUT /integrations/{id}/branding`. */
export const PortalBrandingChange = closed({
  ...chosen,
  /** `keep`: unchanged; `null`: none; otherwise a PNG in Base64. */
  logo: Type.Union([
    Type.Literal('keep'),
    Type.Null(),
    closed({
      png: Type.String({ minLength: 1, maxLength: 4 * Math.ceil((brandLimits.logo.bytes * 2) / 3) }),
    }),
  ]),
  version: Type.String({ maxLength: 100 }),
});
export type PortalBrandingChange = Static<typeof PortalBrandingChange>;
