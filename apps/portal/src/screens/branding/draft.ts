import {
  type BrandColours,
  type BrandLayout,
  brandTextNames,
  type BrandTexts,
  colourPattern,
  contrastProblems,
  flowLanguages,
  type FlowBrand,
  type FlowLanguage,
  layoutTokens,
  type PortalBranding,
  type PortalBrandingChange,
  standardLayout,
  themeTokens,
} from '@countersign/contract';

type TextName = keyof BrandTexts;

/** A logo that was chosen but not saved. */
export interface ChosenLogo {
  /** `data:` URL of the PNG. */
  url: string;
  width: number;
  height: number;
}

/** Values of the fields. */
export interface Draft extends BrandLayout {
  name: string;
  logo: PortalBranding['logo'] | ChosenLogo;
  light: BrandColours | null;
  dark: BrandColours | null;
  /** Empty: no text. */
  texts: Record<FlowLanguage, Record<TextName, string>>;
  /** Languages whose texts appear only in the preview. */
  draftTexts: FlowLanguage[];
  languages: FlowLanguage[];
  defaultLanguage: FlowLanguage;
}

export type Scheme = 'light' | 'dark';

/** Whether a colour is complete; the preview ignores incomplete ones. */
export const isColour = (text: string): boolean => new RegExp(colourPattern).test(text);
export const isWhole = (colours: BrandColours): boolean => Object.values(colours).every(isColour);

const eachLanguage = <Value>(valueOf: (language: FlowLanguage) => Value) =>
  Object.fromEntries(flowLanguages.map((language) => [language, valueOf(language)])) as Record<
    FlowLanguage,
    Value
  >;
const eachText = <Value>(valueOf: (name: TextName) => Value) =>
  Object.fromEntries(brandTextNames.map((name) => [name, valueOf(name)])) as Record<TextName, Value>;

export const draftOf = (stored: PortalBranding): Draft => ({
  name: stored.name ?? '',
  logo: stored.logo,
  radius: stored.radius,
  textSize: stored.textSize,
  spacing: stored.spacing,
  light: stored.light,
  dark: stored.dark,
  texts: eachLanguage((language) => eachText((text) => stored.texts[language]?.[text] ?? '')),
  draftTexts: flowLanguages.filter((language) => stored.draftTexts.includes(language)),
  languages: flowLanguages.filter((language) => stored.languages.includes(language)),
  defaultLanguage: stored.defaultLanguage,
});

/** The flow without customisation. */
export const emptyDraft: Draft = {
  name: '',
  logo: null,
  ...standardLayout,
  light: null,
  dark: null,
  texts: eachLanguage(() => eachText(() => '')),
  draftTexts: [],
  languages: [...flowLanguages],
  defaultLanguage: 'en',
};

export const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The texts that are set; languages without any are left out. */
function textsOf({ texts }: Draft): PortalBrandingChange['texts'] {
  const given = flowLanguages.flatMap((language) => {
    const own = eachText((text) => orNull(texts[language][text]));
    return Object.values(own).some((text) => text !== null) ? [[language, own] as const] : [];
  });
  return Object.fromEntries(given);
}

function logoOf({ logo }: Draft): PortalBrandingChange['logo'] {
  if (logo === null) return null;
  return logo.url.startsWith('data:') ? { png: logo.url.slice(logo.url.indexOf(',') + 1) } : 'keep';
}

export const changeOf = (draft: Draft, version: string): PortalBrandingChange => ({
  name: orNull(draft.name),
  logo: logoOf(draft),
  radius: draft.radius,
  textSize: draft.textSize,
  spacing: draft.spacing,
  light: draft.light,
  dark: draft.dark,
  texts: textsOf(draft),
  draftTexts: draft.draftTexts,
  languages: draft.languages,
  defaultLanguage: draft.defaultLanguage,
  version,
});

/** The faults that prevent saving a draft, by the part they are in; empty: it can be saved. */
export function draftFaults({ light, dark, languages }: Draft): {
  light: boolean;
  dark: boolean;
  languages: boolean;
} {
  const isWrong = (colours: BrandColours | null) =>
    colours !== null && (!isWhole(colours) || contrastProblems(colours).length > 0);
  return { light: isWrong(light), dark: isWrong(dark), languages: languages.length === 0 };
}

/** A draft in one scheme as the preview shows it; incomplete colours are replaced by the flow's own. */
export function previewOf(
  draft: Draft,
  scheme: Scheme,
): { tokens: Record<string, string>; brand: FlowBrand } {
  const colours = draft[scheme];
  const shown = colours !== null && isWhole(colours) ? colours : null;
  const { logo, languages, defaultLanguage } = draft;
  return {
    tokens: { ...themeTokens(shown, scheme), ...layoutTokens(draft) },
    brand: { ...(logo === null ? {} : { logo }), texts: textsOf(draft), languages, defaultLanguage },
  };
}
