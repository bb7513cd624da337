import sharp from 'sharp';
import { seededRandom, type Random } from '../random.ts';
import type { Homography, Size } from './homography.ts';
import {
  lightOf,
  photographFlat,
  seenShare,
  type Camera,
  type FlatShot,
  type Surface,
} from './photograph-flat.ts';
import type { Pixels } from './scene.ts';

/** Makes a card look as on a screen: lines of coloured stripes, less contrast, a blue cast. Modifies the pixels. */
export function asScreen(card: Pixels): void {
  const { width, height, data } = card;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const line = y % 3 === 0 ? 0.8 : 1.04;
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const stripe = x % 3 === channel ? 1.18 : 0.86;
        const level = (24 + data[at]! * 0.88) * line * stripe * (channel === 2 ? 1.05 : 0.98);
        data[at] = level > 255 ? 255 : level;
        at += 1;
      }
    }
  }
}

/** Makes a card look like a cheap colour print: a dot screen at 45°, weak blacks, paler colours. Modifies the pixels. */
export function asPaperPrint(card: Pixels): void {
  const { width, height, data } = card;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dot = (Math.cos((x + y) * 1.1) + Math.cos((x - y) * 1.1)) * 9;
      const grey = 0.3 * data[at]! + 0.59 * data[at + 1]! + 0.11 * data[at + 2]!;
      for (let channel = 0; channel < 3; channel += 1) {
        const faded = grey + (data[at]! - grey) * 0.7;
        const level = 38 + faded * 0.82 + dot * (1 - faded / 300);
        data[at] = level < 0 ? 0 : level > 255 ? 255 : level;
        at += 1;
      }
    }
  }
}

/** Options for photographing a picture a second time. */
export interface Recapture {
  seed: number;
  /** Size of the new picture. */
  picture: Size;
  /** Share of the new picture's width or height (whichever is the limit) that the shown picture fills; above 1 its edges lie outside. */
  fill?: number;
}

/** The new picture, the settings drawn for it, and the mapping from pixels of the shown picture. */
export interface Recaptured {
  jpeg: Buffer;
  homography: Homography;
  settings: Record<string, number | string | boolean>;
}

/**
 * Photographs a picture on a display: with a pixel grid of coloured stripes or a PenTile layout, the moiré that the sensor produces,
 * raised blacks, a tint, tilt and perhaps a bezel. The same picture and seed return the same bytes.
 */
export async function recaptureFromScreen(shown: Uint8Array, options: Recapture): Promise<Recaptured> {
  const random = seededRandom(options.seed, 'screen');
  const camera = drawCamera(random);
  const { readShown, thing, reach } = await loadShown(shown, { ...options, camera, random });
  // Display pixels per sensor pixel: from a monitor at close range to a phone at a distance.
  const pitch = random.between(0.22, 1.35);
  const frame = random.chance(0.6) ? random.between(0.025, 0.09) * thing.width : Infinity;
  const bezel = random.between(0.004, 0.03);
  const haze = random.between(0.004, 0.05);
  const tint = [random.between(0.86, 1.02), 1, random.between(0.98, 1.16)];
  const grid = random.chance(0.75) ? stripeGrid(pitch, camera) : tileGrid(pitch, camera);
  const shares = new Float64Array(3);
  const surface: Surface = (u, v, light) => {
    if (!readShown(u, v, light)) {
      const outside = Math.max(-u, -v, u - thing.width, v - thing.height);
      if (outside > frame) return false;
      light.fill(frame === Infinity ? 0.9 * bezel : bezel);
      return true;
    }
    grid(u * pitch, v * pitch, shares);
    for (let channel = 0; channel < 3; channel += 1)
      light[channel] = haze + light[channel]! * tint[channel]! * 0.92 * shares[channel]!;
    return true;
  };
  const pose = drawPose(random, options.picture);
  const mirrored = random.chance(0.25) ? mirroredLamp(thing, random) : null;
  const shot = await photographFlat({
    surface: mirrored === null ? surface : withLamp(surface, mirrored),
    thing,
    picture: options.picture,
    pose,
    camera,
    seed: options.seed,
  });
  return {
    jpeg: shot.jpeg,
    homography: afterScale(shot.homography, reach),
    settings: {
      ...camera,
      mirrored: mirrored !== null,
      gridPitch: pitch,
      haze,
      framed: frame !== Infinity,
      tilt: pose.pitch,
      roll: pose.roll,
    },
  };
}

type Lamp = (u: number, v: number) => number;

/** The reflection of a long lamp or a window, a patch of light with straight sides. */
function mirroredLamp({ width, height }: Size, random: Random): Lamp {
  const [middleU, middleV] = [width * random.between(0.3, 0.7), height * random.between(0.25, 0.6)];
  const angle = random.between(0, Math.PI);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [half, thick] = [width * random.between(0.22, 0.4), width * random.between(0.04, 0.1)];
  const power = random.between(0.5, 1.1);
  return (u, v) => {
    const [du, dv] = [u - middleU, v - middleV];
    const along = Math.abs(du * cos + dv * sin) - half;
    const aside = Math.abs(dv * cos - du * sin) - thick;
    return power * Math.max(0, Math.min(1, 0.5 - Math.max(along, aside) / 4));
  };
}

function withLamp(surface: Surface, lamp: Lamp): Surface {
  return (u, v, light) => {
    if (!surface(u, v, light)) return false;
    const added = lamp(u, v);
    for (let channel = 0; channel < 3; channel += 1) light[channel] = light[channel]! + added;
    return true;
  };
}

/** How a picture is printed. */
export type PrintKind = 'colour' | 'grey';

/**
 * Photographs a printed picture: with a dot screen for each ink at its own angle, or for black only, of 60 to 150 lines per inch; weak
 * blacks, tinted paper, a sheet with or without margin. The same picture and seed return the same bytes.
 */
export async function recaptureFromPaper(
  shown: Uint8Array,
  options: Recapture & { print: PrintKind },
): Promise<Recaptured> {
  const random = seededRandom(options.seed, `paper-${options.print}`);
  const camera = drawCamera(random);
  const { readShown, thing, reach } = await loadShown(shown, { ...options, camera, random });
  const lines = random.between(60, 150);
  const pixelsPerMm = random.between(6, 16) * camera.oversize;
  const wave = lines / 25.4 / pixelsPerMm;
  const turn = random.between(-6, 6);
  const dots = [15, 75, 0].map((angle) => dotScreen(wave, angle + turn));
  const blackDots = dotScreen(wave, 45 + turn);
  const depth = 1.3 * seenShare(wave, camera);
  const [weakest, paper] = [random.between(0.02, 0.07), random.between(0.78, 0.92)];
  const margin = random.chance(0.6) ? random.between(0.02, 0.12) * thing.width : 0;
  const surface: Surface = (u, v, light) => {
    if (!readShown(u, v, light)) {
      light.fill(paper);
      return Math.max(-u, -v, u - thing.width, v - thing.height) <= margin;
    }
    const black = blackDots(u, v);
    if (options.print === 'grey') {
      light.fill(0.21 * light[0]! + 0.72 * light[1]! + 0.07 * light[2]!);
      light.fill(weakest + (paper - weakest) * blank(1 - light[0]!, depth, black));
      return true;
    }
    const common = 0.5 * (1 - Math.max(light[0]!, light[1]!, light[2]!));
    const key = blank(common, depth, black);
    for (let channel = 0; channel < 3; channel += 1) {
      const cover = Math.max(0, Math.min(1, 1 - light[channel]! / (1 - common)));
      light[channel] = weakest + (paper - weakest) * (blank(cover, depth, dots[channel]!(u, v)) * key);
    }
    return true;
  };
  const pose = drawPose(random, options.picture);
  const shot = await photographFlat({
    surface,
    thing,
    picture: options.picture,
    pose,
    camera,
    seed: options.seed,
  });
  return {
    jpeg: shot.jpeg,
    homography: afterScale(shot.homography, reach),
    settings: { ...camera, lines, pixelsPerMm, margin, tilt: pose.pitch, roll: pose.roll },
  };
}

function drawCamera(random: Random): Camera {
  return {
    oversize: random.pick([1, 1, 1.5, 2]),
    mosaic: random.chance(0.5),
    blur: random.between(0.35, 0.8),
    noise: random.between(0.8, 3.5),
    gain: random.between(0.85, 1.1),
    warmth: random.between(-0.8, 0.5),
    quality: random.whole(72, 93),
  };
}

function drawPose(random: Random, { width, height }: Size): FlatShot['pose'] {
  const spare = width > height ? 0.03 : 0.04;
  return {
    pitch: random.between(-9, 9),
    yaw: random.between(-9, 9),
    roll: random.between(-4, 4),
    centre: [0.5 + random.between(-spare, spare), 0.5 + random.between(-spare, spare)],
  };
}

interface Shown {
  /** Reads the light of the shown picture at a point; returns false outside the picture. */
  readShown: Surface;
  /** Size of the shown picture in sensor pixels. */
  thing: Size;
  /** Sensor pixels per pixel of the shown file. */
  reach: number;
}

async function loadShown(
  bytes: Uint8Array,
  { picture, fill, camera, random }: Recapture & { camera: Camera; random: Random },
): Promise<Shown> {
  const share = fill ?? random.between(0.78, 1.15);
  const { width, height } = await sharp(bytes).metadata();
  const reach = share * camera.oversize * Math.min(picture.width / width, picture.height / height);
  const thing = { width: Math.round(width * reach), height: Math.round(height * reach) };
  const { data } = await sharp(bytes)
    .removeAlpha()
    .resize(thing.width, thing.height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { readShown: readerOf({ ...thing, data }), thing, reach };
}

function readerOf({ width, height, data }: Pixels): Surface {
  return (u, v, light) => {
    if (u < 0 || v < 0 || u >= width - 1 || v >= height - 1) return false;
    const x = Math.floor(u);
    const y = Math.floor(v);
    const fx = u - x;
    const fy = v - y;
    const at = (y * width + x) * 3;
    for (let channel = 0; channel < 3; channel += 1) {
      const a = data[at + channel]!;
      const b = data[at + 3 + channel]!;
      const c = data[at + width * 3 + channel]!;
      const d = data[at + width * 3 + 3 + channel]!;
      const upper = a + (b - a) * fx;
      light[channel] = lightOf(Math.round(upper + (c + (d - c) * fx - upper) * fy));
    }
    return true;
  };
}

/** Writes the share of light that each of the three colours lets through at a point. */
type Grid = (x: number, y: number, shares: Float64Array) => void;

/** Three coloured stripes per pixel, each 0.28 wide, with dark rows between, as waves that the sensor can resolve. */
function stripeGrid(pitch: number, camera: Camera): Grid {
  const columns = waves(0.28, pitch, camera);
  const rows = waves(0.86, pitch, camera);
  return (x, y, shares) => {
    const row = sumWaves(rows, y);
    for (let channel = 0; channel < 3; channel += 1)
      shares[channel] = sumWaves(columns, x - (channel + 0.5) / 3) * row;
  };
}

/** Diamonds: green at every pixel, red and blue alternating like a chessboard. */
function tileGrid(pitch: number, camera: Camera): Grid {
  const green = waves(0.5, pitch, camera);
  const sparse = waves(0.42, pitch * Math.SQRT1_2, camera);
  const sparseShare = (x: number, y: number, phase: number): number =>
    sumWaves(sparse, (x + y) / 2 + phase) * sumWaves(sparse, (x - y) / 2 + phase);
  return (x, y, shares) => {
    shares[0] = sparseShare(x, y, 0.25);
    shares[1] = sumWaves(green, x) * sumWaves(green, y);
    shares[2] = sparseShare(x, y, 0.75);
  };
}

/** Amplitudes of the first harmonics of a bar pattern with mean 1, after lens and sensor pixel. */
function waves(duty: number, pitch: number, camera: Camera): number[] {
  return [1, 2, 3].map(
    (k) => ((2 * Math.sin(Math.PI * k * duty)) / (Math.PI * k * duty)) * seenShare(k * pitch, camera),
  );
}

function sumWaves(amplitudes: readonly number[], place: number): number {
  let sum = 1;
  for (let wave = 1; wave <= amplitudes.length; wave += 1)
    sum += amplitudes[wave - 1]! * Math.cos(2 * Math.PI * wave * place);
  return Math.max(0, sum);
}

/** Returns how dark the dots of an ink are around a point, −2 to 2. */
function dotScreen(wave: number, degrees: number): (u: number, v: number) => number {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * wave * 2 * Math.PI, Math.sin(angle) * wave * 2 * Math.PI];
  return (u, v) => Math.cos(u * cos + v * sin) + Math.cos(v * cos - u * sin);
}

/** Share of the paper that an ink leaves uncovered at a point. */
function blank(cover: number, depth: number, dots: number): number {
  const share = cover + depth * cover * (1 - cover) * dots;
  return 1 - (share < 0 ? 0 : share > 1 ? 1 : share);
}

function afterScale(h: Homography, k: number): Homography {
  return [h[0] * k, h[1] * k, h[2], h[3] * k, h[4] * k, h[5], h[6] * k, h[7] * k, h[8]];
}
