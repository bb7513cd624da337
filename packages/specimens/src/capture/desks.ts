import { seededRandom, type Random } from '../random.ts';
import type { Size } from './homography.ts';
import { noiseTile, type Pixels } from './pixels.ts';

/** Backgrounds on which a document lies or before which it is held; `plain` is a wooden desk or felt in one colour. */
const deskKinds = [
  'plain',
  'boards',
  'checked-cloth',
  'striped-cloth',
  'pale',
  'clutter',
  'tiles',
  'room',
] as const;

/** One of `deskKinds`. */
export type DeskKind = (typeof deskKinds)[number];

type Rgb = readonly [number, number, number];

/** Returns the colour of a pixel; x and y are shares of the picture's longer side. */
type Paint = (x: number, y: number) => Rgb;

/** Fills a picture with a background other than `plain`. */
export function paintDesk(picture: Pixels, kind: Exclude<DeskKind, 'plain'>, seed: number): void {
  const random = seededRandom(seed, `desk-${kind}`);
  const grain = noiseTile(seed, 'grain');
  const paint = paints[kind](random, grain);
  const angle = kind === 'room' ? 0 : random.between(-0.5, 0.5);
  enlarge(paintSmall(picture, paint, angle), picture, grain);
}

/** Paints at half the size: painting is slow per pixel, and backgrounds are rarely in focus. */
function paintSmall({ width, height }: Size, paint: Paint, angle: number): Pixels {
  const small: Pixels = { width: (width >> 1) + 2, height: (height >> 1) + 2, data: new Uint8Array(0) };
  const data = new Uint8Array(small.width * small.height * 3);
  const long = Math.max(width, height) / 2;
  const [cos, sin] = [Math.cos(angle) / long, Math.sin(angle) / long];
  let at = 0;
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      for (const channel of paint(x * cos - y * sin + 1, x * sin + y * cos + 1)) {
        data[at] = channel > 255 ? 255 : channel;
        at += 1;
      }
    }
  }
  return { ...small, data };
}

function enlarge(small: Pixels, { width, height, data }: Pixels, grain: Float32Array): void {
  const row = small.width * 3;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const [top, fy] = [y >> 1, (y & 1) / 2];
    for (let x = 0; x < width; x += 1) {
      const from = top * row + (x >> 1) * 3;
      const fx = (x & 1) / 2;
      const level = 1 + (grain[((y & 511) << 9) | (x & 511)] ?? 0) * 0.012;
      for (let channel = from; channel < from + 3; channel += 1) {
        const high = small.data[channel]! * (1 - fx) + small.data[channel + 3]! * fx;
        const low = small.data[channel + row]! * (1 - fx) + small.data[channel + row + 3]! * fx;
        const value = (high * (1 - fy) + low * fy) * level;
        data[at] = value > 255 ? 255 : value;
        at += 1;
      }
    }
  }
}

const paints: Readonly<Record<Exclude<DeskKind, 'plain'>, (random: Random, grain: Float32Array) => Paint>> = {
  boards,
  'checked-cloth': checkedCloth,
  'striped-cloth': stripedCloth,
  pale,
  clutter,
  tiles,
  room,
};

const woods: readonly Rgb[] = [
  [150, 108, 70],
  [104, 70, 46],
  [186, 150, 108],
  [86, 62, 50],
];
const cloths: readonly Rgb[] = [
  [150, 40, 44],
  [40, 62, 110],
  [52, 96, 70],
  [196, 188, 172],
  [60, 60, 66],
  [190, 150, 60],
];

function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

function scaled(colour: Rgb, factor: number): Rgb {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor];
}

/** Smooth noise with about one bump per unit, roughly between −2 and 2. */
function waves(grain: Float32Array, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const at = (dx: number, dy: number): number => grain[((top + dy) & 511) * 512 + ((left + dx) & 511)] ?? 0;
  const [sx, sy] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
  const high = at(0, 0) + (at(1, 0) - at(0, 0)) * sx;
  const low = at(0, 1) + (at(1, 1) - at(0, 1)) * sx;
  return high + (low - high) * sy;
}

/** Wooden boards with seams, rings and knots. */
function boards(random: Random, grain: Float32Array): Paint {
  const wood = random.pick(woods);
  const board = random.between(0.1, 0.2);
  const rings = random.between(8, 20);
  return (x, y) => {
    const index = Math.floor(y / board);
    const inside = (y / board - index) * board;
    const seam = Math.min(inside, board - inside) < 0.0022 ? 0.45 : 1;
    const bend = waves(grain, x * 3 + index * 17, y * 6) * 0.5;
    const ring = Math.sin((y / board) * rings + bend * 4 + index) * 0.07;
    const fibre = waves(grain, x * 12 + index * 31, y * 420) * 0.045;
    return scaled(wood, (1 + ring + fibre + ((index * 37) % 5) * 0.02) * seam);
  };
}

function checkedCloth(random: Random): Paint {
  const [base, other] = [random.pick(cloths), random.pick(cloths)];
  const size = random.between(0.02, 0.06);
  const thread = random.between(300, 420);
  return (x, y) => {
    const across = (x / size) % 2 < 1 ? 1 : 0;
    const down = (y / size) % 2 < 1 ? 1 : 0;
    const weave = 1 + 0.05 * Math.sin(x * thread * Math.PI) * Math.sin(y * thread * Math.PI);
    return scaled(
      mix(mix([226, 220, 210], base, across * 0.5 + down * 0.5), other, across * down * 0.3),
      weave,
    );
  };
}

function stripedCloth(random: Random, grain: Float32Array): Paint {
  const [base, other] = [random.pick(cloths), random.pick(cloths)];
  const size = random.between(0.012, 0.04);
  return (x, y) => {
    const fold = waves(grain, x * 2.2, y * 2.2) * 0.11;
    const stripe = ((x + fold * 0.05) / size) % 1;
    return scaled(stripe < 0.42 ? base : stripe < 0.5 ? other : [214, 208, 196], 1 + fold);
  };
}

/** A white table, with which a white card hardly contrasts. */
function pale(random: Random, grain: Float32Array): Paint {
  const tint = random.between(-6, 6);
  return (x, y) => scaled([228 + tint, 228, 226 - tint], 1 + waves(grain, x * 3, y * 3) * 0.02);
}

/** Overlapping papers with lines of writing, books and pens. */
function clutter(random: Random, grain: Float32Array): Paint {
  const desk = random.pick(woods);
  const things = Array.from({ length: random.whole(9, 16) }, () => {
    const paper = random.chance(0.55);
    const angle = random.between(-1.2, 1.2);
    return {
      x: 1 + random.between(-0.3, 1.1),
      y: 1 + random.between(-0.3, 1),
      half: paper
        ? [random.between(0.12, 0.26), random.between(0.16, 0.34)]
        : [random.between(0.008, 0.16), random.between(0.1, 0.2)],
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      colour: paper ? ([232, 230, 222] as const) : random.pick(cloths),
      line: paper ? random.between(0.012, 0.02) : 0,
    };
  });
  return (x, y) => {
    for (const { half, cos, sin, colour, line, ...middle } of things) {
      const u = (x - middle.x) * cos + (y - middle.y) * sin;
      const v = (y - middle.y) * cos - (x - middle.x) * sin;
      const [halfWidth = 0, halfHeight = 0] = half;
      if (Math.abs(u) > halfWidth || Math.abs(v) > halfHeight) continue;
      const written =
        line > 0 &&
        Math.abs(u) < halfWidth * 0.84 &&
        Math.abs(v) < halfHeight * 0.9 &&
        (v / line + 100) % 1 < 0.36 &&
        (grain[(Math.floor(u * 420 + 700) & 511) + 512 * (Math.floor(v / line + 100) & 511)] ?? 0) > -0.5;
      const edge = halfWidth - Math.abs(u) < 0.002 || halfHeight - Math.abs(v) < 0.002 ? 0.8 : 1;
      return written ? [70, 70, 82] : scaled(colour, edge);
    }
    return scaled(desk, 1 + waves(grain, x * 6, y * 180) * 0.07);
  };
}

function tiles(random: Random, grain: Float32Array): Paint {
  const stone = random.pick([
    [198, 194, 186],
    [92, 94, 98],
    [168, 150, 132],
  ] as const);
  const size = random.between(0.22, 0.4);
  return (x, y) => {
    const joint = Math.min(x % size, y % size) < 0.005;
    const vein = Math.abs(waves(grain, x * 5, y * 5) + 0.5 * waves(grain, x * 14, y * 14));
    return joint
      ? scaled(stone, 0.62)
      : scaled(stone, 1 - 0.16 * Math.exp(-vein * 9) + waves(grain, x * 40, y * 40) * 0.03);
  };
}

/** A room out of focus, for documents that are held up. */
function room(random: Random, grain: Float32Array): Paint {
  const wall = random.pick([
    [176, 168, 154],
    [130, 140, 148],
    [84, 86, 92],
  ] as const);
  const patches = Array.from({ length: 8 }, () => ({
    x: 1 + random.next(),
    y: 1 + random.next() * 0.8,
    reach: random.between(0.06, 0.22),
    colour: random.pick(cloths),
  }));
  return (x, y) => {
    let colour: Rgb = scaled(wall, 1 + waves(grain, x * 2, y * 2) * 0.06);
    for (const patch of patches) {
      const far = ((x - patch.x) ** 2 + (y - patch.y) ** 2) / patch.reach ** 2;
      if (far < 2) colour = mix(colour, patch.colour, 0.8 / (1 + Math.exp((far - 1) * 9)));
    }
    return colour;
  };
}
