import sharp from 'sharp';
import { unitSquareTo, inverse } from '../src/picture/homography.ts';
import type { Point, Quad } from '../src/picture/raster.ts';

/** A picture with a document lying somewhere in it, drawn for the outline finder's tests; not the specimens' simulator on purpose. */
export interface CardScene {
  jpeg: Buffer;
  /** The document's corners in the picture, clockwise from its top left. */
  corners: Quad;
}

export const backgrounds = [
  'white-table',
  'grey-cloth',
  'wood',
  'tiles',
  'stripes',
  'clutter',
  'text-page',
  'dark',
  'same-as-card',
  'carpet',
] as const;
export type Background = (typeof backgrounds)[number];

export const troubles = [
  'none',
  'fingers',
  'shadow',
  'cut',
  'blur',
  'messenger',
  'low',
  'far',
  'tilt',
  'cast',
] as const;
export type Trouble = (typeof troubles)[number];

/** Numbers from 0 to 1 that depend on the seed alone. */
export function dice(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const between = (random: () => number, from: number, to: number): number => from + random() * (to - from);

/** Draws a scene 1280 pixels long; same arguments, same bytes. */
export async function cardScene(
  card: Buffer,
  { background, trouble, seed }: { background: Background; trouble: Trouble; seed: number },
): Promise<CardScene> {
  const random = dice(seed * 100 + backgrounds.indexOf(background) * 10 + troubles.indexOf(trouble));
  const size = random() < 0.7 ? { width: 1280, height: 960 } : { width: 960, height: 1280 };
  const { width, height } = await sharp(card).metadata();
  const corners = placeCorners(random, size, { ratio: width / height, trouble });
  const desk = sharp(Buffer.from(deskSvg(random, size, background, await meanColour(card))));
  const picture = await desk.removeAlpha().raw().toBuffer();
  addNoise(picture, random, background === 'carpet' ? 26 : 3);
  await layCard(picture, size, card, corners);
  const overlay = troubleSvg(random, size, corners, trouble);
  let image = sharp(picture, { raw: { ...size, channels: 3 } });
  if (overlay)
    image = sharp(
      await image
        .composite([{ input: Buffer.from(overlay) }])
        .png()
        .toBuffer(),
    );
  image = image.blur(trouble === 'blur' ? 3 : 0.7);
  if (trouble === 'cast') image = image.linear([0.55, 0.6, 0.75], [4, 6, 14]);
  const noisy = await image.removeAlpha().raw().toBuffer();
  addNoise(noisy, random, 4);
  const finished = sharp(noisy, { raw: { ...size, channels: 3 } });
  const scale = trouble === 'low' ? 0.35 : trouble === 'messenger' ? 0.8 : 1;
  const jpeg = await finished
    .resize(Math.round(size.width * scale))
    .jpeg({ quality: trouble === 'messenger' || trouble === 'low' ? 38 : 86 })
    .toBuffer();
  return { jpeg, corners: corners.map(([x, y]): Point => [x * scale, y * scale]) as unknown as Quad };
}

function placeCorners(
  random: () => number,
  { width, height }: { width: number; height: number },
  { ratio, trouble }: { ratio: number; trouble: Trouble },
): Quad {
  const long = Math.max(width, height);
  const reach = trouble === 'far' ? between(random, 0.3, 0.42) : between(random, 0.6, 0.8);
  const turn = (Math.floor(random() * 4) * 90 + between(random, -14, 14)) * (Math.PI / 180);
  const slant = trouble === 'tilt' ? 30 : 10;
  const pitch = (between(random, -slant, slant) * Math.PI) / 180;
  const yaw = (between(random, -slant, slant) * Math.PI) / 180;
  const focal = 0.78 * long;
  const flat = [
    [-0.5, -0.5 / ratio],
    [0.5, -0.5 / ratio],
    [0.5, 0.5 / ratio],
    [-0.5, 0.5 / ratio],
  ].map(([x = 0, y = 0]) => {
    const [tx, ty] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
    const [px, py, pz] = [
      tx * Math.cos(yaw),
      ty * Math.cos(pitch),
      1.25 + tx * Math.sin(yaw) + ty * Math.sin(pitch),
    ];
    return [(focal * px) / pz, (focal * py) / pz] as const;
  });
  const range = (axis: 0 | 1): [number, number] => {
    const values = flat.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[x0, x1], [y0, y1]] = [range(0), range(1)];
  const scale = Math.min((reach * width * 1.15) / (x1 - x0), (reach * height * 1.15) / (y1 - y0));
  const push = trouble === 'cut' ? between(random, 0.06, 0.14) : -0.02;
  const side = Math.floor(random() * 4);
  const spare = [width - (x1 - x0) * scale, height - (y1 - y0) * scale] as const;
  const shift = [
    -x0 * scale + spare[0] * between(random, 0.25, 0.75),
    -y0 * scale + spare[1] * between(random, 0.25, 0.75),
  ];
  if (trouble === 'cut') {
    if (side === 0) shift[0] = -x0 * scale - push * (x1 - x0) * scale;
    if (side === 1) shift[0] = width - x1 * scale + push * (x1 - x0) * scale;
    if (side === 2) shift[1] = -y0 * scale - push * (y1 - y0) * scale;
    if (side === 3) shift[1] = height - y1 * scale + push * (y1 - y0) * scale;
  }
  return flat.map(([x, y]): Point => [x * scale + shift[0]!, y * scale + shift[1]!]) as unknown as Quad;
}

async function meanColour(card: Buffer): Promise<string> {
  const { data } = await sharp(card)
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `rgb(${data[0]},${data[1]},${data[2]})`;
}

function deskSvg(
  random: () => number,
  { width, height }: { width: number; height: number },
  background: Background,
  cardColour: string,
): string {
  const rect = (x: number, y: number, w: number, h: number, fill: string, turn = 0): string =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" transform="rotate(${turn} ${x + w / 2} ${y + h / 2})"/>`;
  const many = (count: number, draw: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => draw(at)).join('');
  const turn = between(random, -20, 20);
  const colour = (): string => `rgb(${[0, 1, 2].map(() => Math.floor(between(random, 20, 235))).join()})`;
  const bodies: Record<Background, () => string> = {
    'white-table': () => rect(0, 0, width, height, 'rgb(236,236,233)'),
    'grey-cloth': () => rect(0, 0, width, height, 'rgb(120,122,126)'),
    wood: () =>
      rect(0, 0, width, height, 'rgb(150,106,70)') +
      `<g transform="rotate(${turn} ${width / 2} ${height / 2})">` +
      many(90, (at) =>
        rect(
          -width,
          at * 24 - 500,
          width * 3,
          between(random, 2, 14),
          `rgba(84,52,28,${between(random, 0.1, 0.5)})`,
        ),
      ) +
      '</g>',
    tiles: () =>
      rect(0, 0, width, height, 'rgb(196,190,180)') +
      `<g transform="rotate(${turn} ${width / 2} ${height / 2})">` +
      many(
        24,
        (at) =>
          rect(at * 160 - 1200, -2000, 6, 5000, 'rgb(130,126,120)') +
          rect(-2000, at * 160 - 1200, 5000, 6, 'rgb(130,126,120)'),
      ) +
      '</g>',
    stripes: () =>
      rect(0, 0, width, height, 'rgb(210,204,196)') +
      `<g transform="rotate(${turn * 2} ${width / 2} ${height / 2})">` +
      many(60, (at) => rect(at * 60 - 1400, -2000, 28, 5000, 'rgb(64,84,130)')) +
      '</g>',
    clutter: () =>
      rect(0, 0, width, height, 'rgb(168,160,148)') +
      many(22, () =>
        rect(
          between(random, -200, width),
          between(random, -200, height),
          between(random, 60, 500),
          between(random, 40, 360),
          colour(),
          between(random, -45, 45),
        ),
      ),
    'text-page': () =>
      rect(0, 0, width, height, 'rgb(240,238,232)') +
      `<g transform="rotate(${turn / 3} ${width / 2} ${height / 2})">` +
      many(60, (row) =>
        many(18, (word) =>
          rect(
            word * 78 + ((row * 37) % 40) - 60,
            row * 26 - 80,
            30 + ((word * 13 + row * 7) % 40),
            11,
            'rgb(60,60,64)',
          ),
        ),
      ) +
      '</g>',
    dark: () => rect(0, 0, width, height, 'rgb(24,24,28)'),
    'same-as-card': () => rect(0, 0, width, height, cardColour),
    carpet: () => rect(0, 0, width, height, 'rgb(120,80,72)'),
  };
  const light = `<linearGradient id="l" x1="0" y1="0" x2="1" y2="${random().toFixed(2)}"><stop offset="0" stop-color="white" stop-opacity="0.12"/><stop offset="1" stop-color="black" stop-opacity="0.22"/></linearGradient>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${light}${bodies[background]()}<rect width="${width}" height="${height}" fill="url(#l)"/></svg>`;
}

function troubleSvg(
  random: () => number,
  { width, height }: { width: number; height: number },
  corners: Quad,
  trouble: Trouble,
): string | null {
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  if (trouble === 'shadow') {
    const x = between(random, 0.3, 0.6) * width;
    return `${open}<path d="M${x},-50 L${x + 240},${height + 50} L${width + 50},${height + 50} L${width + 50},-50 Z" fill="rgba(0,0,0,0.42)"/></svg>`;
  }
  if (trouble !== 'fingers') return null;
  const side = Math.floor(random() * 4);
  const [a, b] = [corners[side]!, corners[(side + 1) % 4]!];
  const along = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const normal = [(b[1] - a[1]) / along, -(b[0] - a[0]) / along] as const;
  const finger = (share: number): string => {
    const [x, y] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
    const [fx, fy] = [x + normal[0] * 400, y + normal[1] * 400];
    const [tx, ty] = [x - normal[0] * 60, y - normal[1] * 60];
    return `<line x1="${fx}" y1="${fy}" x2="${tx}" y2="${ty}" stroke="rgb(198,148,118)" stroke-width="86" stroke-linecap="round"/>`;
  };
  return `${open}${finger(0.35)}${finger(0.58)}</svg>`;
}

function addNoise(data: Buffer, random: () => number, deviation: number): void {
  const tile = Float32Array.from(
    { length: 65_521 },
    () => (random() + random() + random() - 1.5) * 2 * deviation,
  );
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at]! + tile[(at * 7 + Math.floor(at / 65_521) * 31) % 65_521]!;
    data[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
}

async function layCard(
  picture: Buffer,
  { width, height }: { width: number; height: number },
  card: Buffer,
  corners: Quad,
): Promise<void> {
  const long = Math.max(
    ...corners.map(([x, y], at) => Math.hypot(corners[(at + 1) % 4]![0] - x, corners[(at + 1) % 4]![1] - y)),
  );
  const source = await sharp(card)
    .resize(Math.round(long * 1.1))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [w, h] = [source.info.width, source.info.height];
  const back = inverse(unitSquareTo(corners));
  const radius = w * 0.03;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const d = back[6]! * x + back[7]! * y + back[8]!;
      const u = ((back[0]! * x + back[1]! * y + back[2]!) / d) * w;
      const v = ((back[3]! * x + back[4]! * y + back[5]!) / d) * h;
      if (!(u >= 0 && v >= 0 && u < w && v < h)) continue;
      const [ex, ey] = [Math.max(radius - u, u - w + radius, 0), Math.max(radius - v, v - h + radius, 0)];
      if (ex > 0 && ey > 0 && ex * ex + ey * ey > radius * radius) continue;
      const from = (Math.floor(v) * w + Math.floor(u)) * 3;
      const to = (y * width + x) * 3;
      for (let c = 0; c < 3; c += 1) picture[to + c] = source.data[from + c]!;
    }
  }
}
