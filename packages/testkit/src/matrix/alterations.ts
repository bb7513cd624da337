import {
  drawPortrait,
  pastePortrait,
  recaptureFromPaper,
  recaptureFromScreen,
  reflectionOver,
  type SpecimenCase,
} from '@countersign/specimens';
import sharp, { type Sharp } from 'sharp';

type CaptureTruth = NonNullable<SpecimenCase['pictures'][number]['truth']>['capture'];
type Corners = NonNullable<CaptureTruth['portrait']>;

/** A picture between camera and upload; `truth` only for documents that lie where the camera saw them. */
export interface Shot {
  bytes: Buffer;
  truth: CaptureTruth | null;
}

type Alter = (shot: Shot) => Promise<Buffer>;

const jpeg = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 90 }).toBuffer();

/** Corners of a part of the card. @throws Error when the picture does not show it */
function partOf({ truth }: Shot, part: 'portrait' | 'mrz'): Corners {
  const corners = truth?.[part];
  if (!corners) throw new Error(`the picture shows no ${part}`);
  return corners;
}

/** Draws over a picture; `shape` is SVG in the picture's pixels. */
async function drawOver({ bytes }: Shot, shape: string): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`;
  return jpeg(sharp(bytes).composite([{ input: Buffer.from(svg) }]));
}

const polygon = (corners: Corners, fill: string): string =>
  `<polygon points="${corners.map((corner) => corner.join(',')).join(' ')}" fill="${fill}"/>`;

/** Corners of the printed fields of the holder. @throws Error when the picture shows none */
function fieldsOf({ truth }: Shot, named: RegExp): Corners[] {
  const found = Object.entries(truth?.fields ?? {}).filter(([name]) => named.test(name));
  if (found.length === 0) throw new Error(`the picture shows no field like ${String(named)}`);
  return found.map(([, corners]) => corners);
}

/** Covers fields with paper. */
const papered = (shot: Shot, named: RegExp): string =>
  fieldsOf(shot, named)
    .map((corners) => polygon(corners, '#d6d3c9'))
    .join('');

/** Crops a picture; bounds are fractions of its sides. */
async function cut({ bytes }: Shot, share: { left?: number; top?: number; width?: number; height?: number }) {
  const { width, height } = await sharp(bytes).metadata();
  return jpeg(
    sharp(bytes).extract({
      left: Math.round(width * (share.left ?? 0)),
      top: Math.round(height * (share.top ?? 0)),
      width: Math.round(width * (share.width ?? 1)),
      height: Math.round(height * (share.height ?? 1)),
    }),
  );
}

/** The part to the right of the middle of the portrait. */
async function throughPortrait(shot: Shot): Promise<Buffer> {
  const across = partOf(shot, 'portrait').map(([x]) => x);
  const { width } = await sized(shot);
  const left = (Math.min(...across) + Math.max(...across)) / 2 / width;
  return cut(shot, { left, width: 1 - left });
}

/** Only a photograph that lies on a table, without the document. */
async function portraitAlone(shot: Shot): Promise<Buffer> {
  const corners = partOf(shot, 'portrait');
  const [left, top] = [0, 1].map((axis) => Math.ceil(Math.min(...corners.map((at) => at[axis] ?? 0)))) as [
    number,
    number,
  ];
  const [right, bottom] = [0, 1].map((axis) =>
    Math.floor(Math.max(...corners.map((at) => at[axis] ?? 0))),
  ) as [number, number];
  const photograph = sharp(shot.bytes).extract({ left, top, width: right - left, height: bottom - top });
  return jpeg(
    sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a7460' } }).composite([
      { input: await photograph.toBuffer(), left: 500, top: 350 },
    ]),
  );
}

async function sized({ bytes }: Shot): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}

async function pasted(shot: Shot, edge: 'hard' | 'feathered'): Promise<Buffer> {
  const face = await drawPortrait({ seed: pastedFace });
  const result = await pastePortrait(shot.bytes, face, { seed: 7, portrait: partOf(shot, 'portrait'), edge });
  return result.jpeg;
}

/** The face that is pasted over portraits; its owner sends the selfie. */
export const pastedFace = 12;

/** A phone screen that shows the picture between its bars. */
async function onTelephone({ bytes }: Shot): Promise<Buffer> {
  const [width, height, bar] = [1080, 2340, 190];
  const inner = await sharp(bytes)
    .resize(width, height - 2 * bar, { fit: 'contain', background: '#15171a' })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#202328' } })
    .composite([{ input: inner, left: 0, top: bar }])
    .png()
    .toBuffer();
}

/** Possible alterations of a picture, by the names that the table uses. */
const alterations = {
  'portrait covered': (shot) => drawOver(shot, polygon(partOf(shot, 'portrait'), '#20242b')),
  'the portrait alone': portraitAlone,
  'portrait pasted': (shot) => pasted(shot, 'hard'),
  'portrait pasted softly': (shot) => pasted(shot, 'feathered'),
  'zone covered': (shot) => drawOver(shot, polygon(partOf(shot, 'mrz'), '#20242b')),
  'reflection on the zone': (shot) =>
    drawOver(shot, reflectionOver(partOf(shot, 'mrz'), { reach: 1.1, width: 0.3 })),
  'reflection on the portrait': (shot) =>
    drawOver(shot, reflectionOver(partOf(shot, 'portrait'), { reach: 0.5, width: 0.3 })),
  'names covered': (shot) => drawOver(shot, papered(shot, /^(first|last)Name$/)),
  'reflections on the print': (shot) =>
    drawOver(
      shot,
      fieldsOf(shot, /./)
        .map((corners) => reflectionOver(corners, { reach: 0.9, width: 0.7 }))
        .join(''),
    ),
  'cut through the portrait': throughPortrait,
  'left half cut off': (shot) => cut(shot, { left: 0.5, width: 0.5 }),
  'lower half cut off': (shot) => cut(shot, { height: 0.5 }),
  'photographed from a screen': async (shot) =>
    (await recaptureFromScreen(shot.bytes, { seed: 3, picture: await sized(shot) })).jpeg,
  'photographed from a colour print': async (shot) =>
    (await recaptureFromPaper(shot.bytes, { seed: 3, picture: await sized(shot), print: 'colour' })).jpeg,
  'photographed from a grey print': async (shot) =>
    (await recaptureFromPaper(shot.bytes, { seed: 3, picture: await sized(shot), print: 'grey' })).jpeg,
  screenshot: onTelephone,
  blurred: ({ bytes }) => jpeg(sharp(bytes).blur(14)),
  dark: ({ bytes }) => jpeg(sharp(bytes).linear(0.13, 0)),
  black: ({ bytes }) => jpeg(sharp(bytes).linear(0.012, 0)),
  'turned over': ({ bytes }) => jpeg(sharp(bytes).rotate(180)),
  'on its side': ({ bytes }) => jpeg(sharp(bytes).rotate(90)),
  mirrored: ({ bytes }) => jpeg(sharp(bytes).flop()),
  'in grey': ({ bytes }) => jpeg(sharp(bytes).greyscale()),
  tiny: ({ bytes }) => jpeg(sharp(bytes).resize(240)),
  'half a face': (shot) => cut(shot, { width: 0.5 }),
  'behind a hand': (shot) =>
    drawOver(shot, '<ellipse cx="480" cy="640" rx="330" ry="420" fill="rgb(190,146,118)"/>'),
  'broken off': async ({ bytes }) => bytes.subarray(0, Math.round(bytes.length * 0.004)),
  'saved again': ({ bytes }) => sharp(bytes).jpeg({ quality: 70 }).toBuffer(),
  'as a WebP file': ({ bytes }) => sharp(bytes).webp({ quality: 88 }).toBuffer(),
  'as a PNG file': ({ bytes }) => sharp(bytes).png().toBuffer(),
  'as a text file': async () => Buffer.from('This is no picture.\n'.repeat(20)),
} satisfies Record<string, Alter>;

export type Alteration = keyof typeof alterations;

/** Applies alterations to a picture in order. */
export async function alter(shot: Shot, names: readonly Alteration[]): Promise<Buffer> {
  let { bytes } = shot;
  for (const name of names) bytes = await alterations[name]({ ...shot, bytes });
  return bytes;
}
