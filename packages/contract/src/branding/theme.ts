import { type BrandLayout, type BrandSpacing, type BrandTextSize, standardLayout } from './branding.ts';
import { contrastOf, luminanceOf, mixOf, nearestPassing } from './contrast.ts';

/** Whether the device shows dark text on a light background, or the reverse. */
export type ColourScheme = 'light' | 'dark';

/** The colours a customer chooses for one scheme, each `#rrggbb` in lower case; all others are derived from them. */
export interface BrandColours {
  /** Buttons, links and icons. */
  primary: string;
  /** Text on buttons. */
  primaryText: string;
  background: string;
  text: string;
}

/** The flow's default colours. */
export const standardColours: Readonly<Record<ColourScheme, BrandColours>> = {
  light: { primary: '#1550b8', primaryText: '#ffffff', background: '#ffffff', text: '#16202c' },
  dark: { primary: '#8fb6ff', primaryText: '#06204c', background: '#161c24', text: '#eaf0f6' },
};

/** Names of the custom properties of the flow's page that hold a colour. */
export type ThemeTokens = Readonly<
  Record<
    | '--paper'
    | '--ground'
    | '--ink'
    | '--quiet'
    | '--line'
    | '--field-line'
    | '--accent'
    | '--accent-ink'
    | '--accent-soft'
    | '--good'
    | '--good-soft'
    | '--warn'
    | '--warn-soft'
    | '--bad'
    /** Background behind a logo drawn for light backgrounds; `transparent` where the page is already light. */
    | '--plate',
    string
  >
>;

/** Colour tokens of the flow's page when no colours are chosen. */
export const standardTokens: Readonly<Record<ColourScheme, ThemeTokens>> = {
  light: {
    '--paper': '#ffffff',
    '--ground': '#eef1f5',
    '--ink': '#16202c',
    '--quiet': '#55616f',
    '--line': '#d5dbe3',
    '--field-line': '#7b8794',
    '--accent': '#1550b8',
    '--accent-ink': '#ffffff',
    '--accent-soft': '#e8effb',
    '--good': '#0a6b45',
    '--good-soft': '#e2f3eb',
    '--warn': '#8a4b00',
    '--warn-soft': '#fdf1dd',
    '--bad': '#b3261e',
    '--plate': 'transparent',
  },
  dark: {
    '--paper': '#161c24',
    '--ground': '#0b0f14',
    '--ink': '#eaf0f6',
    '--quiet': '#a4b0bd',
    '--line': '#303a46',
    '--field-line': '#8b98a7',
    '--accent': '#8fb6ff',
    '--accent-ink': '#06204c',
    '--accent-soft': '#1c2a42',
    '--good': '#7fd8ac',
    '--good-soft': '#15302a',
    '--warn': '#f3bf6b',
    '--warn-soft': '#33280f',
    '--bad': '#ff9d93',
    '--plate': '#ffffff',
  },
};

/** Contrast that WCAG 2.2 AA requires of text. */
export const textContrast = 4.5;
/** Leaves room for a background tinted with the colour itself. It can always be reached on the flow's dark background. */
const tintedContrast = 6;
/** Contrast required for the edges of fields. */
const edgeContrast = 3;

/** Which colour is read on which. The primary colour is also used for links. */
const pairs = [
  { member: 'text', on: 'background' },
  { member: 'primary', on: 'background' },
  { member: 'primaryText', on: 'primary' },
] as const;

/** Two colours with too little contrast. */
export interface ContrastProblem {
  member: keyof BrandColours;
  on: keyof BrandColours;
  /** 1 to 21, truncated to one decimal place so that a failing value never looks like a passing one. */
  contrast: number;
  /** The nearest passing colour for `member`, even where `on` has to change as well. */
  proposal: string;
}

/** The nearest colours that pass: the background stays; the text, the primary colour and its text are adjusted in this order. */
export function passingColours(colours: BrandColours): BrandColours {
  const { background } = colours;
  const primary = nearestPassing(colours.primary, background, textContrast);
  return {
    background,
    text: nearestPassing(colours.text, background, textContrast),
    primary,
    primaryText: nearestPassing(colours.primaryText, primary, textContrast),
  };
}

/** Pairs with too little contrast, in the order text, primary colour, its text; empty when everything passes WCAG 2.2 AA. */
export function contrastProblems(colours: BrandColours): ContrastProblem[] {
  const passing = passingColours(colours);
  return pairs.flatMap(({ member, on }) => {
    const contrast = contrastOf(colours[member], colours[on]);
    return contrast < textContrast
      ? [{ member, on, contrast: Math.floor(contrast * 10) / 10, proposal: passing[member] }]
      : [];
  });
}

/** The strongest tint of a background, up to `share`, on which all of these colours remain readable. */
function tint(
  background: string,
  towards: string,
  { most, read }: { most: number; read: readonly string[] },
) {
  for (let share = most; share > 0; share -= 0.01) {
    const tinted = mixOf(background, towards, share);
    if (read.every((colour) => contrastOf(colour, tinted) >= textContrast)) return tinted;
  }
  return background;
}

/** The palest variant of the text colour that is readable on all of these. */
function paler({ text, background }: BrandColours, on: readonly string[]): string {
  for (let share = 0.3; share > 0; share -= 0.02) {
    const pale = mixOf(text, background, share);
    if (on.every((ground) => contrastOf(pale, ground) >= textContrast)) return pale;
  }
  return text;
}

/**
 * All colours of the flow's page, derived from the chosen ones. If those pass {@link contrastProblems}, every text passes on every
 * background it appears on, and edges of fields have 3:1.
 * @param colours `null`: the flow's own
 */
export function themeTokens(colours: BrandColours | null, scheme: ColourScheme): ThemeTokens {
  if (colours === null) return standardTokens[scheme];
  const { primary, primaryText, background, text } = colours;
  const isDark = luminanceOf(background) < 0.18;
  const standard = standardTokens[isDark ? 'dark' : 'light'];
  const sign = (name: '--good' | '--warn' | '--bad') =>
    nearestPassing(standard[name], background, textContrast);
  const [good, warn] = [sign('--good'), sign('--warn')];
  const soft = tint(background, primary, { most: 0.1, read: [text, primary] });
  return {
    '--paper': background,
    '--ground': isDark ? mixOf(background, '#000000', 0.4) : mixOf(background, text, 0.07),
    '--ink': text,
    '--quiet': paler(colours, [background, soft]),
    '--line': mixOf(background, text, 0.16),
    '--field-line': nearestPassing(mixOf(background, text, 0.45), background, edgeContrast),
    '--accent': primary,
    '--accent-ink': primaryText,
    '--accent-soft': soft,
    '--good': good,
    '--good-soft': tint(background, good, { most: 0.12, read: [good] }),
    '--warn': warn,
    '--warn-soft': tint(background, warn, { most: 0.12, read: [warn] }),
    '--bad': sign('--bad'),
    '--plate': standard['--plate'],
  };
}

/** A dark scheme to match a light one: the flow's dark background, with the same primary colour made readable. */
export function darkFrom({ primary }: BrandColours): BrandColours {
  const { dark } = standardColours;
  return passingColours({ ...dark, primary: nearestPassing(primary, dark.background, tintedContrast) });
}

/** Names of the custom properties of the flow's page that hold a length. */
export type LayoutTokens = Readonly<Record<'--radius' | '--text' | '--gap', string>>;

/** Text size in pixels, then spacing. Controls are always at least 44 pixels high. */
const textPixels: Readonly<Record<BrandTextSize, number>> = { normal: 17, large: 20 };
const gapPixels: Readonly<Record<BrandSpacing, number>> = { compact: 14, normal: 20, relaxed: 26 };

/** The configurable lengths of the flow's page. */
export const layoutTokens = ({ radius, textSize, spacing }: BrandLayout): LayoutTokens => ({
  '--radius': `${radius}px`,
  '--text': `${textPixels[textSize]}px`,
  '--gap': `${gapPixels[spacing]}px`,
});

/** Only the lengths that differ from the flow's defaults. */
export function ownLayoutTokens(layout: BrandLayout): Partial<LayoutTokens> {
  const standard = layoutTokens(standardLayout);
  return Object.fromEntries(
    Object.entries(layoutTokens(layout)).filter(
      ([name, value]) => standard[name as keyof LayoutTokens] !== value,
    ),
  );
}
