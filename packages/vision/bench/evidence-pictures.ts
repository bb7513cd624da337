import {
  drawCard,
  drawPortrait,
  drawSelfie,
  inventPerson,
  pastePortrait,
  recaptureFromPaper,
  recaptureFromScreen,
  simulateCapture,
  type CaptureCondition,
  type CardKind,
  type CardTruth,
} from '@countersign/specimens';
import sharp, { type Sharp } from 'sharp';
import type { Point, Quad } from '../src/picture/raster.ts';

/** A picture whose origin is known. */
export interface EvidencePictureCase {
  /** `honest …` or the kind of attack. */
  kind: string;
  seed: number;
  subject: 'selfie' | 'document';
  jpeg: Buffer;
  /** Corners of the document, if the picture shows one. */
  corners: Quad | null;
}

const fronts = ['td3', 'td1-front', 'td2', 'mrva', 'mrvb'] as const satisfies readonly CardKind[];
const honestConditions = [
  'clean',
  'typical',
  'small',
  'dim',
  'tilt',
  'glare',
  'blur',
  'sideways',
  'upside',
] as const satisfies readonly CaptureCondition[];
const wide = { width: 1600, height: 1200 };
const high = { width: 960, height: 1280 };

/** Ways in which real cards differ from drawn ones: fine straight lines, fine waves, a grey portrait, hardly any colour. */
export const cardDresses = ['plain', 'fine-lines', 'fine-waves', 'grey-portrait', 'pale'] as const;

/** Honest surroundings that resemble a sign of an attack. */
export const roomDresses = [
  'plain',
  'door-frame',
  'stripes',
  'tiles',
  'black-and-white',
  'grey-wall',
  'window',
  'bookshelf',
  'messenger',
  'enlarged',
  'door-and-table',
] as const;

function fineLines(width: number, height: number, seed: number, wavy: boolean): string {
  const step = width / (170 + (seed % 7) * 40);
  const lines: string[] = [];
  for (let y = 0; y < height; y += step) {
    const path = wavy
      ? `M0 ${y} ` +
        Array.from({ length: 24 }, (_, index) => {
          const x = ((index + 1) * width) / 24;
          return `Q${x - width / 48} ${y + (index % 2 ? 1 : -1) * step * 3} ${x} ${y}`;
        }).join(' ')
      : `M0 ${y} L${width} ${y + (seed % 3) * step * 4}`;
    lines.push(`<path d="${path}"/>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g fill="none" stroke="rgb(90,130,150)" stroke-opacity="0.45" stroke-width="${step * 0.4}">${lines.join('')}</g></svg>`;
}

/** Changes a card as if another printer had produced it. */
export async function dressCard(
  card: { png: Buffer; truth: CardTruth },
  dress: (typeof cardDresses)[number],
  seed: number,
): Promise<Buffer> {
  const { png, truth } = card;
  const box = truth.portraitBox;
  const [left, top, width, height] = (box ?? [0, 0, 8, 8]).map((value) => Math.round(value)) as [
    number,
    number,
    number,
    number,
  ];
  const portrait = await sharp(png).extract({ left, top, width, height }).png().toBuffer();
  if (dress === 'fine-lines' || dress === 'fine-waves') {
    const overlay = Buffer.from(fineLines(truth.width, truth.height, seed, dress === 'fine-waves'));
    return sharp(png)
      .composite([{ input: overlay }, ...(box ? [{ input: portrait, left, top }] : [])])
      .png()
      .toBuffer();
  }
  if (dress === 'grey-portrait' && box) {
    const grey = await sharp(portrait).greyscale().toColourspace('srgb').png().toBuffer();
    return sharp(png)
      .composite([{ input: grey, left, top }])
      .png()
      .toBuffer();
  }
  return dress === 'pale' ? sharp(png).modulate({ saturation: 0.5 }).png().toBuffer() : png;
}

async function drawFront(seed: number) {
  const kind = fronts[seed % fronts.length] ?? 'td3';
  return drawCard({ kind, person: inventPerson(seed), portraitSeed: seed });
}

/** Takes an honest photograph of a document. */
export async function honestDocument(seed: number): Promise<EvidencePictureCase> {
  const condition = honestConditions[seed % honestConditions.length] ?? 'typical';
  const dress = cardDresses[Math.floor(seed / 2) % cardDresses.length] ?? 'plain';
  const card = await drawFront(seed);
  const png = await dressCard(card, dress, seed);
  const { jpeg: taken, truth } = await simulateCapture(png, { condition, seed, truth: card.truth });
  const resaved = seed % 3 === 0;
  const jpeg = resaved
    ? await sharp(taken)
        .jpeg({ quality: 60 + (seed % 36) })
        .toBuffer()
    : taken;
  const kind = `honest document ${dress}${resaved ? ' resaved' : ''}`;
  return { kind, seed, subject: 'document', jpeg, corners: truth.card as unknown as Quad };
}

/** Photographs a document on a display or on paper. */
export async function copiedDocument(
  medium: 'screen' | 'paper' | 'grey paper',
  seed: number,
): Promise<EvidencePictureCase> {
  const card = await drawFront(seed);
  const options = { seed, picture: wide, fill: 0.7 + (seed % 4) * 0.08 };
  const shot =
    medium === 'screen'
      ? await recaptureFromScreen(card.png, options)
      : await recaptureFromPaper(card.png, { ...options, print: medium === 'paper' ? 'colour' : 'grey' });
  const { width, height } = card.truth;
  const h = shot.homography;
  const corner = (x: number, y: number): Point => {
    const w = h[6] * x + h[7] * y + h[8];
    return [(h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w];
  };
  const corners: Quad = [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)];
  return { kind: `document on ${medium}`, seed, subject: 'document', jpeg: shot.jpeg, corners };
}

/** Photographs a document and replaces its portrait as in a picture editor. */
export async function pastedDocument(edge: 'hard' | 'feathered', seed: number): Promise<EvidencePictureCase> {
  const card = await drawFront(seed);
  const condition = (['clean', 'typical', 'dim'] as const)[seed % 3] ?? 'typical';
  const { jpeg, truth } = await simulateCapture(card.png, { condition, seed, truth: card.truth });
  if (truth.portrait === null) throw new Error('the card has no portrait');
  const face = await drawPortrait({ seed: seed + 400 });
  const pasted = await pastePortrait(jpeg, face, { seed, portrait: truth.portrait, edge });
  return {
    kind: `pasted portrait ${edge}`,
    seed,
    subject: 'document',
    jpeg: pasted.jpeg,
    corners: truth.card as unknown as Quad,
  };
}

const surroundings: Readonly<Record<(typeof roomDresses)[number], (seed: number) => string>> = {
  plain: () => '',
  messenger: () => '',
  enlarged: () => '',
  'black-and-white': () => '',
  'door-frame': (seed) => {
    const [left, right] = [60 + (seed % 5) * 25, 800 + (seed % 4) * 25];
    return `<g fill="rgb(225,222,214)"><rect x="${left}" y="60" width="46" height="1220"/><rect x="${right}" y="60" width="46" height="1220"/><rect x="${left}" y="60" width="${right - left + 46}" height="46"/></g>`;
  },
  'door-and-table': (seed) => {
    const top = 1090 + (seed % 4) * 30;
    return `<g><path d="M${70 + (seed % 5) * 20} 1280V50H${860 + (seed % 3) * 20}V1280" fill="none" stroke="rgb(232,228,218)" stroke-width="44"/><rect y="${top}" width="960" height="200" fill="rgb(96,70,48)"/></g>`;
  },
  stripes: (seed) => {
    const step = 7 + (seed % 6) * 3;
    const bars = Array.from(
      { length: Math.ceil(960 / step) },
      (_, i) => `<rect x="${i * step}" y="1120" width="${step / 2}" height="160"/>`,
    );
    return `<g fill="rgb(40,50,90)">${bars.join('')}</g>`;
  },
  tiles: (seed) => {
    const step = 14 + (seed % 5) * 9;
    const lines = Array.from({ length: 90 }, (_, i) => {
      const at = i * step;
      return `<path d="M0 ${at}H210M750 ${at}H960M${at} 0V190"/>`;
    });
    return `<g stroke="rgb(235,235,230)" stroke-width="2.5">${lines.join('')}</g>`;
  },
  'grey-wall': () =>
    `<g fill="rgb(142,142,142)"><rect width="200" height="1280"/><rect x="760" width="200" height="1280"/><rect width="960" height="170"/></g>`,
  window: () =>
    `<g fill="rgb(252,253,255)"><rect x="20" y="40" width="220" height="520"/><rect x="720" y="40" width="220" height="520"/></g>`,
  bookshelf: (seed) =>
    Array.from({ length: 46 }, (_, i) => {
      const hue = (i * 47 + seed * 31) % 360;
      const x = i < 23 ? i * 9 : 760 + (i - 23) * 9;
      return `<rect x="${x}" y="${120 + (i % 5) * 14}" width="8" height="420" fill="hsl(${hue},40%,42%)"/>`;
    }).join(''),
};

/** Takes an honest selfie, with things that may be in the background or worn. */
export async function honestSelfie(seed: number): Promise<EvidencePictureCase> {
  const dress = roomDresses[seed % roomDresses.length] ?? 'plain';
  const drawn = await drawSelfie({ seed, variant: 1 + (seed % 3) });
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1280">${surroundings[dress](seed)}</svg>`;
  let image = sharp(
    await sharp(drawn)
      .composite([{ input: Buffer.from(overlay) }])
      .png()
      .toBuffer(),
  );
  if (dress === 'black-and-white')
    image = sharp(await image.greyscale().toColourspace('srgb').png().toBuffer());
  if (seed % 4 === 1) image = image.linear(0.45, 3);
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  addGrain(data, 1 + (seed % 5), seed);
  const quality = dress === 'messenger' ? 45 : 76 + (seed % 5) * 4;
  let out = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  if (dress === 'messenger') out = sharp(await out.jpeg({ quality: 70 }).toBuffer()).resize(720);
  if (dress === 'enlarged') out = await enlarge(out, seed);
  const jpeg = await out.jpeg({ quality }).toBuffer();
  return { kind: `honest selfie ${dress}`, seed, subject: 'selfie', jpeg, corners: null };
}

/** Scales a picture down, saves it, and enlarges it by an odd factor, as some browsers and messengers do. */
async function enlarge(image: Sharp, seed: number): Promise<Sharp> {
  const small = await image
    .resize(420 + (seed % 7) * 40)
    .jpeg({ quality: 70 })
    .toBuffer();
  const kernel = (['nearest', 'cubic', 'lanczos3'] as const)[seed % 3] ?? 'cubic';
  const large = await sharp(small)
    .resize(720 + (seed % 5) * 61, null, { kernel })
    .png()
    .toBuffer();
  return sharp(large);
}

/** Photographs a selfie on a display or on paper. */
export async function copiedSelfie(
  medium: 'screen' | 'paper' | 'grey paper',
  seed: number,
): Promise<EvidencePictureCase> {
  const drawn = await drawSelfie({ seed, variant: 1 });
  const options = { seed, picture: high, fill: 0.72 + (seed % 5) * 0.1 };
  const { jpeg } =
    medium === 'screen'
      ? await recaptureFromScreen(drawn, options)
      : await recaptureFromPaper(drawn, { ...options, print: medium === 'paper' ? 'colour' : 'grey' });
  return { kind: `selfie on ${medium}`, seed, subject: 'selfie', jpeg, corners: null };
}

/** Adds bell-shaped noise from its own small generator. Modifies the pixels. */
function addGrain(data: Buffer, deviation: number, seed: number): void {
  let state = seed * 2654435761 + 1;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
  for (let at = 0; at < data.length; at += 3) {
    const light = (next() + next() + next() - 1.5) * 2 * deviation;
    for (let channel = at; channel < at + 3; channel += 1) {
      const value = (data[channel] ?? 0) + light + (next() - 0.5) * deviation;
      data[channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  }
}

/** All kinds of pictures on which the signs are measured. */
export const pictureKinds: Readonly<Record<string, (seed: number) => Promise<EvidencePictureCase>>> = {
  'honest document': honestDocument,
  'honest selfie': honestSelfie,
  'document on screen': (seed) => copiedDocument('screen', seed),
  'document on paper': (seed) => copiedDocument('paper', seed),
  'document on grey paper': (seed) => copiedDocument('grey paper', seed),
  'pasted portrait hard': (seed) => pastedDocument('hard', seed),
  'pasted portrait feathered': (seed) => pastedDocument('feathered', seed),
  'selfie on screen': (seed) => copiedSelfie('screen', seed),
  'selfie on paper': (seed) => copiedSelfie('paper', seed),
  'selfie on grey paper': (seed) => copiedSelfie('grey paper', seed),
};
