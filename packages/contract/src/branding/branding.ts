import type { FlowLanguage } from './flow-languages.ts';

/** The customer's own texts in the flow: plain text, in one language; `null` means none. */
export interface BrandTexts {
  /** Shown below the introduction on the first screen. */
  coBrand: string | null;
  /** What happens next; shown on the last screens. */
  nextStep: string | null;
  /** How to reach the company, on the help screen and after a failure. */
  help: string | null;
}

/** The texts a brand can customise. */
export const brandTextNames = ['coBrand', 'nextStep', 'help'] as const satisfies (keyof BrandTexts)[];

/** Text size; everything else scales with it. */
export const brandTextSizes = ['normal', 'large'] as const;
export type BrandTextSize = (typeof brandTextSizes)[number];

/** Spacing around texts and fields. */
export const brandSpacings = ['compact', 'normal', 'relaxed'] as const;
export type BrandSpacing = (typeof brandSpacings)[number];

/** Branding options other than colours, logo and texts. */
export interface BrandLayout {
  /** Corner radius in pixels. */
  radius: number;
  textSize: BrandTextSize;
  spacing: BrandSpacing;
}

/** The flow's layout when the integration sets none. */
export const standardLayout: BrandLayout = { radius: 14, textSize: 'normal', spacing: 'normal' };

/** Limits on the values of a brand. */
export const brandLimits = {
  /** Characters. */
  name: 60,
  text: 300,
  /** Radius of corners, pixels; from 26 on, buttons are round. */
  radius: 26,
  logo: {
    /** Maximum file size. */
    bytes: 131_072,
    /** Width and height limits in pixels. */
    least: 16,
    mostWidth: 1_024,
    mostHeight: 512,
  },
} as const;

/** The logo of an integration as its pages load it. */
export interface BrandLogo {
  /** Path on the origin of the flow, or a `data:` address for a logo that is not saved yet. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Path prefix of logos on the flow's page, followed by `{integrationId}.{digest}.png`. */
export const logoPath = '/flow/logos/';

/** The brand embedded in the flow's page, as JSON in the element `brand`; absent members keep the flow's defaults. */
export interface FlowBrand {
  logo?: BrandLogo;
  texts?: Partial<Record<FlowLanguage, BrandTexts>>;
  /** Languages offered; absent: all. */
  languages?: FlowLanguage[];
  /** Language shown when none of those offered suits the person; absent: English. */
  defaultLanguage?: FlowLanguage;
}

/** Screens the preview can show, in the order of the flow. */
export const previewScreens = [
  'start',
  'phone',
  'number',
  'follow',
  'document',
  'camera',
  'no-camera',
  'problem',
  'details',
  'review',
  'checking',
  'done',
  'redo',
  'help',
  'leave',
  'expired',
] as const;
export type PreviewScreen = (typeof previewScreens)[number];

/** Message from the portal page to its preview frame; both are on one origin. */
export interface FlowPreview {
  kind: 'flow-preview';
  screen: PreviewScreen;
  /** `longer`: English with texts 40 % longer, to see whether they fit. */
  language: FlowLanguage | 'longer';
  scheme: 'light' | 'dark';
  /** The page's custom properties, by name. */
  tokens: Readonly<Record<string, string>>;
  name: string;
  /** Live sessions have no ribbon. */
  mode: 'test' | 'live';
  brand: FlowBrand;
}

/** Message the frame posts to its parent once it is ready to show a preview. */
export const previewReady = 'flow-preview-ready';
