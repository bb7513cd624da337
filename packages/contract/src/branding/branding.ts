import type { FlowLanguage } from './flow-languages.ts';

/** Texts of the customer in the flow, plain text, in one language; `null`: none. */
export interface BrandTexts {
  /** Below the introduction of the first screen. */
  coBrand: string | null;
  /** What follows, on the last screens. */
  nextStep: string | null;
  /** How to reach the company, on the help screen and after a failure. */
  help: string | null;
}

/** Texts of its own that a brand can have. */
export const brandTextNames = ['coBrand', 'nextStep', 'help'] as const satisfies (keyof BrandTexts)[];

/** How large text is; everything else is in proportion to it. */
export const brandTextSizes = ['normal', 'large'] as const;
export type BrandTextSize = (typeof brandTextSizes)[number];

/** How much room is around texts and fields. */
export const brandSpacings = ['compact', 'normal', 'relaxed'] as const;
export type BrandSpacing = (typeof brandSpacings)[number];

/** What is chosen besides colours, logo and words. */
export interface BrandLayout {
  /** Of corners, pixels. */
  radius: number;
  textSize: BrandTextSize;
  spacing: BrandSpacing;
}

/** That of the flow where nothing is chosen. */
export const standardLayout: BrandLayout = { radius: 14, textSize: 'normal', spacing: 'normal' };

/** What the values of a brand are held to. */
export const brandLimits = {
  /** Characters. */
  name: 60,
  text: 300,
  /** Radius of corners, pixels; from 26 on, buttons are round. */
  radius: 26,
  logo: {
    /** Of the file. */
    bytes: 131_072,
    /** Pixels of each edge. */
    least: 16,
    mostWidth: 1_024,
    mostHeight: 512,
  },
} as const;

/** The logo of an integration as its pages load it. */
export interface BrandLogo {
  /** Path on the origin of the flow; of a logo that is not saved, a `data:` address. */
  url: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Where the flow's page finds logos; `{integrationId}.{digest}.png` follows. */
export const logoPath = '/flow/logos/';

/** The brand in the flow's page, as JSON in the element `brand`; absent members are those of the flow itself. */
export interface FlowBrand {
  logo?: BrandLogo;
  texts?: Partial<Record<FlowLanguage, BrandTexts>>;
  /** Languages offered; absent: all. */
  languages?: FlowLanguage[];
  /** Shown where the person wants none of those offered; absent: English. */
  defaultLanguage?: FlowLanguage;
}

/** Screens that the preview can show, in the order of the flow. */
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

/** What the page of the portal sends to the frame with the preview, on their one origin. */
export interface FlowPreview {
  kind: 'flow-preview';
  screen: PreviewScreen;
  /** `longer`: English with texts 40 % longer, to see whether they fit. */
  language: FlowLanguage | 'longer';
  scheme: 'light' | 'dark';
  /** Custom properties of the page by their names. */
  tokens: Readonly<Record<string, string>>;
  name: string;
  /** A live session has no ribbon. */
  mode: 'test' | 'live';
  brand: FlowBrand;
}

/** What the frame sends to the page around it once it can show something. */
export const previewReady = 'flow-preview-ready';
