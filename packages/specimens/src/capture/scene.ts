import { seededRandom } from '../random.ts';
import { invert, mapBox, type Homography, type Point, type Size } from './homography.ts';
import type { CaptureSettings } from './capture-settings.ts';
import { paintDesk } from './desks.ts';
import { drawFingers, drawShadows } from './overlays.ts';
import { noiseSide, noiseTile, type Pixels } from './pixels.ts';

export { noiseTile, type Pixels };

/** The scene to photograph. */
export interface Scene {
  card: Pixels;
  /** Maps card pixels to picture pixels. */
  homography: Homography;
  settings: CaptureSettings;
  seed: number;
}

/** Renders the desk with the card on it, lit. */
export function renderScene(scene: Scene, size: Size): Pixels {
  const picture: Pixels = { ...size, data: new Uint8Array(size.width * size.height * 3) };
  const { settings, seed, homography, card } = scene;
  const { desk, fingers, shadows } = settings;
  if (settings.scanned) picture.data.fill(252);
  else if (desk === undefined || desk === 'plain') drawDesk(picture, scene);
  else paintDesk(picture, desk, seed);
  drawCardOnDesk(picture, scene);
  if (fingers) drawFingers(picture, fingers, { homography, card, seed });
  if (shadows) drawShadows(picture, shadows);
  lightScene(picture, scene);
  return picture;
}

const desks = [
  [116, 88, 64],
  [70, 74, 80],
  [150, 142, 130],
  [52, 60, 54],
  [134, 108, 82],
] as const;

function drawDesk(picture: Pixels, { seed }: Scene): void {
  const random = seededRandom(seed, 'desk');
  const [red, green, blue] = random.pick(desks);
  const grain = noiseTile(seed, 'grain');
  const wood = random.chance(0.6);
  const { width, height, data } = picture;
  // Noise stretched along one axis looks like grain, along both like cloth.
  const [stretchX, stretchY] = wood ? [0.03, 0.7] : [0.5, 0.5];
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const row = (Math.floor(y * stretchY) & 511) * noiseSide;
    const fine = (y & 511) * noiseSide;
    for (let x = 0; x < width; x += 1) {
      const coarse = grain[row + (Math.floor(x * stretchX + y * 0.004) & 511)] ?? 0;
      const level = 1 + coarse * 0.06 + (grain[fine + (x & 511)] ?? 0) * 0.015;
      data[at] = red * level;
      data[at + 1] = green * level;
      data[at + 2] = blue * level;
      at += 3;
    }
  }
}

/** Returns the box around points, enlarged by a margin and clipped to the frame. */
function bounds(points: Point[], { width, height }: Size, margin: number): [number, number, number, number] {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [
    Math.max(0, Math.floor(Math.min(...xs) - margin)),
    Math.max(0, Math.floor(Math.min(...ys) - margin)),
    Math.min(width, Math.ceil(Math.max(...xs) + margin)),
    Math.min(height, Math.ceil(Math.max(...ys) + margin)),
  ];
}

function drawCardOnDesk(picture: Pixels, { card, homography, settings }: Scene): void {
  const back = invert(homography);
  const corners = mapBox(homography, [0, 0, card.width, card.height]);
  const [left, top, right, bottom] = bounds(corners, picture, 26);
  const side = Math.hypot(corners[1]![0] - corners[0]![0], corners[1]![1] - corners[0]![1]);
  const scale = side / card.width;
  const radius = card.width * 0.028;
  const shadow = (settings.scanned ? 2 : 14) / scale;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const w = back[6] * x + back[7] * y + back[8];
      const u = (back[0] * x + back[1] * y + back[2]) / w;
      const v = (back[3] * x + back[4] * y + back[5]) / w;
      const outside = outsideBy([u, v], card, radius);
      const at = (y * picture.width + x) * 3;
      if (outside > shadow) continue;
      const cover = Math.max(0, Math.min(1, 0.5 - outside * scale));
      if (cover < 1) darken(picture.data, at, 0.5 + (0.5 * Math.max(0, outside)) / shadow);
      if (cover > 0) blendSample(picture.data, at, { card, u, v, cover });
    }
  }
}

/** Returns the distance to the rounded outline in card pixels, negative inside. */
function outsideBy([u, v]: Point, card: Size, radius: number): number {
  const dx = Math.abs(u - card.width / 2) - card.width / 2 + radius;
  const dy = Math.abs(v - card.height / 2) - card.height / 2 + radius;
  if (dx > 0 && dy > 0) return Math.sqrt(dx * dx + dy * dy) - radius;
  return Math.max(dx, dy) - radius;
}

function darken(data: Uint8Array, at: number, factor: number): void {
  for (let channel = at; channel < at + 3; channel += 1) data[channel] = (data[channel] ?? 0) * factor;
}

function blendSample(
  data: Uint8Array,
  at: number,
  { card, u, v, cover }: { card: Pixels; u: number; v: number; cover: number },
): void {
  const cu = Math.max(0, Math.min(card.width - 1.001, u - 0.5));
  const cv = Math.max(0, Math.min(card.height - 1.001, v - 0.5));
  const x = Math.floor(cu);
  const y = Math.floor(cv);
  const fx = cu - x;
  const fy = cv - y;
  const row = card.width * 3;
  const p = y * row + x * 3;
  const source = card.data;
  for (let channel = 0; channel < 3; channel += 1) {
    const a = source[p + channel]!;
    const b = source[p + 3 + channel]!;
    const c = source[p + row + channel]!;
    const d = source[p + row + 3 + channel]!;
    const high = a + (b - a) * fx;
    const low = c + (d - c) * fx;
    const value = high + (low - high) * fy;
    data[at + channel] = data[at + channel]! * (1 - cover) + value * cover;
  }
}

function lightScene(picture: Pixels, { settings, homography, card }: Scene): void {
  const { width, height, data } = picture;
  const angle = (settings.lightAngle * Math.PI) / 180;
  const gx = (Math.cos(angle) * settings.gradient) / width;
  const gy = (Math.sin(angle) * settings.gradient) / height;
  const tint = [1 + settings.warmth * 0.07, 1, 1 - settings.warmth * 0.1] as const;
  const spots = settings.glare.map((spot) => placeSpot(spot, homography, card));
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const level = settings.gain * (1 + gx * (x - width / 2) + gy * (y - height / 2));
      let extra = 0;
      for (const spot of spots) {
        const dx = x - spot.x;
        const dy = y - spot.y;
        const far = (dx * dx + dy * dy * 1.6) * spot.narrow;
        if (far < 8) extra += spot.strength * Math.exp(-far);
      }
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[at]! * level * tint[channel]! + extra;
        data[at] = value > 255 ? 255 : value;
        at += 1;
      }
    }
  }
}

function placeSpot(
  spot: CaptureSettings['glare'][number],
  homography: Homography,
  card: Size,
): { x: number; y: number; narrow: number; strength: number } {
  const reach = spot.radius * card.width;
  const [middle, edge] = mapBox(homography, [spot.x * card.width, spot.y * card.height, reach, reach]) as [
    Point,
    Point,
  ];
  const radius = Math.hypot(edge[0] - middle[0], edge[1] - middle[1]);
  return { x: middle[0], y: middle[1], narrow: 1 / (2 * (radius / 1.6) ** 2), strength: spot.strength };
}
