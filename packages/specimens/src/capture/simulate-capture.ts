import sharp from 'sharp';
import type { CaptureSettings } from './capture-settings.ts';
import { mapBox, type Homography, type Point, type Size } from './homography.ts';
import { planCapture, type CaptureOptions, type CaptureTruth } from './plan-capture.ts';
import { asPaperPrint, asScreen } from './recapture.ts';
import { noiseTile, type Pixels } from './pixels.ts';
import { renderScene } from './scene.ts';

/** Photographs a card picture (PNG) on a desk. The same card, condition and seed return the same JPEG bytes. */
export async function simulateCapture(
  cardPng: Uint8Array,
  options: CaptureOptions,
): Promise<{ jpeg: Buffer; truth: CaptureTruth }> {
  const meta = await sharp(cardPng).metadata();
  const size: Size = { width: meta.width, height: meta.height };
  const truth = planCapture(size, options);
  const { settings, seed } = truth;
  const { card, homography } = await loadCard(cardPng, { size, homography: truth.homography, settings });
  const scene = renderScene(
    { card, homography, settings, seed },
    { width: truth.width, height: truth.height },
  );
  return { jpeg: await expose(scene, settings, seed), truth };
}

/** Loads the card at about the size at which it appears, because the warp does not average pixels. */
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
  const picture =
    settings.firstQuality === undefined
      ? sharp(data, { raw })
      : sharp(await sharp(data, { raw }).jpeg({ quality: settings.firstQuality }).toBuffer());
  return picture.jpeg({ quality: settings.quality, chromaSubsampling: '4:2:0' }).toBuffer();
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
    // Shifting each repetition prevents a visible pattern of tiles.
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
