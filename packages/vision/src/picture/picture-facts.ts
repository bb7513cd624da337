import { readExif, type ExifFacts } from './exif-reader.ts';
import type { ImageFormat } from './image-format.ts';
import { readPictureBlocks } from './picture-blocks.ts';
import { softwareFamilyIn, type SoftwareFamily } from './picture-software.ts';

/** The origin of a picture as far as its file shows it. Files can claim anything: these facts are signs, never proof. */
export interface PictureFacts {
  /** Whether a device is named and a lens was used. Pictures from browsers and messengers lack this, whether genuine or not. */
  camera: boolean;
  /** Family of the named program, from a table of known ones; never text from the file itself. */
  software: string | null;
  /** Whether the named program is one for editing or generating pictures. */
  editing: boolean;
  /** Whether the file claims to be a screenshot, or has the size of a screen and no camera metadata. */
  screenLike: boolean;
  /** Whether the file itself claims to be a screenshot. */
  screenshot: boolean;
  /**
   * Quantisation steps of the luma waves in a JPEG block: 64, row by row of the upright picture; `null` in other files, and if no 8 × 8
   * block begins in the corner of the upright picture.
   */
  lumaSteps: readonly number[] | null;
  /** Number of bytes after the end of the picture, which are not examined; phones store depth maps and films there. */
  trailingBytes: number;
}

/** Reads what a file states about itself. The location is never read. */
export function readPictureFacts(
  bytes: Uint8Array,
  {
    format,
    width,
    height,
    orientation = 1,
  }: { format: ImageFormat; width: number; height: number; orientation?: number },
): PictureFacts {
  const { exif, texts, lumaSteps, trailingBytes } = readPictureBlocks(bytes, format);
  const cameras = exif.map(readExif);
  const family = familyOf(cameras, texts);
  const camera = cameras.some(({ device, exposure }) => device && exposure);
  return {
    camera,
    software: family?.name ?? null,
    editing: family?.kind === 'editor' || family?.kind === 'generator',
    screenshot: family?.kind === 'screenshot',
    screenLike: family?.kind === 'screenshot' || (!camera && hasScreenSize({ format, width, height })),
    lumaSteps: lumaSteps && uprightSteps(lumaSteps, { width, height, orientation }),
    trailingBytes,
  };
}

function uprightSteps(
  steps: readonly number[],
  { width, height, orientation }: { width: number; height: number; orientation: number },
): readonly number[] | null {
  if (orientation <= 1) return steps;
  if (width % 8 !== 0 || height % 8 !== 0) return null;
  // From 5 on, rows and columns are exchanged.
  return orientation < 5 ? steps : steps.map((_, at) => steps[8 * (at % 8) + Math.floor(at / 8)] ?? 0);
}

/** Text chunks in which programs record their names; others may contain anything. */
const namingKeywords = [
  'xmp',
  'resources',
  'comment',
  'software',
  'creator',
  'source',
  'parameters',
  'xml:com.adobe.xmp',
];
/** The XMP properties that name the program; captions and names of people are in others. */
const namingProperty =
  /(?:CreatorTool|softwareAgent|HistorySoftwareAgent|Software|DigitalSourceType)(?:="|>)([^"<]{1,200})/g;
const kindOrder = ['generator', 'editor', 'screenshot', 'tool'] as const;

function familyOf(
  cameras: readonly ExifFacts[],
  texts: readonly { keyword: string; value: string }[],
): SoftwareFamily | null {
  const named = texts
    .filter(({ keyword }) => namingKeywords.includes(keyword.toLowerCase()))
    .flatMap(({ keyword, value }) =>
      /xmp/i.test(keyword)
        ? [...value.matchAll(namingProperty)].map(([, program = '']) => program)
        : [value.slice(0, 400)],
    );
  const generated = texts.some(({ keyword }) => keyword === 'parameters') ? ['stable diffusion'] : [];
  const families = [...cameras.flatMap(({ programs }) => programs), ...named, ...generated]
    .map(softwareFamilyIn)
    .filter((family) => family !== null);
  return families.toSorted((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind))[0] ?? null;
}

/** Short and long sides in pixels of phone, tablet and desktop screens that no camera uses. */
const screenSizes = new Set(
  [
    '640x1136', '750x1334', '828x1792', '1125x2436', '1170x2532', '1179x2556', '1206x2622', '1242x2208', '1242x2688',
    '1284x2778', '1290x2796', '1320x2868', '720x1520', '720x1560', '720x1600', '1080x2220', '1080x2280', '1080x2310',
    '1080x2340', '1080x2376', '1080x2400', '1080x2408', '1080x2412', '1080x2460', '1440x2560', '1440x2880', '1440x2960',
    '1440x3040', '1440x3088', '1440x3120', '1440x3200', '1220x2712', '1344x2992', '1008x2244', '1280x2856',
    '1536x2048', '1620x2160', '1640x2360', '1668x2224', '1668x2388', '2048x2732', '1200x1920', '1600x2560',
    '768x1366', '900x1440', '1050x1680', '900x1600', '1200x1920', '1440x3440', '1600x2560', '1800x2880', '1864x2880',
    '1964x3024', '2234x3456', '2160x3840',
  ],
); // prettier-ignore

/** Maximum aspect ratio of uncropped camera pictures; phone screens are longer. */
const longestCamera = 1.95;

/** Sizes that cameras use as well (1920 × 1080 …) count only for PNG, which cameras do not write. */
const sharedSizes = new Set(['720x1280', '1080x1920', '600x800', '768x1024', '1024x1280']);

function hasScreenSize({
  format,
  width,
  height,
}: {
  format: ImageFormat;
  width: number;
  height: number;
}): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const size = `${short}x${long}`;
  if (screenSizes.has(size) || (format === 'png' && sharedSizes.has(size))) return true;
  return format === 'png' && short >= 600 && long / short > longestCamera && long / short < 2.4;
}
