import { type BrandLayout, type BrandSpacing, type BrandTextSize, standardLayout } from './branding.ts';
import { contrastOf, luminanceOf, mixOf, nearestPassing } from './contrast.ts';

/** Whether a device shows dark text on light ground, or the reverse. */
export type ColourScheme = 'light' | 'dark';

/** What is chosen of a scheme, each `#rrggbb` in lower case; everything else is derived. */
export interface BrandColours {
  /** Buttons, links and signs. */
  primary: string;
  /** Text on buttons. */
  primaryText: string;
  background: string;
  text: string;
}

/** The colours of the flow where none are chosen. */
export const standardColours: Readonly<Record<ColourScheme, BrandColours>> = {
  light: { primary: '#1550b8', primaryText: '#ffffff', background: '#ffffff', text: '#16202c' },
  dark: { primary: '#8fb6ff', primaryText: '#06204c', background: '#161c24', text: '#eaf0f6' },
};

/** Custom properties of the flow's page that hold a colour, by their names. */
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
    /** Behind a logo, which was drawn for a light ground; `transparent` where the ground is one. */
    | '--plate',
    string
  >
>;

/** What the flow's page has where no colours are chosen. */
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
/** Leaves room for a ground tinted with the colour itself. On the dark ground of the flow it is always within reach. */
const tintedContrast = 6;
/** And of the edges of fields. */
const edgeContrast = 3;

/** What is read on what. The primary colour is also that of links. */
const pairs = [
  { member: 'text', on: 'background' },
  { member: 'primary', on: 'background' },
  { member: 'primaryText', on: 'primary' },
] as const;

/** Two colours that cannot be read on each other. */
export interface ContrastProblem {
  member: keyof BrandColours;
  on: keyof BrandColours;
  /** 1 to 21, cut to one decimal place, so that what does not pass never reads as if it did. */
  contrast: number;
  /** The nearest colour for `member` that passes, also where `on` has to change as well. */
  proposal: string;
}

/** The nearest colours that pass: the background stays, the text, the primary colour and its text give way in this order. */
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

/** What cannot be read, in the order text, primary colour, its text; none: all of it passes WCAG 2.2 AA. */
export function contrastProblems(colours: BrandColours): ContrastProblem[] {
  const passing = passingColours(colours);
  return pairs.flatMap(({ member, on }) => {
    const contrast = contrastOf(colours[member], colours[on]);
    return contrast < textContrast
      ? [{ member, on, contrast: Math.floor(contrast * 10) / 10, proposal: passing[member] }]
      : [];
  });
}

/** The strongest tint of a background, up to a share, on which all of these colours can be read. */
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

/** The palest form of the text that can be read on all of these. */
function paler({ text, background }: BrandColours, on: readonly string[]): string {
  for (let share = 0.3; share > 0; share -= 0.02) {
    const pale = mixOf(text, background, share);
    if (on.every((ground) => contrastOf(pale, ground) >= textContrast)) return pale;
  }
  return text;
}

/**
 * All colours of the flow's page from those chosen. Where these pass {@link contrastProblems}, every text passes on every ground it
 * has, and edges of fields have 3:1.
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

/** Colours for the other scheme that go with those of the light one: the flow's dark ground, with the same primary colour made readable. */
export function darkFrom({ primary }: BrandColours): BrandColours {
  const { dark } = standardColours;
  return passingColours({ ...dark, primary: nearestPassing(primary, dark.background, tintedContrast) });
}

/** Custom properties of the flow's page that hold a length, by their names. */
export type LayoutTokens = Readonly<Record<'--radius' | '--text' | '--gap', string>>;

/** Pixels of text, and around it. Controls stay at least 44 pixels high in all of them. */
const textPixels: Readonly<Record<BrandTextSize, number>> = { normal: 17, large: 20 };
const gapPixels: Readonly<Record<BrandSpacing, number>> = { compact: 14, normal: 20, relaxed: 26 };

/** All lengths of the flow's page that are chosen. */
export const layoutTokens = ({ radius, textSize, spacing }: BrandLayout): LayoutTokens => ({
  '--radius': `${radius}px`,
  '--text': `${textPixels[textSize]}px`,
  '--gap': `${gapPixels[spacing]}px`,
});

/** Those that differ from the flow's own. */
export function ownLayoutTokens(layout: BrandLayout): Partial<LayoutTokens> {
  const standard = layoutTokens(standardLayout);
  return Object.fromEntries(
    Object.entries(layoutTokens(layout)).filter(
      ([name, value]) => standard[name as keyof LayoutTokens] !== value,
    ),
  );
}
