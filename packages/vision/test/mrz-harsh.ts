import sharp from 'sharp';
import type { Raster } from '../src/picture/raster.ts';
import type { Atlas } from '../tools/mrz-cells.ts';
import { createRandom } from '../tools/mrz-random.ts';
import type { Random } from '../tools/mrz-random.ts';
import { FINE, drawPage, plainStyle } from './mrz-page.ts';
import type { PageStyle, Sheet } from './mrz-page.ts';

/** How a page comes into the picture. Lengths in pitches of the zone unless said otherwise. */
interface Shot {
  /** Pixels of the picture per pitch. */
  pixels: number;
  /** Space around the page in the picture; negative cuts the page. */
  margin: number;
  /** Turn in degrees; perspective as the change of scale over half the page; bow of the page as share of its width. */
  turn: number;
  tilt: number;
  curl: number;
  /** Box blur radius in pixels, spread of noise and ripple of a screen in grey levels. */
  blur: number;
  noise: number;
  ripple: number;
  /** Contrast and black level: value · gain + lift. */
  gain: number;
  lift: number;
  /** JPEG quality, then enlargement with another JPEG. */
  quality: number;
  enlarged: number;
  /** Height over width after scaling one side more than the other, 1 for none. */
  stretched: number;
  /** A page of text above, as in an open passport. */
  facing: boolean;
  /** Empty desk around the page on all sides, as a multiple of the page's width. */
  desk: number;
}

const plainShot: Shot = {
  pixels: 14,
  margin: 0,
  turn: 0,
  tilt: 0,
  curl: 0,
  blur: 0,
  noise: 2,
  ripple: 0,
  gain: 1,
  lift: 0,
  quality: 80,
  enlarged: 1,
  stretched: 1,
  facing: false,
  desk: 0,
};

type Recipe = (random: Random) => { style?: Partial<PageStyle>; shot?: Partial<Shot> };

/** Named kinds of pictures that real scans come as. */
export const harshKinds = {
  'scan without margin': (r) => ({ shot: { pixels: r.between(11, 20), margin: r.between(-0.6, 0.3) } }),
  'low resolution': (r) => ({
    shot: { pixels: r.between(7.5, 11), margin: r.between(-0.2, 1), quality: 75 },
  }),
  'very low resolution': (r) => ({ shot: { pixels: r.between(6.2, 7.5), quality: 85 } }),
  'heavy JPEG': (r) => ({ shot: { pixels: r.between(10, 14), quality: r.between(25, 50) } }),
  enlarged: (r) => ({ shot: { pixels: r.between(7, 10), quality: 70, enlarged: r.between(1.6, 2.6) } }),
  guilloche: (r) => ({
    style: { guilloche: r.between(18, 36), paper: r.between(180, 225) },
    shot: { pixels: r.between(10, 16) },
  }),
  'dark background': (r) => ({
    style: { paper: r.between(110, 150), ink: r.between(20, 45), guilloche: r.between(6, 16) },
    shot: { pixels: r.between(10, 16) },
  }),
  overprint: (r) => ({ style: { overprint: r.between(0.2, 0.45) }, shot: { pixels: r.between(10, 16) } }),
  relief: (r) => ({
    style: { relief: r.between(10, 24), roughness: r.between(0, 0.4) },
    shot: { pixels: r.between(11, 18), noise: 4 },
  }),
  worn: (r) => ({
    style: { roughness: r.between(0.3, 0.7), spots: 6, ink: r.between(60, 100) },
    shot: { pixels: r.between(11, 18) },
  }),
  'light print': (r) => ({
    style: { weight: r.between(-0.035, -0.02), ink: r.between(90, 130), guilloche: 8 },
    shot: { pixels: r.between(9, 15) },
  }),
  'thick print': (r) => ({
    style: { weight: r.between(0.03, 0.06) },
    shot: { pixels: r.between(9, 15), blur: 1 },
  }),
  'uneven spacing': (r) => ({
    style: { jitter: r.between(0.02, 0.05), stretch: r.between(-0.02, 0.02) },
    shot: { pixels: r.between(9, 15) },
  }),
  'curled page': (r) => ({
    shot: {
      pixels: r.between(11, 16),
      curl: r.between(0.006, 0.016),
      tilt: r.between(-0.12, 0.12),
      turn: r.between(-5, 5),
      margin: 3,
      blur: 1,
      noise: 4,
    },
  }),
  'facing pages': (r) => ({
    shot: { pixels: r.between(9, 14), facing: true, margin: 1, turn: r.between(-2, 2) },
  }),
  'far away': (r) => ({
    shot: { pixels: r.between(9, 12), desk: r.between(0.5, 0.9), turn: r.between(-8, 8), noise: 4 },
  }),
  'pale grey': (r) => ({
    style: { guilloche: 6 },
    shot: { pixels: r.between(10, 16), gain: r.between(0.2, 0.35), lift: r.between(60, 130), noise: 2 },
  }),
  'filmed from a screen': (r) => ({
    shot: {
      pixels: r.between(11, 16),
      ripple: r.between(10, 22),
      turn: r.between(-4, 4),
      margin: 2,
      noise: 4,
      blur: 1,
    },
  }),
  'light band on a dark page': (r) => ({
    style: { paper: r.between(80, 120), ink: 30, band: 235 },
    shot: { pixels: r.between(10, 15), margin: r.between(-0.3, 1) },
  }),
  'zone at the border': (r) => ({ shot: { pixels: r.between(8, 16), margin: r.between(-1.62, -1.3) } }),
  'stretched scan': (r) => ({ shot: { pixels: r.between(10, 16), stretched: r.between(0.75, 1.3) } }),
  blurred: (r) => ({ shot: { pixels: r.between(10, 14), blur: 2, margin: 1, noise: 3 } }),
} as const satisfies Record<string, Recipe>;

/** One of the named kinds. */
export type HarshKind = keyof typeof harshKinds;

function valueAt(sheet: Sheet, x: number, y: number, outside: number): number {
  if (x < -0.5 || y < -0.5 || x > sheet.width - 0.5 || y > sheet.height - 0.5) return outside;
  const [cx, cy] = [
    Math.max(0, Math.min(sheet.width - 1.001, x)),
    Math.max(0, Math.min(sheet.height - 1.001, y)),
  ];
  const [x0, y0] = [Math.floor(cx), Math.floor(cy)];
  const at = y0 * sheet.width + x0;
  const [fx, fy] = [cx - x0, cy - y0];
  const above = (sheet.data[at] as number) * (1 - fx) + (sheet.data[at + 1] as number) * fx;
  const below =
    (sheet.data[at + sheet.width] as number) * (1 - fx) + (sheet.data[at + sheet.width + 1] as number) * fx;
  return above * (1 - fy) + below * fy;
}

/** Each value the mean of the box around it. */
function boxBlur(sheet: Sheet, radius: number): Sheet {
  if (radius <= 0) return sheet;
  const data = new Float32Array(sheet.data.length);
  const line = new Float32Array(Math.max(sheet.width, sheet.height));
  const pass = (from: Float32Array, start: number, step: number, length: number): void => {
    for (let i = 0; i < length; i++) line[i] = from[start + i * step] as number;
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++) sum += line[Math.max(0, Math.min(length - 1, i + k))] as number;
      data[start + i * step] = sum / (2 * radius + 1);
    }
  };
  for (let y = 0; y < sheet.height; y++) pass(sheet.data, y * sheet.width, 1, sheet.width);
  for (let x = 0; x < sheet.width; x++) pass(data, x, sheet.width, sheet.height);
  return { ...sheet, data };
}

/** The page as the camera or scanner sees it; each pixel the mean of four places. */
function take(page: Sheet, shot: Shot, random: Random): Sheet {
  const zoom = FINE / shot.pixels;
  const around = shot.margin * FINE + shot.desk * page.width;
  const [width, height] = [page.width + 2 * around, page.height + 2 * around].map((side) =>
    Math.round(side / zoom),
  ) as [number, number];
  const angle = (shot.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const desk = random.between(60, 190);
  const data = new Float32Array(width * height);
  const [tiltX, tiltY] = [shot.tilt * random.between(-1, 1), shot.tilt];
  const at = (px: number, py: number): number => {
    const [u, v] = [(px - width / 2) * zoom, (py - height / 2) * zoom];
    const w = 1 + (2 * (tiltX * u + tiltY * v)) / page.width;
    const [x, y] = [(cos * u + sin * v) / w, (cos * v - sin * u) / w];
    const t = (2 * x) / page.width;
    const bowed = y + shot.curl * page.width * (1 - t * t);
    return valueAt(page, x + page.width / 2 - 0.5, bowed + page.height / 2 - 0.5, desk);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      data[y * width + x] =
        (at(x + 0.25, y + 0.25) + at(x + 0.75, y + 0.25) + at(x + 0.25, y + 0.75) + at(x + 0.75, y + 0.75)) /
        4;
    }
  }
  return { width, height, data };
}

/** Light, ripple and noise; then 8 bits. */
function expose(sheet: Sheet, shot: Shot, random: Random): Buffer {
  const [gx, gy] = [random.bell() * 0.05, random.bell() * 0.05];
  const [rx, ry] = [random.between(0.5, 1.6), random.between(0.5, 1.6)];
  return Buffer.from(
    Uint8Array.from(sheet.data, (value, i) => {
      const [x, y] = [i % sheet.width, Math.floor(i / sheet.width)];
      const light = 1 + gx * ((2 * x) / sheet.width - 1) + gy * ((2 * y) / sheet.height - 1);
      const ripple = shot.ripple * Math.sin(x * rx) * Math.sin(y * ry);
      const seen = value * light * shot.gain + shot.lift + ripple + shot.noise * random.bell();
      return Math.max(0, Math.min(255, seen));
    }),
  );
}

async function compressed(sheet: Sheet, shot: Shot, random: Random): Promise<Raster> {
  const raw = { width: sheet.width, height: sheet.height, channels: 1 as const };
  let jpeg = await sharp(expose(sheet, shot, random), { raw })
    .jpeg({ quality: Math.round(shot.quality) })
    .toBuffer();
  if (shot.enlarged > 1) {
    jpeg = await sharp(jpeg)
      .resize({ width: Math.round(sheet.width * shot.enlarged) })
      .jpeg({ quality: 70 })
      .toBuffer();
  }
  if (shot.stretched !== 1) {
    const height = Math.round(sheet.height * shot.stretched);
    jpeg = await sharp(jpeg).resize(sheet.width, height, { fit: 'fill' }).jpeg({ quality: 85 }).toBuffer();
  }
  const { data, info } = await sharp(jpeg)
    .resize(1920, 1920, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 1, data };
}

function stacked(first: Sheet, second: Sheet): Sheet {
  const width = Math.max(first.width, second.width);
  const page: Sheet = {
    width,
    height: first.height + second.height,
    data: new Float32Array(width * (first.height + second.height)).fill(225),
  };
  first.data.forEach(
    (value, i) => (page.data[Math.floor(i / first.width) * width + (i % first.width)] = value),
  );
  second.data.forEach(
    (value, i) =>
      (page.data[(Math.floor(i / second.width) + first.height) * width + (i % second.width)] = value),
  );
  return page;
}

/** A harsh picture of a document with the given zone, `null` without; same seed, same picture. */
export function drawHarsh(
  atlas: Atlas,
  lines: readonly string[] | null,
  options: { kind: HarshKind; face: number; seed: number },
): Promise<Raster> {
  const random = createRandom(options.seed);
  const recipe: ReturnType<Recipe> = harshKinds[options.kind](random);
  const style = { ...plainStyle, ...recipe.style, face: options.face };
  const shot = { ...plainShot, ...recipe.shot };
  const page = drawPage(atlas, lines, style, random);
  const whole = shot.facing ? stacked(drawPage(atlas, null, { ...style, guilloche: 6 }, random), page) : page;
  return compressed(boxBlur(take(whole, shot, random), shot.blur), shot, random);
}
