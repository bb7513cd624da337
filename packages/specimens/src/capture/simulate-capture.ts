import sharp from 'sharp';
import type { Box } from '../card/card-layout.ts';
import type { CardTruth } from '../card/draw-card.ts';
import { seededRandom } from '../random.ts';
import { drawSettings, type CaptureCondition, type CaptureSettings } from './conditions.ts';
import { mapBox, projectPlane, type Homography, type Point, type Pose, type Size } from './homography.ts';
import { asPaperPrint, asScreen } from './recapture.ts';
import { noiseTile, renderScene, type Pixels } from './scene.ts';

/** How to photograph a card. */
export interface CaptureOptions {
  condition: CaptureCondition;
  seed: number;
  /** Long and short side of the frame; default 1600 × 1200. */
  frame?: Size;
  /** What the card shows; its boxes come back in picture pixels. */
  truth?: CardTruth;
}

/** What the photograph shows. Quadrangles run clockwise from the corner that is top left on the card. */
export interface CaptureTruth extends Size {
  condition: CaptureCondition;
  seed: number;
  settings: CaptureSettings;
  /** Card pixels to picture pixels. */
  homography: Homography;
  card: Point[];
  mrz: Point[] | null;
  mrzLines: Point[][];
  portrait: Point[] | null;
  fields: Record<string, Point[]>;
}

/** Photographs a card picture (PNG) on a desk: same card, condition and seed, same JPEG bytes. */
export async function simulateCapture(
  cardPng: Uint8Array,
  options: CaptureOptions,
): Promise<{ jpeg: Buffer; truth: CaptureTruth }> {
  const { condition, seed } = options;
  const random = seededRandom(seed, `capture-${condition}`);
  const settings = drawSettings(condition, random);
  const frame = frameOf(options, settings);
  const meta = await sharp(cardPng).metadata();
  const cardSize: Size = { width: meta.width, height: meta.height };
  const offset: Point = [random.between(-1, 1), random.between(-1, 1)];
  const full = placeCard(cardSize, frame, { settings, offset });
  const { card, homography } = await loadCard(cardPng, { size: cardSize, homography: full, settings });
  const scene = renderScene({ card, homography, settings, seed }, frame);
  const jpeg = await expose(scene, settings, seed);
  return { jpeg, truth: captureTruth(options, { settings, frame, homography: full, cardSize }) };
}

function frameOf(
  { frame = { width: 1600, height: 1200 } }: CaptureOptions,
  { upright }: CaptureSettings,
): Size {
  const long = Math.max(frame.width, frame.height);
  const short = Math.min(frame.width, frame.height);
  return upright ? { width: short, height: long } : { width: long, height: short };
}

/** Finds the distance at which the card takes the wanted share, and moves it a little off the middle. */
function placeCard(
  card: Size,
  frame: Size,
  { settings, offset }: { settings: CaptureSettings; offset: Point },
): Homography {
  const { pitch, yaw, roll, fill } = settings;
  let pose: Pose = { pitch, yaw, roll, distance: 1.4, centre: [frame.width / 2, frame.height / 2] };
  for (let round = 0; round < 6; round += 1) {
    const corners = mapBox(projectPlane(card, frame, pose), [0, 0, card.width, card.height]);
    const [left, right] = range(corners.map(([x]) => x));
    const [top, bottom] = range(corners.map(([, y]) => y));
    const taken = Math.max((right - left) / frame.width, (bottom - top) / frame.height);
    const spareX = Math.max(0, frame.width * 0.98 - (right - left)) / 2;
    const spareY = Math.max(0, frame.height * 0.98 - (bottom - top)) / 2;
    pose = {
      ...pose,
      distance: pose.distance * (taken / fill),
      centre: [
        pose.centre[0] + frame.width / 2 + offset[0] * spareX * 0.6 - (left + right) / 2,
        pose.centre[1] + frame.height / 2 + offset[1] * spareY * 0.6 - (top + bottom) / 2,
      ],
    };
  }
  return projectPlane(card, frame, pose);
}

function range(values: number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

/** Loads the card at about the size it is seen at, since the warp itself does not average. */
async function loadCard(
  png: Uint8Array,
  { size, homography, settings }: { size: Size; homography: Homography; settings: CaptureSettings },
): Promise<{ card: Pixels; homography: Homography }> {
  const [a, b] = mapBox(homography, [0, 0, size.width, size.height]) as [Point, Point];
  const seen = Math.hypot(b[0] - a[0], b[1] - a[1]) / size.width;
  const shrink = Math.min(1, seen * 1.15);
  const width = Math.round(size.width * shrink);
  const height = Math.round(size.height * shrink);
  const { data } = await sharp(png)
    .removeAlpha()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const card: Pixels = { width, height, data };
  if (settings.medium === 'screen') asScreen(card);
  if (settings.medium === 'paper') asPaperPrint(card);
  const [kx, ky] = [size.width / width, size.height / height];
  const h = homography;
  return {
    card,
    homography: [h[0] * kx, h[1] * ky, h[2], h[3] * kx, h[4] * ky, h[5], h[6] * kx, h[7] * ky, h[8]],
  };
}

async function expose(scene: Pixels, settings: CaptureSettings, seed: number): Promise<Buffer> {
  const raw = { width: scene.width, height: scene.height, channels: 3 as const };
  let image = sharp(scene.data, { raw });
  if (settings.blur >= 0.3) image = image.blur(settings.blur);
  if (settings.motion >= 1.5) image = image.convolve(shakeKernel(settings.motion, settings.motionAngle));
  const data = await image.raw().toBuffer();
  addNoise({ width: scene.width, height: scene.height, data }, settings.noise, seed);
  return sharp(data, { raw }).jpeg({ quality: settings.quality, chromaSubsampling: '4:2:0' }).toBuffer();
}

function shakeKernel(length: number, angle: number): { width: number; height: number; kernel: number[] } {
  const half = Math.max(1, Math.ceil(length / 2));
  const side = half * 2 + 1;
  const kernel = new Array<number>(side * side).fill(0);
  const dx = Math.cos((angle * Math.PI) / 180);
  const dy = Math.sin((angle * Math.PI) / 180);
  const steps = side * 4;
  for (let step = 0; step <= steps; step += 1) {
    const along = (step / steps - 0.5) * length;
    const at = Math.round(half + dy * along) * side + Math.round(half + dx * along);
    kernel[at] = (kernel[at] ?? 0) + 1;
  }
  return { width: side, height: side, kernel };
}

function addNoise(picture: Pixels, deviation: number, seed: number): void {
  const light = noiseTile(seed, 'light-noise');
  const colour = noiseTile(seed, 'colour-noise');
  const { width, height, data } = picture;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    // Shifting each repetition keeps the tile from showing as a pattern.
    const shift = (y >> 9) * 197;
    const row = (y & 511) << 9;
    for (let x = 0; x < width; x += 1) {
      const column = (x + shift + (x >> 9) * 131) & 511;
      const grey = light[row + column]! * deviation;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[at]! + grey + colour[row + ((column + channel * 170) & 511)]! * deviation * 0.45;
        data[at] = value < 0 ? 0 : value > 255 ? 255 : value;
        at += 1;
      }
    }
  }
}

function captureTruth(
  { condition, seed, truth }: CaptureOptions,
  {
    settings,
    frame,
    homography,
    cardSize,
  }: { settings: CaptureSettings; frame: Size; homography: Homography; cardSize: Size },
): CaptureTruth {
  const place = (box: Box): Point[] =>
    mapBox(homography, box).map(([x, y]): Point => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]);
  const fields = Object.entries(truth?.fields ?? {}).map(
    ([name, field]) => [name, place(field.box)] as const,
  );
  return {
    ...frame,
    condition,
    seed,
    settings,
    homography,
    card: place([0, 0, cardSize.width, cardSize.height]),
    mrz: truth?.mrz ? place(truth.mrz.box) : null,
    mrzLines: (truth?.mrz?.lineBoxes ?? []).map(place),
    portrait: truth?.portraitBox ? place(truth.portraitBox) : null,
    fields: Object.fromEntries(fields),
  };
}
