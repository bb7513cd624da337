import {
  brandLimits,
  brandSpacings,
  brandTextSizes,
  colourPattern,
  contrastProblems,
  type FlowLanguage,
  flowLanguages,
  standardLayout,
} from '@countersign/contract';
import { type Static, Type } from 'typebox';

const exactly = { additionalProperties: false };
const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values] });
const language = () => oneOf(flowLanguages);

/** One line of plain text, as it may be stored; brand-texts.ts validates new ones. */
const line = (longest: number) =>
  Type.String({
    minLength: 1,
    maxLength: longest,
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
  });
const colour = Type.String({ pattern: colourPattern });
const pixels = (most: number) => Type.Integer({ minimum: brandLimits.logo.least, maximum: most });

const Colours = Type.Object(
  { primary: colour, primaryText: colour, background: colour, text: colour },
  {
    ...exactly,
    description: 'an object with primary, primaryText, background and text, each a colour such as #1550b8',
  },
);

const optionalLine = () => Type.Union([line(brandLimits.text), Type.Null()]);
const Texts = Type.Object(
  { coBrand: optionalLine(), nextStep: optionalLine(), help: optionalLine() },
  exactly,
);

const Logo = Type.Object(
  {
    /** SHA-256 of the stored file, lower-case hexadecimal. */
    digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    /** Pixels. */
    width: pixels(brandLimits.logo.mostWidth),
    height: pixels(brandLimits.logo.mostHeight),
  },
  { ...exactly, description: 'an object with digest, width and height of a stored logo' },
);

/** Look and languages of the flow. @see spec/contract.md */
export const BrandingSettings = Type.Object(
  {
    /** Replaces the name of the integration; `null`: not replaced. */
    name: Type.Union([line(brandLimits.name), Type.Null()]),
    logo: Type.Union([Logo, Type.Null()]),
    /** Corner radius in pixels. */
    radius: Type.Integer({ minimum: 0, maximum: brandLimits.radius }),
    textSize: oneOf(brandTextSizes),
    spacing: oneOf(brandSpacings),
    /** For devices set to light; `null`: the flow's default. */
    light: Type.Union([Colours, Type.Null()]),
    dark: Type.Union([Colours, Type.Null()]),
    /** By language; languages without texts show none. */
    texts: Type.Object(
      Object.fromEntries(flowLanguages.map((each) => [each, Type.Optional(Texts)])) as Record<
        FlowLanguage,
        Type.TOptional<typeof Texts>
      >,
      {
        ...exactly,
        description: `an object by language (${flowLanguages.join(', ')}), each with coBrand, nextStep and help: a line of up to ${brandLimits.text} characters or null`,
      },
    ),
    /** Languages whose texts are not reviewed yet, shown only in the preview. */
    draftTexts: Type.Array(language(), { uniqueItems: true }),
    languages: Type.Array(language(), { minItems: 1, uniqueItems: true }),
    /** Shown to people who want none of the offered languages. */
    defaultLanguage: language(),
  },
  exactly,
);
export type BrandingSettings = Static<typeof BrandingSettings>;

export const brandingDefaults: BrandingSettings = {
  name: null,
  logo: null,
  ...standardLayout,
  light: null,
  dark: null,
  texts: {},
  draftTexts: [],
  languages: [...flowLanguages],
  defaultLanguage: 'en',
};

/** An unreadable colour, or a default language that is not offered; `member` is its name below `branding`. */
export interface BrandingFault {
  member: string;
  /** What it must be, as text after the name. */
  problem: string;
}

/** The first fault that the schema cannot detect; `null`: none. */
export function brandingFault({
  light,
  dark,
  languages,
  defaultLanguage,
}: Pick<BrandingSettings, 'light' | 'dark' | 'languages' | 'defaultLanguage'>): BrandingFault | null {
  for (const [scheme, colours] of Object.entries({ light, dark })) {
    const [problem] = colours === null ? [] : contrastProblems(colours);
    if (colours === null || problem === undefined) continue;
    const { member, on, contrast, proposal } = problem;
    return {
      member: `${scheme}.${member}`,
      problem: `must have a contrast of at least 4.5:1 to ${on} ${colours[on]}; ${colours[member]} has ${contrast.toFixed(1)}:1; use ${proposal}`,
    };
  }
  if (!languages.includes(defaultLanguage))
    return {
      member: 'defaultLanguage',
      problem: `must be one of the languages offered (${languages.join(', ')}), not ${defaultLanguage}`,
    };
  return null;
}
